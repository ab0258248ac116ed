"""Playing the tricks: who leads, who wins, and which cards were against the rules.

`play` first tries `_in_turn`, which knows only the common case (a whole play of known hands, every card in turn);
`_walk` knows all cases. A property test holds the two equal.
"""

from ..rulebook import source
from . import pack
from .declarations import BLIND_CARDS, team_may_win
from .facts import Hand, Infraction
from .laws import ALL, BOTH, CLUB, TRAD, laws
from .transcript import Rows

law = laws("play")

LEAD = law(
    "TH-PLAY-1",
    "Who leads",
    "The player to the trumper's right leads to the first trick; the winner of a trick leads to the next.",
    CLUB,
)
FOLLOW = law(
    "TH-PLAY-2",
    "Follow suit",
    "A player who holds the suit led must play it; a player without it may play any card. Breaking this is a revoke.",
    ALL,
)
WINNER = law(
    "TH-PLAY-3",
    "Who wins a trick",
    "The highest trump wins the trick; without a trump, the highest card of the suit led.",
    ALL,
)
UNDERCUT = law(
    "TH-PLAY-4",
    "Undercutting",
    "Once a trick is cut, nobody may cut it lower unless they hold only trumps. When trump was led there is no "
    "undercut.",
    BOTH,
    source("004", note="any card when unable to follow"),
    parameters="undercut",
)
IN_TURN = law(
    "TH-PLAY-5",
    "Playing in turn",
    "A card played out of turn is an offence. It stays played, and the suit of the first card is the suit led.",
    TRAD,
    parameters="out_of_turn",
)


def play(hand: Hand) -> bool:
    """Fill in the tricks, their winners, what they count and every infraction of play (TH-PLAY-1 to 5, TH-BLIND-3).

    True when all cards were played, in turn, by hands that are known.
    """
    rows, declared = hand.record.transcript.rows, hand.declaration
    if rows is not None and hand.trump is not None and (declared is None or declared.kind == "thunee"):
        before = hand.infractions
        if _in_turn(hand, rows):
            return True
        hand.infractions, hand.lost_at, hand.lost_to = before, None, None
    _walk(hand)
    return False


def _in_turn(hand: Hand, rows: Rows) -> bool:
    """A whole play, trick by trick; False when somebody led out of turn.

    `rows` are the tricks of the transcript. What a seat still holds is what it was dealt less all that is `gone`: if
    any of the suit led is left to those who did not follow, somebody revoked (TH-PLAY-2).
    """
    trump = pack.SUIT_MASKS[hand.trump]  # type: ignore[index]
    highest, declared = pack.HIGHEST, hand.declaration is not None
    leader: int = hand.leader  # type: ignore[assignment]
    winners: list[int] = []
    hand.winners = winners
    gone = won = wins = 0
    for lead, dealt_of_led, step, trick, led, cards in rows:
        if lead != leader:
            return False
        revoked = dealt_of_led & ~gone
        if revoked:
            _judge_trick(hand, lead, cards, gone)
        if led != trump:
            cut = trick & trump
            if cut:
                step = cards.index(highest[cut])
                if cut & (cut - 1) and not revoked and _is_undercut(hand, lead, cards, trump, gone):
                    _judge_trick(hand, lead, cards, gone)
        gone |= trick
        leader = (lead + step) & 3
        winners.append(leader)
        if leader & 1:
            won |= trick
            wins += 1
        if declared:
            lost_by(hand, leader)
    points = pack.points(won)
    hand.points = (pack.PACK_POINTS - points, points)
    hand.tricks = (6 - wins, wins)
    hand.played = 24
    hand.last_seat, hand.last_side = leader, leader & 1
    hand.complete = True
    return True


def _is_undercut(hand: Hand, lead: int, cards: tuple[int, ...], trump: int, gone: int) -> bool:
    """Whether a trick not led in trump is cut twice, lower the second time, by a hand that is not all trump."""
    if hand.profile.undercut != "enforced":
        return False
    highest, dealt = 0, hand.record.transcript.dealt
    for step, bit in enumerate(cards):
        if bit & trump:
            if bit < highest and dealt[(lead + step) & 3] & ~trump & ~gone:
                return True
            highest = max(highest, bit)
    return False


def _judge_trick(hand: Hand, lead: int, cards: tuple[int, ...], gone: int) -> None:
    """Note who revoked or undercut in a trick that went round in order, with `gone` the cards before it."""
    trick, number = list[tuple[int, int]](), 4 * len(hand.winners)
    remaining = [held & ~gone for held in hand.record.transcript.dealt]
    for step, bit in enumerate(cards):
        seat = (lead + step) & 3
        if trick:
            _judge_following(hand, number + step, seat, bit, trick, remaining)
        trick.append((seat, bit))


def _walk(hand: Hand) -> None:
    """Any hand: cards out of turn, revokes, cards unknown, declarations, hands that stop short."""
    script = hand.record.transcript
    remaining, whole = list(script.halves[0]), script.wholes[0]
    size = hand.players
    winners: list[int] = []
    hand.winners = winners
    won = [0, 0]
    trick: list[tuple[int, int]] = []
    leader = hand.leader
    assert leader is not None
    length, half = hand.length, hand.size.half * size
    elsewhere, cuts = _elsewhere(script.given), _cuts(hand)
    watched = hand.declaration is not None and hand.declaration.kind.startswith("blind")
    gone, mask, led, due, in_turn = 0, 0, 0, leader, True
    for number, (seat, bit) in enumerate(zip(script.seats, script.bits, strict=True)):
        if number == length:
            hand.wrong(f"events[{script.places[number]}]", "a card comes after the end of the hand")
            return
        if number == half:
            remaining, whole = list(script.halves[1]), script.wholes[1]
        in_turn = in_turn and seat == due
        left = remaining[seat]
        # Most cards are held, in turn, and of the suit led if there is any: there is nothing to say of them.
        held = bit & left and not bit & gone and not bit & elsewhere[seat]
        if not (held and in_turn) and not _possible_play(hand, number, seat, bit, trick, remaining):
            return
        if watched or not in_turn:
            judge_card(hand, number, seat, bit, trick, leader, remaining)
        elif trick and not bit & led and (left & led or bit & cuts or not whole[seat]):
            _judge_following(hand, number, seat, bit, trick, remaining)
        led = led or pack.LED_MASK[bit]
        trick.append((seat, bit))
        remaining[seat] = left & ~bit
        gone |= bit
        mask |= bit
        due = (due + 1) % size
        hand.played = number + 1
        if len(trick) == size:
            winner = trick_winner(hand, trick, mask)
            if winner is None:
                hand.stuck = True
                _check_rest(hand, number + 1)
                break
            winners.append(winner)
            won[winner & 1] |= mask
            lost_by(hand, winner)
            leader, trick = winner, []
            mask, led, due, in_turn = 0, 0, winner, True
    _sum_up(hand, won)


def _cuts(hand: Hand) -> int:
    """The cards that may undercut where they do not follow suit: the trumps, all while trump is not known."""
    if hand.profile.undercut != "enforced":
        return 0
    return pack.FULL_PACK if hand.trump is None else pack.SUIT_MASKS[hand.trump]


def _sum_up(hand: Hand, won: list[int]) -> None:
    """Points and tricks by side, and who took the last, once the cards are gone through."""
    wins = sum(winner & 1 for winner in hand.winners)
    hand.points = (pack.points(won[0]), pack.points(won[1]))
    hand.tricks = (len(hand.winners) - wins, wins)
    hand.complete = len(hand.winners) * hand.players == hand.length
    if hand.complete:
        hand.last_seat, hand.last_side = hand.winners[-1], hand.winners[-1] & 1


def _possible_play(
    hand: Hand, number: int, seat: int, bit: int, trick: list[tuple[int, int]], remaining: list[int]
) -> bool:
    """Whether a card can have been played there at all; a fault is noted and the walk stops when it cannot."""
    script = hand.record.transcript
    if any(seat == other for other, _ in trick):
        fault = ".seat", f"seat {seat} played to this trick already"
    elif bit & script.gone[number]:
        fault = ".card", f"{pack.TEXT_OF[bit]} was played already"
    elif bit & script.dealt[seat] and not bit & remaining[seat]:
        fault = ".card", f"{pack.TEXT_OF[bit]} was not dealt to seat {seat} in this half"
    elif not bit & remaining[seat] or any(bit & script.given[other] for other in range(hand.players) if other != seat):
        fault = ".card", f"the deal does not give {pack.TEXT_OF[bit]} to seat {seat}"
    else:
        return True
    hand.wrong(f"events[{script.places[number]}]{fault[0]}", fault[1])
    return False


def _check_rest(hand: Hand, start: int) -> None:
    """Cards after a trick nobody can tell the winner of: whose turn it was is unknown, but not who revoked.

    What cannot have been played there is a fault still.
    """
    script, players = hand.record.transcript, hand.players
    elsewhere = _elsewhere(script.given)
    remaining: list[int] = []
    trick: list[tuple[int, int]] = []
    for number in range(start, len(script.bits)):
        if number % players == 0:  # of the half as it then is
            trick = []
            remaining = [cards & ~script.gone[number] for cards in script.halves[script.half_at(number)]]
        seat, bit = script.seats[number], script.bits[number]
        held = bit & remaining[seat] and not bit & (script.gone[number] | elsewhere[seat])
        once = all(seat != other for other, _ in trick)
        possible = (held and once) or _possible_play(hand, number, seat, bit, trick, remaining)
        if possible and trick and not bit & pack.LED_MASK[trick[0][1]]:
            _judge_following(hand, number, seat, bit, trick, remaining)
        trick.append((seat, bit))
        remaining = [cards & ~bit for cards in remaining]


def judge_card(
    hand: Hand, number: int, seat: int, bit: int, trick: list[tuple[int, int]], leader: int, remaining: list[int]
) -> None:
    profile = hand.profile
    where = number // hand.players + 1
    taken_part = {other for other, _ in trick}
    due = next(s for s in ((leader + k) % hand.players for k in range(hand.players)) if s not in taken_part)
    if seat != due and profile.out_of_turn != "ignore":
        hand.offend(Infraction("out_of_turn", seat, IN_TURN, number, where, bit))
    if trick:
        _judge_following(hand, number, seat, bit, trick, remaining)
    caller = hand.declaration
    if caller is not None and caller.kind.startswith("blind") and seat == caller.seat and where <= hand.size.packets[0]:
        first = hand.record.transcript.first[seat]
        if first is not None and not bit & first:
            hand.offend(Infraction("blind_look", seat, BLIND_CARDS, number, where, bit))


def _judge_following(
    hand: Hand, number: int, seat: int, bit: int, trick: list[tuple[int, int]], remaining: list[int]
) -> None:
    """A revoke, an undercut, or neither; what the cards written down do not settle is remembered as unsure."""
    led = pack.LED_MASK[trick[0][1]]
    if bit & led:
        return
    where = number // hand.players + 1
    script = hand.record.transcript
    whole = script.wholes[script.half_at(number)][seat]
    if remaining[seat] & led:
        hand.offend(Infraction("revoke", seat, FOLLOW, number, where, bit))
        return
    if not whole:
        hand.unsure += ((seat, number),)
    if hand.profile.undercut != "enforced" or (hand.trump is None and hand.declaration is not None):
        return
    trump = pack.LED_MASK[bit] if hand.trump is None else pack.SUIT_MASKS[hand.trump]  # unknown, it may be any suit
    higher = [card for _, card in trick if card & trump and (card < bit if hand.royal else card > bit)]
    if led == trump or not bit & trump or not higher:
        return
    if hand.trump is not None and remaining[seat] & ~trump:
        hand.offend(Infraction("undercut", seat, UNDERCUT, number, where, bit))
    elif not whole or remaining[seat] & ~trump:
        hand.unsure += ((seat, number),)


def trick_winner(hand: Hand, trick: list[tuple[int, int]], mask: int) -> int | None:
    """The seat that wins a trick, `mask` its cards (TH-PLAY-3); None when trump is unknown and might decide it."""
    led = pack.LED_MASK[trick[0][1]]
    if hand.declaration is not None and hand.declaration.kind == "trip":
        return _trip_winner(trick, mask & led, len(hand.winners) + 1 == hand.size.tricks)
    if hand.trump is None:
        if mask & ~led:
            return None
        top = mask
    else:
        top = mask & pack.SUIT_MASKS[hand.trump] or mask & led
    best = pack.lowest(top) if hand.royal else pack.highest(top)
    return next(seat for seat, bit in trick if bit == best)


def _trip_winner(trick: list[tuple[int, int]], led: int, last: bool) -> int:
    """The seat that wins a trick of a trip: before the last trick 9, A and 10 are equal and beat the J (TH6-2)."""

    def strength(bit: int) -> int:
        rank = pack.TEXT_OF[bit][0]
        return bit if last else (2 << 24 if rank in "9AT" else 1 << 24 if rank == "J" else bit)

    return max(((seat, bit) for seat, bit in trick if bit & led), key=lambda play: strength(play[1]))[0]


def lost_by(hand: Hand, winner: int) -> None:
    """Note the trick that loses a declared hand (TH-THUN-6, TH6-2, TH6-3)."""
    declared = hand.declaration
    if declared is None or hand.lost_at is not None:
        return
    if declared.kind == "trip":
        if len(hand.winners) == hand.size.tricks and winner != declared.seat:
            hand.lost_to = winner
        return
    team = team_may_win(declared.kind, hand.profile)
    held = winner == declared.seat or (team and (winner ^ declared.seat) & 1 == 0)
    if not held:
        hand.lost_to, hand.lost_at = winner, len(hand.winners) * hand.players


def _elsewhere(given: tuple[int, ...]) -> list[int]:
    """For each seat the cards that the deal gives to others."""
    everybodys = 0
    for cards in given:
        everybodys |= cards
    return [everybodys & ~cards for cards in given]
