"""Bidding round the table, and what is said before the cards: bids, passes, doubles, trump.

A pass need not be written down: a bid by a later seat says that those before it passed. A bid that is not allowed is
left out of account, as if it had not been made.
"""

from ..events import Event, Mark
from ..faults import after_the_end
from ..rulebook import Trace
from ..tricks import NO_TRUMP
from . import egyptian, four_hundred, tarneeb
from .facts import SEATS, SUIT_LETTERS, SUIT_WORDS, Hand, Sides, Solo

LEAST, MOST = 7, 13
HEARTS = 1


class Auction:
    """The bidding of two sides; `mode` says how it goes round.

    `one_round`: a turn each, and the dealer, last, may equal the highest bid. `rounds`: until three pass in a row, and
    who passed stays out. `open`: until four turns in a row brought no new bid.
    """

    def __init__(self, dealer: int, mode: str) -> None:
        self.dealer, self.mode = dealer, mode
        self.holder: int | None = None
        self.level = (0, 0)  # tricks, and the rank of the suit where suits are bid
        self.doubled = False
        self.last = dealer
        self.turns = 0  # taken, in one round
        self.out: set[int] = set()
        self.idle = 0  # turns since the last new bid

    @property
    def over(self) -> bool:
        """Whether nobody may speak any more."""
        if self.mode == "one_round":
            return self.turns == SEATS
        if self.mode == "rounds":
            return len(self.out | {self.holder}) == SEATS if self.holder is not None else len(self.out) == SEATS
        return self.idle >= SEATS

    @property
    def passed_out(self) -> bool:
        """Whether all four passed."""
        return self.over and self.holder is None

    @property
    def due(self) -> int:
        """Whose turn it is; only while the bidding lasts."""
        after = [(self.last + step) % SEATS for step in range(1, SEATS + 1)]
        return next(seat for seat in after if self.mode != "rounds" or seat not in self.out)

    def bid(self, seat: int, tricks: int, rank: int = 0) -> bool:
        """Take a bid into account; False, and nothing changed, where it is not allowed."""
        passed = self._passed_before(seat)
        if passed is None or not LEAST <= tricks <= MOST:
            return False
        equals = self.mode == "one_round" and seat == self.dealer and self.holder is not None
        if (tricks, rank) <= self.level and not (equals and tricks == self.level[0]):
            return False
        self._spoke(seat, passed, new_bid=True)
        self.holder, self.level, self.doubled = seat, (tricks, rank), False
        return True

    def passes(self, seat: int | None) -> None:
        """Take a pass into account; one that changes nothing is let be."""
        if self.over:
            return
        seat = self.due if seat is None else seat
        passed = self._passed_before(seat)
        if passed is not None:
            self._spoke(seat, passed)
            self.out.add(seat)

    def double(self, seat: int) -> bool:
        """Take a double into account; False, and nothing changed, where it is not allowed."""
        passed = self._passed_before(seat)
        if passed is None or self.holder is None or self.doubled or (seat ^ self.holder) & 1 == 0:
            return False
        self._spoke(seat, passed)
        self.doubled = True
        return True

    def _passed_before(self, seat: int) -> list[int] | None:
        """Those who passed without a word if `seat` speaks now; None if it may not speak."""
        if self.over:
            return None
        if self.mode == "one_round":
            turn = (seat - self.dealer - 1) % SEATS
            return None if turn < self.turns else [(self.dealer + 1 + t) % SEATS for t in range(self.turns, turn)]
        between: list[int] = []
        while (other := (self.last + 1 + len(between)) % SEATS) != seat:
            between.append(other)
        if self.mode == "rounds":
            return None if seat in self.out or seat == self.holder else between
        return None if self.idle + len(between) >= SEATS else between

    def _spoke(self, seat: int, passed: list[int], new_bid: bool = False) -> None:
        self.turns = (seat - self.dealer - 1) % SEATS + 1
        self.out.update(passed)
        self.idle = 0 if new_bid else self.idle + len(passed) + 1
        self.last = seat


def settle(hand: Hand, trace: Trace) -> None:
    """Who declares what and what is trump, from all that was said before and during the play."""
    style = hand.style
    marks = _settle_solo(hand, style, trace) if isinstance(style, Solo) else _settle_sides(hand, style, trace)
    _settle_trump(hand, marks, trace)
    if hand.ended_at is not None:
        events = hand.record.events or ()
        for place in range(hand.ended_at + 1, len(events)):
            hand.wrong(f"events[{place}]", after_the_end(events[place].type))


def _bid(auction: Auction, event: Event, trace: Trace) -> bool:
    """Take a bid into account, which cancels a double before it (TAR-EG-3); False where it is not allowed."""
    doubled = auction.doubled
    assert event.seat is not None
    allowed = auction.bid(event.seat, event.tricks or 0, rank_of(event))
    if allowed and doubled:
        trace.note(egyptian.CANCELLED, event.seat & 1, over=event.seat)
    return allowed


def _settle_sides(hand: Hand, style: Sides, trace: Trace) -> list[Mark]:
    """Go through the bidding (TAR-BID-1, TAR-BID-2, TAR-EG-1, TAR-EG-2); what was said about trump is returned."""
    auction = Auction(hand.record.dealer, style.auction(hand.profile))
    marks: list[Mark] = []
    for mark in hand.script.marks:
        event = mark.event
        closed = bool(mark.at or marks)
        if event.type == "trump":
            marks.append(mark)
        elif event.type == "bid" and event.seat is not None:
            if closed or not _bid(auction, event, trace):
                _leave_out(hand, style, mark, trace)
        elif event.type == "double" and event.seat is not None:
            allowed = style.named_suit and not closed and auction.double(event.seat)
            refused = egyptian.BAD_DOUBLE if style.named_suit else tarneeb.NO_DOUBLE
            trace.note(egyptian.DOUBLED if allowed else refused, event.seat & 1, **_by(event, allowed))
            if not allowed:
                hand.offend("bad_bid", event.seat, refused.rule, mark)
        elif event.type == "pass" and not closed:
            auction.passes(event.seat)
        if auction.passed_out:
            hand.ended_at = mark.place
            break
    hand.open = not (auction.over or marks or hand.script.bits)
    hand.declarer, hand.doubled = auction.holder, auction.doubled
    if auction.holder is not None:
        hand.bid = auction.level[0]
        if style.named_suit:
            hand.trump = _suit_of_rank(auction.level[1])
        if not hand.open:
            _note_holder(hand, style, trace)
    return marks


def _by(event: Event, allowed: bool) -> dict[str, int | None]:
    return {"seat" if allowed else "wrong": event.seat}


def _leave_out(hand: Hand, style: Sides, mark: Mark, trace: Trace) -> None:
    event = mark.event
    assert event.seat is not None
    suit = {"suit": SUIT_WORDS[SUIT_LETTERS.index(event.suit or "nt")]} if style.named_suit else {}
    trace.note(style.bid_left_out, event.seat & 1, None, seat=event.seat, left_out=event.tricks, **suit)
    hand.offend("bad_bid", event.seat, style.bid_left_out.rule, mark)


def _note_holder(hand: Hand, style: Sides, trace: Trace) -> None:
    assert hand.declarer is not None
    suit = {"suit": SUIT_WORDS[hand.trump or 0]} if style.named_suit else {}
    trace.note(style.bid_stands, hand.declarer & 1, hand.bid, seat=hand.declarer, bid=hand.bid, **suit)


def rank_of(event: Event) -> int:
    """The rank of the suit a bid names: clubs 0, diamonds, hearts, spades, no trump 4 (TAR-EG-1)."""
    return NO_TRUMP if event.suit == "nt" else egyptian.SUIT_ORDER.index(event.suit) if event.suit else 0


def _suit_of_rank(rank: int) -> int:
    return NO_TRUMP if rank == NO_TRUMP else "shdc".index(egyptian.SUIT_ORDER[rank])


def _settle_solo(hand: Hand, style: Solo, trace: Trace) -> list[Mark]:
    """Take the four bids, and see whether they are enough (FH-BID-1, FH-BID-2, FO-1); count who was slow."""
    hand.trump = HEARTS
    marks: list[Mark] = []
    for mark in hand.script.marks:
        event = mark.event
        if event.type == "trump":
            marks.append(mark)
        elif event.type == "slow" and event.seat is not None:
            hand.slow[event.seat] += 1
        elif event.type == "bid" and event.seat is not None and not mark.at and _may_bid(hand, style, event):
            hand.bids[event.seat] = event.tricks
            if None not in hand.bids and enough(hand, style, trace) is False:
                hand.ended_at = mark.place
                break
        elif event.type in ("bid", "pass", "double"):
            seat = _next_to_bid(hand) if event.seat is None else event.seat
            trace.note(style.bid_left_out, seat & 1, seat=seat, left_out=event.tricks or 0)
            hand.offend("bad_bid", seat, style.bid_left_out.rule, mark)
    hand.open = None in hand.bids
    return marks


def _may_bid(hand: Hand, style: Solo, event: Event) -> bool:
    seat, tricks = event.seat or 0, event.tricks or 0
    return hand.bids[seat] is None and style.least(hand.before[seat]) <= tricks <= MOST


def _next_to_bid(hand: Hand) -> int:
    order = [(hand.record.dealer + step) % SEATS for step in range(1, SEATS + 1)]
    return next((seat for seat in order if hand.bids[seat] is None), order[0])


def enough(hand: Hand, style: Solo, trace: Trace) -> bool | None:
    """Whether the four bids come to what is needed; None when one is unknown."""
    bids = [bid for bid in hand.bids if bid is not None]
    if len(bids) < SEATS:
        return None
    needed = style.needed(hand.before)
    if sum(bids) < needed:
        trace.note(style.too_few, None, sum=sum(bids), too_few=needed)
        return False
    trace.note(style.enough, None, sum=sum(bids), needed=needed)
    return True


def _settle_trump(hand: Hand, marks: list[Mark], trace: Trace) -> None:
    """What is trump: named, bid, led first, or always hearts (TAR-BID-3, TAR-EG-1, FH-TRUMP-1)."""
    style = hand.style
    if isinstance(style, Sides) and hand.declarer is None and marks:
        hand.declarer = marks[0].event.seat
    fixed = hand.trump
    if fixed is None and hand.profile.game == "tarneeb" and hand.profile.trump_by == "first_lead":
        fixed = _first_led(hand, marks)
        if fixed is not None and fixed != NO_TRUMP:
            trace.note(tarneeb.LED, None, suit=SUIT_WORDS[fixed])
            hand.trump = fixed
    kept: Mark | None = None
    for mark in marks:
        if _trump_allowed(hand, mark, fixed, trace):
            kept = _keep(hand, mark, kept)
    if kept is not None and fixed in (None, NO_TRUMP):
        hand.trump = SUIT_LETTERS.index(kept.event.suit or "nt")
        trace.note(tarneeb.NAMED, (kept.event.seat or 0) & 1, seat=kept.event.seat, suit=SUIT_WORDS[hand.trump])


def _first_led(hand: Hand, marks: list[Mark]) -> int | None:
    """The suit of the first card; NO_TRUMP where the declarer may say so and did; None before a card is played."""
    if hand.profile.no_trump == "on" and any(mark.event.suit == "nt" for mark in marks):
        return NO_TRUMP
    pack = hand.script.pack
    return pack.suits.index(pack.led[hand.script.bits[0]]) if hand.script.bits else None


def _trump_allowed(hand: Hand, mark: Mark, fixed: int | None, trace: Trace) -> bool:
    """Whether a word about trump counts; one that does not is an infraction, left out of account."""
    event = mark.event
    suit = SUIT_LETTERS.index(event.suit or "nt")
    seat = event.seat or 0
    barred = suit == NO_TRUMP and fixed is None and hand.profile.game == "tarneeb" and hand.profile.no_trump == "off"
    if not barred and fixed in (None, suit):
        if hand.declarer is not None and (seat ^ hand.declarer) & 1:
            side = "AB"[hand.declarer & 1]
            hand.wrong(f"events[{mark.place}].seat", f"side {side} declares and names trump, not seat {seat}")
        elif hand.declarer is not None and seat != hand.declarer:
            hand.offend("bad_trump", seat, hand.style.lead, mark)
        return True
    line = tarneeb.BAD_TRUMP if hand.by_side else four_hundred.NOT_TRUMP
    trace.note(line, seat & 1, wrong=seat, said=SUIT_WORDS[suit])
    hand.offend("bad_trump", seat, hand.style.lead, mark)
    return False


def _keep(hand: Hand, mark: Mark, kept: Mark | None) -> Mark:
    """The first word about trump stands; another one that differs is a fault."""
    if kept is None:
        return mark
    if (kept.event.seat, kept.event.suit) != (mark.event.seat, mark.event.suit):
        hand.wrong(f"events[{mark.place}]", "trump was set already")
    return kept
