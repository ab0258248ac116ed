"""Reading what is written plainly, in one go: whole hands of four, in turn, card by card, as the engine writes them.

Most records are such. Whatever here is not just so, the reader that explains (`engine.record.read`) looks at instead:
it accepts and refuses, and what it makes is the same; a property test holds the two to that. Steps over all cards at
once take the place of a loop here, which is what makes it quick.
"""

from collections.abc import Sequence
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
from .transcript import CALLING, Transcript, Words, rows_of, sorted_marks

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
_Key = tuple[Any, ...]


class Kept:
    """What was read before and never changes, so that it is read once: words by how they are written, and rules."""

    def __init__(self) -> None:
        self.said: dict[bytes, Event] = {}
        self.callings: dict[bytes, Words] = {}
        self.profiles: dict[_Key, Profile] = {}


KEPT = Kept()


def read_plainly(given: RawRecord, default_rules: Any) -> HandRecord | None:
    """The record, or None for one that has to be looked at more closely."""
    try:
        return _read(given, default_rules)
    except (LookupError, TypeError, ValueError, AttributeError, RecordError):
        return None


def _read(given: RawRecord, default_rules: Any) -> HandRecord | None:
    stated, dealer = frozenset(given), given["dealer"]
    if not stated <= KEYS or given["format"] != FORMAT or type(dealer) is not int or not 0 <= dealer < PLAYERS:
        return None
    if "players" in stated and (type(given["players"]) is not int or given["players"] != PLAYERS):
        return None
    record = HandRecord.__new__(HandRecord)
    record.note, record.id = given.get("note"), given.get("id")
    if not (record.note is None or _is_plain_text(record.note)) or not (record.id is None or _is_plain_text(record.id)):
        return None
    rules = given.get("rules")
    if rules is None and default_rules is not None:
        rules, stated = default_rules, stated | RULES
    deal = given.get("deal")
    if deal is not None:
        deal = [*map(list.copy, deal)]
    script, profile = _transcript(given["events"], deal), _profile(rules)
    before = _before(given["before"], profile) if "before" in stated else NOTHING_YET
    if before is None or script is None:
        return None
    claimed = given.get("claimed")
    if claimed is not None:
        form = Form(PLAYERS)
        claimed = read_claim(form, claimed)
        if form.errors:
            return None
    record.format, record.game, record.module = FORMAT, GAME, games.load(GAME)
    record.players, record.dealer, record.rules, record.profile = PLAYERS, dealer, rules, profile
    record.deal = deal
    record.before, record.transcript, record.tally, record.claimed = before, script, None, claimed
    record.stated, record.written = stated, UNMADE
    return record


def _is_plain_text(text: Any) -> bool:
    return type(text) is str and len(text) < MOST_TEXT and text.isascii()


def _profile(rules: Any) -> Profile:
    """The rules of that name, or with those changes. Raises RecordError where there are none."""
    # Without the types of the values, 1 and True would be one key.
    key = (*rules.items(), *map(type, rules.values())) if type(rules) is dict else (rules, type(rules))
    profile = KEPT.profiles.get(key)
    if profile is None:
        profile = build(rules, GAME)
        if len(KEPT.profiles) < MOST_KEPT:
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
    bits = (*map(pack.BIT.__getitem__, map(CARD, plays)),)
    # No sum of 24 bits is the whole pack but that of all its cards.
    if [*map(type, seats)].count(int) != CARDS or sum(bits) != pack.FULL_PACK:
        return None
    first, dealt = (NOBODY, _played(seats, bits)) if deal is None else _dealt(deal)
    if sum(dealt) != pack.FULL_PACK:
        return None
    rows = rows_of(seats, bits, dealt)
    said = _before_play(events[:-CARDS]) if words is None else _words(events, words)
    if rows is None or said is None:
        return None
    return Transcript.of(seats, bits, said, first, NOTHING_DEALT if deal is None else dealt, dealt, rows)


def _before_play(front: list[Any]) -> Words | None:
    """What was said before the first card: mostly the calling, of which there are few that differ."""
    key = dumps(front, PLAIN)
    words = KEPT.callings.get(key)
    if words is None:
        marks = _marks(front, range(len(front)))
        words = None if marks is None else (marks, *sorted_marks(marks, PLAYERS))
        if words is not None and len(front) <= MOST_WORDS and len(KEPT.callings) < MOST_KEPT:
            KEPT.callings[key] = words
    return words


def _words(events: list[Any], places: list[int]) -> Words | None:
    """What was said before the first card and between the others."""
    front = next((number for number, place in enumerate(places) if place > number), len(places))
    begun, later = _before_play(events[:front]), _marks(events, places[front:], front)
    if begun is None or later is None:
        return None
    if not CALLING.isdisjoint([mark.event.type for mark in later]):
        return (marks := begun[0] + later), *sorted_marks(marks, PLAYERS)
    return begun[0] + later, begun[1], begun[2] + later


def _marks(events: list[Any], places: Sequence[int], before: int = 0) -> tuple[Mark, ...] | None:
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
            if len(KEPT.said) < MOST_KEPT:
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
