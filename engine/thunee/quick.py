"""Reading what is written plainly, in one go: whole hands of four, in turn, card by card, as the engine writes them.

Most records are such. Whatever here is not just so, the reader that explains (`engine.record.read`) looks at instead:
it accepts and refuses, and what it makes is the same; a property test holds the two to that. Steps over all cards at
once take the place of a loop here, which is what makes it quick.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from marshal import dumps
from operator import itemgetter
from typing import Any

from .. import games
from ..events import Marked
from ..faults import RecordError
from ..forms import Form
from ..profiles import Profile, build
from ..record import FORMAT, MOST_EVENTS, UNMADE, Before, Event, HandRecord, Mark
from ..shapes import RawRecord
from . import pack
from .race import winner
from .reading import event_of
from .tally_form import MOST_BALLS, read_claim
from .transcript import CALLING, Transcript, Words, leads_of, rows_of, sorted_marks

GAME, PLAYERS, CARDS = "thunee", 4, 24
KEYS = frozenset(("format", "game", "rules", "players", "dealer", "before", "deal", "events", "claimed", "note", "id"))
RULES = frozenset(("rules",))
TYPE, SEAT, CARD = map(itemgetter, ("type", "seat", "card"))
ALL_PLAYS, ALL_OF_THREE = ["play"] * CARDS, [3] * CARDS
MOST_TEXT = 100
MOST_KEPT = 4096
MOST_WORDS = 12
NOTHING_YET = Before()
NOBODY = (None,) * PLAYERS
NOTHING_DEALT = (0,) * PLAYERS
# Two cards as they stand in a packet, as a mask; in BEGINS with the blank after them.
PAIR = {f"{card} {other}": pack.BIT[card] | pack.BIT[other] for card, other in permutations(pack.BIT, 2)}
BEGINS = {f"{pair} ": mask for pair, mask in PAIR.items()}
PLAIN = 1  # of marshal's ways of writing the one that writes the same for the same, and another for 1, True and 1.0
# What is raised for what is not plain.
ODD = (LookupError, TypeError, ValueError, AttributeError, RecursionError, RecordError)
_Key = tuple[Any, ...]
Turns = tuple[tuple[int, ...], tuple[int, ...]]


class Kept:
    """What was read before and never changes, so that it is read once: words by how they are written, and rules."""

    def __init__(self) -> None:
        self.said: dict[bytes, Event] = {}
        self.callings: dict[bytes, Words] = {}
        self.turns: dict[bytes, Turns] = {}
        self.lines: dict[bytes, tuple[Event, ...]] = {}
        self.openings: dict[_Key, HandRecord] = {}
        self.profiles: dict[_Key, Profile] = {}


KEPT = Kept()


def room(kept: Mapping[Any, Any]) -> bool:
    """Whether more may be kept."""
    return len(kept) < MOST_KEPT


def read_plainly(given: RawRecord, default_rules: Any) -> HandRecord | None:
    """The record, or None for one that has to be looked at more closely."""
    try:
        return _read(given, default_rules)
    except ODD:
        return None


def _read(given: RawRecord, default_rules: Any) -> HandRecord | None:
    record = opening(given, default_rules)
    if record is None or not carried(record, given):
        return None
    deal = given.get("deal")
    record.deal = deal if deal is None else [*map(list.copy, deal)]
    record.transcript = _transcript(given["events"], record.deal)
    return None if record.transcript is None else record


def opening(given: RawRecord, default_rules: Any) -> HandRecord | None:
    """A record that has all but its deal, its events and what `carried` takes over."""
    stated, dealer = frozenset(given), given["dealer"]
    if not stated <= KEYS or given["format"] != FORMAT or type(dealer) is not int or not 0 <= dealer < PLAYERS:
        return None
    if "players" in stated and (type(given["players"]) is not int or given["players"] != PLAYERS):
        return None
    rules = given.get("rules")
    if rules is None and default_rules is not None:
        rules, stated = default_rules, stated | RULES
    profile = _profile(rules)
    before = _before(given["before"], profile) if "before" in stated else NOTHING_YET
    if before is None:
        return None
    record = HandRecord.__new__(HandRecord)
    record.format, record.game, record.module = FORMAT, GAME, games.load(GAME)
    record.players, record.dealer, record.rules, record.profile = PLAYERS, dealer, rules, profile
    record.before, record.tally, record.stated, record.written = before, None, stated, UNMADE
    return record


def like(kept: HandRecord) -> HandRecord:
    """Another record with the same opening."""
    record = HandRecord.__new__(HandRecord)
    record.format, record.game, record.module = FORMAT, GAME, kept.module
    record.players, record.dealer, record.rules, record.profile = PLAYERS, kept.dealer, kept.rules, kept.profile
    record.before, record.tally, record.stated, record.written = kept.before, None, kept.stated, UNMADE
    return record


def carried(record: HandRecord, given: RawRecord) -> bool:
    """Take over what is only carried through, and the claim; False if one of them has to be looked at."""
    note, name, claimed = given.get("note"), given.get("id"), given.get("claimed")
    if not (note is None or _is_plain_text(note)) or not (name is None or _is_plain_text(name)):
        return False
    record.note, record.id, record.claimed = note, name, None
    if claimed is not None:
        form = Form(PLAYERS)
        record.claimed = read_claim(form, claimed)
        return not form.errors
    return True


def _is_plain_text(text: Any) -> bool:
    return type(text) is str and len(text) < MOST_TEXT and text.isascii()


def _profile(rules: Any) -> Profile:
    """The rules of that name, or with those changes. Raises RecordError where there are none."""
    # Without the types of the values, 1 and True would be one key.
    key = (*rules.items(), *map(type, rules.values())) if type(rules) is dict else (rules, type(rules))
    profile = KEPT.profiles.get(key)
    if profile is None:
        profile = build(rules, GAME)
        if room(KEPT.profiles):
            KEPT.profiles[key] = profile
    return profile


def _before(value: Any, profile: Profile) -> Before | None:
    called, balls = value["khanuck_called"], value["balls"]
    a, b = balls["A"], balls["B"]
    if type(a) is not int or type(b) is not int or type(called) is not bool or len(value) != 2 or len(balls) != 2:
        return None
    if not (0 <= a <= MOST_BALLS and 0 <= b <= MOST_BALLS) or winner((a, b), called, profile) is not None:
        return None
    return Before((a, b), called)


def _transcript(events: Any, deal: Any) -> Transcript | None:
    """What the events come to; None unless everybody played in turn and just what was dealt, all of the pack."""
    if type(events) is not list or not CARDS <= len(events) <= MOST_EVENTS:
        return None
    types = [*map(TYPE, events)]
    if types.count("play") != CARDS:
        return None
    words = None
    if types[-CARDS:] == ALL_PLAYS:
        plays = events[-CARDS:]
    else:
        words = [place for place, kind in enumerate(types) if kind != "play"]
        plays = events.copy()
        for place in reversed(words):
            del plays[place]
    if [*map(len, plays)] != ALL_OF_THREE:
        return None
    seats = (*map(SEAT, plays),)
    turns = turns_of(dumps(seats, PLAIN), seats)
    bits = (*map(pack.BIT.__getitem__, map(CARD, plays)),)
    said = before_play(events[:-CARDS]) if words is None else _words(events, words)
    return None if turns is None or said is None else whole(*turns, bits, said, deal)


def turns_of(key: bytes, seats: tuple[int, ...]) -> Turns | None:
    """The seats, and who led each trick; None unless everybody played in turn. There are 4,096 ways to do so, each
    known by two keys: as marshal writes it, and seat by seat."""
    turns = KEPT.turns.get(key)
    if turns is None and [*map(type, seats)].count(int) == CARDS:
        leads = leads_of(seats)
        if leads is not None:
            turns = KEPT.turns[key] = seats, leads
    return turns


def whole(
    seats: tuple[int, ...], leads: tuple[int, ...], bits: tuple[int, ...], said: Words, deal: list[list[str]] | None
) -> Transcript | None:
    """A whole play in turn; None unless it is of just what was dealt, all of the pack."""
    # No sum of 24 bits is the whole pack but that of all its cards.
    if sum(bits) != pack.FULL_PACK:
        return None
    first, dealt = (NOBODY, _played(seats, bits)) if deal is None else _dealt(deal)
    if sum(dealt) != pack.FULL_PACK:
        return None
    rows = rows_of(leads, bits, dealt)
    if rows is None:
        return None
    return Transcript.of(seats, bits, said, first, NOTHING_DEALT if deal is None else dealt, dealt, rows)


def before_play(front: list[Any]) -> Words | None:
    """What was said before the first card: mostly the calling, of which there are few that differ."""
    key = dumps(front, PLAIN)
    words = KEPT.callings.get(key)
    if words is None:
        marks = marks_of(front, range(len(front)))
        words = None if marks is None else (marks, *sorted_marks(marks, PLAYERS))
        if words is not None and len(front) <= MOST_WORDS and room(KEPT.callings):
            KEPT.callings[key] = words
    return words


def _words(events: list[Any], places: list[int]) -> Words | None:
    """What was said before the first card and between the others."""
    front = next((number for number, place in enumerate(places) if place > number), len(places))
    begun, later = before_play(events[:front]), marks_of(events, places[front:], front)
    return None if begun is None or later is None else with_later(begun, later)


def with_later(begun: Words, later: tuple[Mark, ...]) -> Words:
    """The words before the first card, and those between the others."""
    if not CALLING.isdisjoint([mark.event.type for mark in later]):
        return (marks := begun[0] + later), *sorted_marks(marks, PLAYERS)
    return begun[0] + later, begun[1], begun[2] + later


def marks_of(events: list[Any], places: Sequence[int], before: int = 0) -> tuple[Mark, ...] | None:
    """What is no card, each as the reader that explains reads it, and once for all that say the same."""
    marks: list[Mark] = []
    for number, place in enumerate(places, before):
        key = dumps(events[place], PLAIN)
        event = KEPT.said.get(key)
        if event is None:
            form = Form(PLAYERS)
            event = event_of(form, events[place], "")
            if form.errors or event is None:
                return None
            if room(KEPT.said):
                KEPT.said[key] = event
        marks.append(Marked(place - number, place, event))
    return tuple(marks)


def _dealt(deal: list[list[str]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first packet of each seat as a mask, and its whole hand. Raises what a dict raises for anything else."""
    (four_a, two_a), (four_b, two_b), (four_c, two_c), (four_d, two_d) = deal
    a = BEGINS[four_a[:6]] | PAIR[four_a[6:]]
    b = BEGINS[four_b[:6]] | PAIR[four_b[6:]]
    c = BEGINS[four_c[:6]] | PAIR[four_c[6:]]
    d = BEGINS[four_d[:6]] | PAIR[four_d[6:]]
    return (a, b, c, d), (a | PAIR[two_a], b | PAIR[two_b], c | PAIR[two_c], d | PAIR[two_d])


def _played(seats: tuple[int, ...], bits: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat played, as masks."""
    hands = [0] * PLAYERS
    for seat, bit in zip(seats, bits, strict=True):
        hands[seat] |= bit
    return tuple(hands)
