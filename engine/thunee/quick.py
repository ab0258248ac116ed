"""Reading what is written plainly, in one go: whole hands of four, card by card, as the engine writes records itself.

Most records are such. Whatever here is not just so, the reader that explains (`engine.record.read`) looks at instead:
it accepts and refuses, and what it makes is the same; a property test holds the two to that. Steps over all cards at
once take the place of a loop here, which is what makes it quick.
"""

from itertools import permutations
from operator import itemgetter
from typing import Any

from ..events import Marked
from ..faults import RecordError
from ..forms import Form
from ..profiles import Profile, build
from ..record import FORMAT, MOST_EVENTS, Before, Event, HandRecord, Mark
from ..shapes import RawRecord
from . import pack
from .race import winner
from .reading import PLAYS, event_of
from .tally_form import MOST_BALLS, read_claim
from .transcript import Row, Transcript, row_of

GAME, PLAYERS, CARDS = "thunee", 4, 24
KEYS = frozenset(("format", "game", "rules", "players", "dealer", "before", "deal", "events", "claimed", "note", "id"))
PARTS = itemgetter("seat", "card")
MOST_TEXT = 100
MOST_KEPT = 4096
NOTHING_YET = Before()
NOBODY = (None,) * PLAYERS
PLACES = tuple(CARDS * seat for seat in range(PLAYERS))
OF_ONE, SIX_EACH = (1 << CARDS) - 1, [6] * PLAYERS
TURNS = [tuple((lead + step) % PLAYERS for step in range(PLAYERS)) for lead in range(PLAYERS)]
# By seat and card: the event, which is never changed; the card as a bit; the same bit at its player's place, so
# that the sum of all cards is who had what.
PLAY = {
    (seat, card): (event, pack.BIT[card], pack.BIT[card] << CARDS * seat)
    for (seat, card), event in PLAYS.items()
    if seat < PLAYERS
}
# Two cards as they stand in a packet, as a mask.
PAIR = {f"{card} {other}": pack.BIT[card] | pack.BIT[other] for card, other in permutations(pack.BIT, 2)}
_Key = tuple[Any, ...]


class Kept:
    """What was read before and never changes, so that it is read once: words by all that they say, and rules."""

    def __init__(self) -> None:
        self.said: dict[_Key, Event] = {}
        self.profiles: dict[_Key, Profile] = {}


KEPT = Kept()


def read_plainly(given: RawRecord, default_rules: Any) -> HandRecord | None:
    """The record, or None for one that has to be looked at more closely."""
    try:
        return _read(given, default_rules)
    except (LookupError, TypeError, ValueError, AttributeError, RecordError):
        return None


def _read(given: RawRecord, default_rules: Any) -> HandRecord | None:
    dealer, players, name, deal = given["dealer"], given.get("players", PLAYERS), given.get("id"), given.get("deal")
    if not given.keys() <= KEYS or given["format"] != FORMAT or type(dealer) is not int or not 0 <= dealer < PLAYERS:
        return None
    if type(players) is not int or players != PLAYERS:
        return None
    if not all(text is None or _is_plain_text(text) for text in (name, given.get("note"))):
        return None
    rules = given.get("rules")
    rules = default_rules if rules is None else rules
    profile = _profile(rules)
    before = _before(given["before"], profile) if "before" in given else NOTHING_YET
    hand = _hand(given["events"], deal)
    if before is None or hand is None:
        return None
    record = HandRecord(GAME, profile, PLAYERS, dealer)
    record.rules, record.before, record.id = rules, before, name
    record.deal = None if deal is None else [*map(list, deal)]
    record.events, record.transcript = hand
    record.note, claimed = given.get("note"), given.get("claimed")
    if claimed is not None:
        form = Form(PLAYERS)
        record.claimed = read_claim(form, claimed)
        if form.errors:
            return None
    record.stated = frozenset(given) if rules is None or "rules" in given else frozenset((*given, "rules"))
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
    balls, called = value["balls"], value["khanuck_called"]
    a, b = balls["A"], balls["B"]
    if len(value) != 2 or len(balls) != 2 or type(a) is not int or type(b) is not int or type(called) is not bool:
        return None
    if not (0 <= a <= MOST_BALLS and 0 <= b <= MOST_BALLS) or winner((a, b), called, profile) is not None:
        return None
    return Before((a, b), called)


def _hand(events: Any, deal: Any) -> tuple[tuple[Event, ...], Transcript] | None:
    """The events, and what the cards come to; None unless everybody played just what was dealt, all of the pack."""
    if type(events) is not list or not CARDS <= len(events) <= MOST_EVENTS:
        return None
    words = [place for place, event in enumerate(events) if event["type"] != "play"]
    plays = events.copy()
    for place in reversed(words):
        del plays[place]
    if len(plays) != CARDS or {*map(len, plays)} != {3}:
        return None
    parts = [*map(PARTS, plays)]
    seats, _ = zip(*parts, strict=True)
    if {*map(type, seats), *map(type, events)} != {int, dict}:
        return None
    shown, bits, owned = zip(*map(PLAY.__getitem__, parts), strict=True)
    whose = sum(owned)
    dealt = whose & OF_ONE, whose >> 24 & OF_ONE, whose >> 48 & OF_ONE, whose >> 72
    first, held = (NOBODY, whose) if deal is None else _dealt(deal)
    # No sum of 24 bits is the whole pack but that of all its cards.
    if held != whose or sum(dealt) != pack.FULL_PACK or [*map(int.bit_count, dealt)] != SIX_EACH:
        return None
    marks = _marks(events, words) if words else ()
    if marks is None:
        return None
    everything = shown if not words else _in_order(shown, marks)
    given = dealt if deal is not None else (0,) * PLAYERS
    return everything, Transcript.of(seats, bits, marks, first, given, dealt, _rows(seats, bits, dealt))


def _marks(events: list[Any], places: list[int]) -> tuple[Mark, ...] | None:
    """What is no card, each as the reader that explains reads it, and once for all that say the same."""
    marks: list[Mark] = []
    for number, place in enumerate(places):
        given = events[place]
        key = (*given.items(), *map(type, given.values()))
        event = KEPT.said.get(key)
        if event is None:
            form = Form(PLAYERS)
            event = event_of(form, given, "")
            if form.errors or event is None:
                return None
            if len(KEPT.said) < MOST_KEPT:
                KEPT.said[key] = event
        marks.append(Marked(place - number, place, event))
    return tuple(marks)


def _in_order(shown: tuple[Event, ...], marks: tuple[Mark, ...]) -> tuple[Event, ...]:
    """Cards and words, each at its place."""
    everything = [*shown]
    for mark in marks:
        everything.insert(mark.place, mark.event)
    return tuple(everything)


def _rows(seats: tuple[int, ...], bits: tuple[int, ...], dealt: tuple[int, ...]) -> tuple[Row, ...] | None:
    """The tricks, as long as every one went round in order."""
    rows = []
    for start in range(0, CARDS, PLAYERS):
        lead = seats[start]
        if seats[start : start + PLAYERS] != TURNS[lead]:
            return None
        rows.append(row_of(lead, bits[start : start + PLAYERS], dealt))
    return tuple(rows)


def _dealt(deal: Any) -> tuple[tuple[int, ...], int]:
    """The first packet of each seat as a mask, and who has what. Raises what a dict raises for anything else."""
    if type(deal) is not list or len(deal) != PLAYERS or {*map(type, deal)} != {list}:
        raise TypeError
    first, whose = [], 0
    for place, (four, two) in zip(PLACES, deal, strict=True):
        if four[5] != " ":
            raise ValueError
        mask = PAIR[four[:5]] | PAIR[four[6:]]
        first.append(mask)
        whose |= (mask | PAIR[two]) << place
    return tuple(first), whose
