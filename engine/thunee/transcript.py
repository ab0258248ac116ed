"""A record as the engine reads it: cards as bits, hands as masks, what was said with its moment.

Nothing here is judged: what a seat held is taken from the deal, from the cards it played, and from the hands of all the
others where only one is unwritten.
"""

from collections.abc import Iterable
from itertools import accumulate, chain
from operator import or_
from typing import Any

from ..events import marks_of
from ..record import Event, Mark
from . import pack
from .sizes import SIZES, Size

CALLING = frozenset(("call", "pass", "trump", "declare"))
FOUR_WHOLE = (True,) * 4
ALL_WHOLE = (FOUR_WHOLE,)
FOUR = SIZES[4]
TURNS = tuple((lead, (lead + 1) & 3, (lead + 2) & 3, (lead + 3) & 3) for lead in range(4))
# An event is never changed, so there is one for each card of each seat.
PLAYS = {(seat, card): Event("play", seat=seat, card=card) for seat in range(max(SIZES)) for card in pack.BIT}
Row = tuple[int, int, int, int, int, tuple[int, ...]]
Rows = tuple[Row, ...]
Words = tuple[tuple[Mark, ...], tuple[tuple[Any, ...], ...], tuple[Mark, ...]]  # marks, calling, said


class Transcript:
    """A record's events and deal.

    `seats` and `bits` are the cards in order, `places` their indices among the events, `gone[n]` the first n as a mask.
    `marks` is everything else: `calling` the marks of the calling, `said` those of the play.
    `halves` has, for each half of the hand, what is known of each seat's cards, and `wholes` whether that is all of
    them; `dealt` and `whole` say the same of the hand in one. `given` is what the deal says, `first` the first packet.
    `rows` are the tricks of a whole play of known hands by four, as long as every trick went round in order; else None.
    A row has the first seat, what those who did not follow were dealt of the suit led, how far from the first seat the
    highest card of that suit is, all cards as a mask, the mask of the suit led, and the cards one by one.
    """

    __slots__ = (
        "bits", "calling", "dealt", "first", "given", "halves", "kept_gone", "kept_places", "marks", "overfull", "rows",
        "said", "seats", "size", "whole", "wholes",
    )  # fmt: skip

    def __init__(self, events: tuple[Event, ...], deal: list[list[str] | None] | None, players: int) -> None:
        self.size = SIZES[players]
        plays = [(place, event) for place, event in enumerate(events) if event.type == "play"]
        self.kept_places: tuple[int, ...] | None = tuple(place for place, _ in plays)
        self.seats = tuple(event.seat for _, event in plays)
        self.bits = tuple(pack.BIT[event.card] for _, event in plays)
        self.kept_gone: tuple[int, ...] | None = None
        self.marks = marks_of(events)
        self.calling, self.said = sorted_marks(self.marks, players)
        self._deal(deal or [None] * players)
        self.rows = self._rows() if players == 4 and all(self.whole) and not self.overfull else None

    def _deal(self, deal: list[list[str] | None]) -> None:
        size = self.size
        first_half = [_mask(" ".join((hand or [])[:2])) for hand in deal]
        second_half = [_mask(" ".join((hand or [])[2:])) for hand in deal]
        self.given = tuple(a | b for a, b in zip(first_half, second_half, strict=True))
        self.first = tuple(_mask(hand[0]) if hand else None for hand in deal)
        cut = size.half * size.players
        halves = [_known(first_half, self.seats[:cut], self.bits[:cut], size.half)]
        if size.players == 2:
            halves.append(_known(second_half, self.seats[cut:], self.bits[cut:], size.half))
        if len(halves) == 1:
            halves[0] = _by_elimination(halves[0], first_half, size)
        self.halves = tuple(tuple(half) for half in halves)
        self.wholes = tuple(tuple(mask.bit_count() >= size.half for mask in half) for half in self.halves)
        self.dealt = tuple(_union(masks) for masks in zip(*self.halves, strict=True))
        self.whole = tuple(all(wholes) for wholes in zip(*self.wholes, strict=True))
        seats = range(size.players)
        self.overfull = tuple([s for s in seats if any(half[s].bit_count() > size.half for half in self.halves)])

    def _rows(self) -> Rows | None:
        if len(self.bits) != 24 or self.gone[24] != pack.FULL_PACK:
            return None
        played = [0, 0, 0, 0]
        for seat, bit in zip(self.seats, self.bits, strict=True):
            played[seat] |= bit
        leads = leads_of(self.seats) if self.dealt == tuple(played) else None
        return None if leads is None else rows_of(leads, self.bits, self.dealt)

    @classmethod
    def of(
        cls,
        seats: tuple[int, ...],
        bits: tuple[int, ...],
        words: Words,
        first: tuple[int | None, ...],
        given: tuple[int, ...],
        dealt: tuple[int, ...],
        rows: Rows | None,
    ) -> "Transcript":
        """A whole play by four, in which each played just the cards that were dealt."""
        made = cls.__new__(cls)
        made.size, made.seats, made.bits, made.kept_gone, made.kept_places = FOUR, seats, bits, None, None
        made.marks, made.calling, made.said = words
        made.first, made.given, made.dealt, made.rows = first, given, dealt, rows
        made.halves, made.wholes, made.whole, made.overfull = (dealt,), ALL_WHOLE, FOUR_WHOLE, ()
        return made

    @property
    def gone(self) -> tuple[int, ...]:
        if self.kept_gone is None:
            self.kept_gone = tuple(accumulate(self.bits, or_, initial=0))
        return self.kept_gone

    def gone_at(self, at: int) -> int:
        """The first `at` cards as a mask."""
        if self.rows is None:
            return self.gone[at]
        mask = 0
        for row in self.rows[: at // 4]:
            mask |= row[3]
        return mask | sum(self.bits[at - at % 4 : at])

    @property
    def places(self) -> tuple[int, ...]:
        if self.kept_places is None:
            words = {mark.place for mark in self.marks}
            self.kept_places = tuple(place for place in range(len(self.bits) + len(words)) if place not in words)
        return self.kept_places

    def events(self) -> tuple[Event, ...]:
        """Cards and words, each at its place, as the record has them."""
        everything = [PLAYS[seat, pack.TEXT_OF[bit]] for seat, bit in zip(self.seats, self.bits, strict=True)]
        for mark in self.marks:
            everything.insert(mark.place, mark.event)
        return tuple(everything)

    def half_at(self, at: int) -> int:
        """Which half the hand is in after `at` cards."""
        return min(at // (self.size.half * self.size.players), len(self.halves) - 1)

    def at_of(self, index: int) -> int:
        """How many cards had been played before the event at `index`."""
        return sum(1 for place in self.places if place < index)


def sorted_marks(marks: tuple[Mark, ...], players: int) -> tuple[tuple[tuple[Any, ...], ...], tuple[Mark, ...]]:
    """What was said in the calling, and what in the play; a word of the calling after the first trick is of both."""
    calling, said = [], []
    for mark in marks:
        at, place, event = mark
        if event.type not in CALLING:
            said.append(mark)
            continue
        calling.append((at, place, event))
        if at >= players:
            said.append(mark)
    return tuple(calling), tuple(said)


def leads_of(seats: tuple[int, ...]) -> tuple[int, ...] | None:
    """Who led each trick of a whole play by four; None unless every trick went round in order."""
    leads = seats[::4]
    return leads if seats == (*chain.from_iterable([TURNS[lead] for lead in leads]),) else None


def rows_of(leads: tuple[int, ...], bits: tuple[int, ...], dealt: tuple[int, ...]) -> Rows | None:
    """The tricks of a whole play by four, each in order, as rows (see Transcript); None unless all played what they
    were dealt."""
    a, b, c, d = dealt
    hands = dealt, (b, c, d, a), (c, d, a, b), (d, a, b, c)
    led_by, highest, rows = pack.LED_MASK, pack.HIGHEST, []
    left = iter(bits)
    for lead, cards in zip(leads, zip(left, left, left, left, strict=True), strict=True):
        first, second, third, fourth = cards
        a, b, c, d = hands[lead]
        if not (first & a and second & b and third & c and fourth & d):
            return None
        led = led_by[first]
        off = 0 if second & led else b
        if not third & led:
            off |= c
        if not fourth & led:
            off |= d
        trick = first | second | third | fourth
        rows.append((lead, off & led, cards.index(highest[trick & led]), trick, led, cards))
    return (*rows,)


def _known(given: list[int], seats: tuple[int, ...], bits: tuple[int, ...], size: int) -> list[int]:
    """What is known of each hand: the cards it was dealt, and where that is not all written, those it played."""
    known = list(given)
    if min(map(int.bit_count, given)) >= size:
        return known
    for seat, bit in zip(seats, bits, strict=True):
        if given[seat].bit_count() < size:
            known[seat] |= bit
    return known


def _by_elimination(known: list[int], given: list[int], size: Size) -> list[int]:
    """With one hand unwritten and all others whole, the unwritten one is the rest of the pack."""
    unwritten = [seat for seat, mask in enumerate(given) if not mask]
    others = _union(given)
    if len(unwritten) == 1 and others.bit_count() == size.half * (size.players - 1):
        known[unwritten[0]] = pack.FULL_PACK & ~others
    return known


def _mask(cards: str) -> int:
    return sum([pack.BIT[card] for card in cards.split()])


def _union(bits: Iterable[int]) -> int:
    mask = 0
    for bit in bits:
        mask |= bit
    return mask
