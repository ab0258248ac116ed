"""What the forms of the games beside Thunee share: totals, deals, events and claims, as `engine/scores.py` reads them.

`seats` is how many score for themselves, or None where partners score together.
"""

from collections.abc import Iterable

from engine.events import Table
from engine.scores import MOST_POINTS
from thunee_tournaments.api.records.parts import (
    Schema,
    card,
    either,
    items,
    just,
    or_null,
    packet,
    sides,
    text,
    thing,
    whole,
    word,
)

POINTS = whole(-MOST_POINTS, MOST_POINTS)
LONGEST_PACKET = 300
PACK = 52


def before(seats: int | None) -> Schema:
    """The totals before the hand."""
    scores = sides(POINTS, both=True) if seats is None else items(POINTS, seats, seats)
    return or_null(thing({}, {"scores": scores}))


def claimed(kinds: Iterable[str], seat: Schema, seats: int | None, more: dict[str, Schema] | None = None) -> Schema:
    """What the table wrote as the result."""
    by_side = dict.fromkeys("AB", or_null(POINTS))
    scores = thing({}, by_side) if seats is None else items(or_null(POINTS), seats, seats)
    parts = {"kind": or_null(word(kinds)), "seat": or_null(seat), "scores": or_null(scores)}
    return or_null(thing({}, {**(more or {}), **parts}))


def deal(seats: int, size: int) -> Schema:
    """A packet for each seat, or null; an empty list says as little as no deal."""
    hand = items(either(text(packet(card(), size), LONGEST_PACKET), items(text(card()), size, size)), 1, 1)
    return either(items(or_null(hand), seats, seats), {"type": "array", "maxItems": 0}, {"type": "null"})


def some_cards(least: int) -> Schema:
    """Cards as one text or as a list."""
    several = packet(card())
    written = text(several if least else f"(?:{several})?", LONGEST_PACKET)
    return either(written, items(text(card()), PACK, least))


def events(table: Table, fields: dict[str, Schema]) -> list[Schema]:
    """Every type of event with its fields."""
    return [
        thing(
            {"type": just(kind), **{name: fields[name] for name in needed}},
            {name: or_null(fields[name]) for name in optional},
        )
        for kind, (needed, optional) in table.items()
    ]
