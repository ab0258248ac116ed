"""Going through the turns of a hand: plays, draws and pick-ups, each with what it does to hands and piles.

What breaks a rule stands all the same and is listed; what cannot have happened at all (a card in two places, a card
from an empty pile, an event after the end) makes the record invalid.
"""

from ..events import Event
from ..faults import after_the_end
from ..rulebook import Trace
from . import sequences
from .facts import Hand, PickUp
from .sequences import Ranks, is_part, is_sequence, last_viable, matches, ranks_of


def go_through(hand: Hand, events: tuple[Event, ...], trace: Trace) -> None:
    """Every event in turn, and then the pick-up that is still due at the end."""
    for place, event in enumerate(events):
        happen(hand, event, place, trace)
        if hand.faults:
            return
    if hand.out is not None:
        _last_pick_up(hand, len(events), trace)


def happen(hand: Hand, event: Event, place: int, trace: Trace) -> None:
    """One event, with what it does to hands and piles; a fault is noted where it cannot have happened."""
    path = f"events[{place}]"
    if hand.out is not None and event.type != "pickup":
        hand.wrong(path, after_the_end(event.type))
    elif event.type == "pickup":
        _pick_up(hand, event, place, trace)
    else:
        if hand.pick_up is not None and (event.type == "play" or event.seat == hand.pick_up.seat):
            _settle_pick_up(hand, place, trace)
        _take_turn(hand, event, place, trace)
        if event.type == "play":
            _play(hand, event, place, trace)
        else:
            _take(hand, event.seat or 0, [event.card], 1, f"{path}.card")


def _take_turn(hand: Hand, event: Event, place: int, trace: Trace) -> None:
    """Whose turn it is: the one after whoever played or drew last (TUN-PLAY-1).

    While no card is left to draw, whoever cannot play is passed over.
    """
    seat = event.seat or 0
    if hand.due not in (None, seat) and (hand.stock or hand.pile):
        trace.note(sequences.OUT_OF_TURN, None, seat=seat, due=hand.due)
        hand.offend("out_of_turn", seat, sequences.TURN, place)
    hand.due = (seat + 1) % hand.players


def last_sequence(hand: Hand) -> Ranks | None:
    """The sequence a new one is held against: the last played, or what lies on top once the draw pile is empty."""
    return hand.last if hand.stock else last_viable(hand.pile)


def _play(hand: Hand, event: Event, place: int, trace: Trace) -> None:
    seat, cards = event.seat or 0, event.cards or ()
    new, last = ranks_of(cards), last_sequence(hand)
    if not _can_lie(hand, cards, place):
        return
    text = " ".join(cards)
    if not hand.stock and last:
        trace.note(sequences.NOW_LAST, None, last=" ".join(last))
    if not is_sequence(new):
        trace.note(sequences.NO_SEQUENCE, None, seat=seat, cards=text)
        hand.offend("bad_sequence", seat, sequences.SEQUENCES, place)
    elif not hand.stock and last and is_part(new, last):
        trace.note(sequences.AGAIN, None, seat=seat, cards=text)
        hand.offend("bad_sequence", seat, sequences.NOT_AGAIN, place)
    held = hand.hands[seat]
    not_held = [card for card in cards if not _lay(hand, seat, card)]
    if not_held:
        trace.note(sequences.NOT_HELD, None, seat=seat, cards=" ".join(not_held))
        hand.offend("not_held", seat, sequences.TURN, place)
    hand.pile += cards
    hand.last = new
    following = (seat + 1) % hand.players
    hand.pick_up = PickUp(following, None if last is None else matches(new, last))
    if hand.pick_up.owed:
        trace.note(sequences.OWES, None, hand.pick_up.owed, seat=seat, matched=hand.pick_up.owed, next=following)
    if not held.size:
        hand.out = seat
        trace.note(sequences.PLAYED_OUT, None, seat=seat)


def _lay(hand: Hand, seat: int, card: str) -> bool:
    """Lay a card down; False if another is known to hold it, or if all that the player holds is known and it is not."""
    held = hand.hands[seat]
    return (card in held.cards or hand.holder(card) is None) and held.lay(card)


def _can_lie(hand: Hand, cards: tuple[str, ...], place: int) -> bool:
    """Whether cards can be laid down at all; a fault is noted for one that lies on the discard pile already."""
    for number, card in enumerate(cards):
        if hand.lies_open(card):
            hand.wrong(f"events[{place}].cards[{number}]", f"{card} lies on the discard pile already")
            return False
    return True


def _pick_up(hand: Hand, event: Event, place: int, trace: Trace) -> None:
    """Cards picked up, by whoever owes it or not (TUN-PICK-1)."""
    seat, count = event.seat or 0, event.count or 0
    due = hand.pick_up
    if due is None or due.seat != seat:
        if count:
            trace.note(sequences.WRONG_PICK_UP, None, seat=seat, taken=count, right=0)
            hand.offend("wrong_pickup", seat, sequences.PICK_UP, place, right=0)
    else:
        due.taken += count
        due.written = True
        if due.owed is None:
            hand.trusted.append(f"events[{place}].count")
    cards: list[str | None] = list(event.cards) if event.cards is not None else [None] * count
    _take(hand, seat, cards, count, f"events[{place}].cards")


def _settle_pick_up(hand: Hand, place: int, trace: Trace) -> None:
    """The next turn begins: what was not picked up by now is wrong."""
    due, hand.pick_up = hand.pick_up, None
    if due is not None and due.owed is not None and due.taken != due.owed:
        trace.note(sequences.WRONG_PICK_UP, None, seat=due.seat, taken=due.taken, right=due.owed)
        hand.offend("wrong_pickup", due.seat, sequences.PICK_UP, place, right=due.owed)


def _last_pick_up(hand: Hand, place: int, trace: Trace) -> None:
    """The pick-up due after the last card: as written, or from the open pile if it is known; else it stays due."""
    due = hand.pick_up
    if due is None or due.written or due.owed == 0:
        _settle_pick_up(hand, place, trace)
    elif due.owed is not None and not hand.stock and None not in hand.pile[-due.owed :]:
        _take(hand, due.seat, [None] * due.owed, due.owed, "events")
        hand.pick_up = None


def _take(hand: Hand, seat: int, cards: list[str | None], count: int, path: str) -> None:
    """Take cards from the draw pile, and from the top of the discard pile once that is empty (TUN-END-1)."""
    named = [card for card in cards if card is not None]
    hidden = min(hand.stock, count)
    open_cards = count - hidden
    if open_cards > len(hand.pile):
        hand.wrong(path, f"there are only {hand.stock + len(hand.pile)} cards to take")
        return
    top = hand.pile[len(hand.pile) - open_cards :]
    del hand.pile[len(hand.pile) - open_cards :]
    hand.stock -= hidden
    known = [card for card in top if card is not None]
    if named:
        missing = [card for card in known if card not in named]
        if missing:
            hand.wrong(path, f"the top of the discard pile is {missing[-1]}")
            return
    for card in known:
        hand.hands[seat].take(card)
    rest = [card for card in named if card not in known]
    for card in rest:
        holder = hand.holder(card)
        if hand.lies_open(card) or holder is not None:
            where = "the discard pile" if holder is None else f"the hand of seat {holder}"
            hand.wrong(path, f"{card} is in {where} and cannot be taken")
            return
        hand.hands[seat].take(card)
    for _ in range(count - len(known) - len(rest)):
        hand.hands[seat].take(None)
