"""Plain hands from lines of JSON straight into columns, without a record of each.

Of a line that is written as `thunee.quick_lines` has it, the deal and the cards stand each at a place of its own and
are read for many lines at once, byte by byte; what stands before the deal, and the calling, are few that differ, so
what they come to is found once. Every line that is not quite so is left over, to be read and judged by itself.
"""

import re
from array import array
from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ..profiles import Profile
from ..record import HandRecord
from ..thunee import pack, quick
from ..thunee.quick_lines import LONGEST, SPACED, TIGHT, Written, begun_with, opening_of
from ..thunee.transcript import Transcript, Words
from .columns import Column, Columns, settled
from .forms import CardForm, DealForm
from .judging import CHUNK

ANY = (pack.FULL_PACK,) * quick.PLAYERS  # hands in which nothing is missing
# What may stand behind the cards: the end of the events, a note and an id, in plain text.
CARRIED = re.compile(rb'\](?:, ?"note": ?"[ !#-\[\]-~]{0,99}")?(?:, ?"id": ?"[ !#-\[\]-~]{0,99}")?\}')


class Calling(NamedTuple):
    """What the words before the first card come to: who sets which suit trump, for what call, and whether it is out of
    the whole hand or the first four cards."""

    trumper: Any
    trump: Any
    call: Any
    blind: Any
    last_card: Any


class Line(NamedTuple):
    """What else a line says: its number, that of its calling, who deals, the score before, and the rules' number."""

    row: Any
    calling: Any
    dealer: Any
    a: Any
    b: Any
    khanuck_called: Any
    profile: Any


class _Known:
    """What lines have come to so far, by the words they have in common."""

    def __init__(self, default_rules: Any) -> None:
        self.default_rules = default_rules
        self.numbers: dict[tuple[int, Profile, bytes], int | None] = {}
        self.callings: list[Calling] = []
        self.profiles: dict[Profile, int] = {}

    def calling(self, opening: HandRecord, begun: bytes, way: Written) -> int | None:
        """The number of a calling; None where it is out of the ordinary."""
        key = opening.dealer, opening.profile, begun
        if key not in self.numbers:
            self.numbers[key] = self._settle(opening, begun_with(begun, way))
        return self.numbers[key]

    def _settle(self, opening: HandRecord, words: Words | None) -> int | None:
        if words is None or words[2]:
            return None
        record = quick.like(opening)
        record.transcript = Transcript.of((), (), words, ANY, ANY, ANY, None)
        hand = settled(record)
        if hand is None:
            return None
        last_card = any(event.type == "trump" and event.last_card for _at, _place, event in words[1])
        self.callings.append(Calling(hand.trumper, hand.trump, hand.call, hand.blind, last_card))
        return len(self.callings) - 1


class _Packing:
    """Some lines that are written in one way: what was found of each, until all are looked at together."""

    def __init__(self, way: Written, known: _Known) -> None:
        self.way, self.known = way, known
        self.card, self.deal = CardForm(way), DealForm(way)
        self.lines = array("i")
        self.cards, self.deals = bytearray(), bytearray()

    def take(self, row: int, line: bytes) -> bool:
        """Whether the line is written plainly, as far as can be told before all are looked at together."""
        way, known = self.way, self.known
        start = line.find(way.opening)
        stop = start + self.card.all_but_comma
        if start < 0 or len(line) > LONGEST or not CARRIED.fullmatch(line, stop):
            return False
        front, mark, begun = line[:start].rpartition(way.events)
        head, _mark, deal = front.partition(way.deal)
        opening = opening_of(head, bool(deal), known.default_rules)
        if not mark or opening is None or len(deal) != self.deal.size:
            return False
        calling = known.calling(opening, begun, way)
        if calling is None:
            return False
        number = known.profiles.setdefault(opening.profile, len(known.profiles))
        before = opening.before
        self.lines.extend((row, calling, opening.dealer, *before.pair, before.khanuck_called, number))
        self.cards += line[start:stop]
        self.cards += way.comma
        self.deals += deal
        return True

    def columns(self) -> tuple[Columns, list[int]]:
        """The hands as columns, and the lines that are none after all."""
        line = Line(*np.array(self.lines, dtype=np.int32).reshape(-1, len(Line._fields)).T)
        callings = np.array(self.known.callings, dtype=np.int32).reshape(-1, len(Calling._fields))
        calling = Calling(*callings[line.calling].T)
        seats, cards, played = self.card.read(self.cards)
        packets, dealt_out = self.deal.read(self.deals)
        hands = _BIT.take(packets).reshape(-1, quick.PLAYERS, 6)
        dealt = np.bitwise_or.reduce(hands, axis=2)
        leads = seats[:, ::4]
        in_turn = (seats == ((leads[:, :, None] + _STEPS) & 3).reshape(seats.shape)).all(axis=1)
        plain = played & dealt_out & in_turn & _each_its_own(dealt, seats, cards) & _held(calling, hands)
        columns = Columns(
            cards=cards, leads=leads, dealt=dealt, dealer=line.dealer, trumper=calling.trumper, trump=calling.trump,
            call=calling.call, blind=calling.blind.astype(bool), balls=np.stack([line.a, line.b], axis=1),
            khanuck_called=line.khanuck_called.astype(bool), profile=line.profile, row=line.row,
            profiles=tuple(self.known.profiles),
        )  # fmt: skip
        return columns.part(plain), line.row[~plain].tolist()


_STEPS = np.arange(quick.PLAYERS, dtype=np.uint8)
_BIT = np.array([1 << place if place < quick.CARDS else 0 for place in range(256)], dtype=np.uint32)
_SUITS = np.array(pack.SUIT_MASKS, dtype=np.uint32)


def _each_its_own(dealt: Column, seats: Column, cards: Column) -> Column:
    """Whether every card was played once, by the seat it was dealt to: then the deal is the whole pack."""
    bits = _BIT.take(cards)
    once = np.bitwise_or.reduce(bits, axis=1) == pack.FULL_PACK
    own = (np.take_along_axis(dealt, (seats & 3).astype(np.intp), axis=1) & bits) != 0
    result: Column = once & own.all(axis=1)
    return result


def _held(calling: Calling, hands: Column) -> Column:
    """Whether the trumper held the suit that was set (TH-CALL-4): others are judged with that."""
    trumpers = hands[np.arange(len(hands)), calling.trumper]
    first, whole = (np.bitwise_or.reduce(trumpers[:, :size], axis=1) for size in (4, 6))
    result: Column = (np.where(calling.last_card, whole, first) & _SUITS.take(calling.trump)) != 0
    return result


def pack_lines(lines: Iterable[bytes], default_rules: Any = None) -> tuple[Columns, list[int]]:
    """The plain hands among lines of JSON as columns, `row` the place of each among the lines, and the places of all
    others, in order: those are to be read and judged one by one. Blank lines are among the others."""
    known, others, parts = _Known(default_rules), list[int](), list[Columns]()
    left = enumerate(lines)
    while some := list(islice(left, CHUNK)):
        spaced, tight = _Packing(SPACED, known), _Packing(TIGHT, known)
        others += [row for row, line in some if not _taken(row, line.strip(), spaced, tight)]
        for packing in (spaced, tight):
            columns, odd = packing.columns()
            others += odd
            parts.append(columns)
    parts = parts or [_Packing(SPACED, known).columns()[0]]
    return Columns.joined(parts, tuple(known.profiles)), sorted(others)


def _taken(row: int, line: bytes, spaced: _Packing, tight: _Packing) -> bool:
    try:
        return (line.startswith(SPACED.begins) and spaced.take(row, line)) or (
            line.startswith(TIGHT.begins) and tight.take(row, line)
        )
    except quick.ODD:
        return False
