"""The form of a hand-record/1 as JSON Schema, as far as a schema can say it: the parts of which each game makes its own
(`engine/<game>/schema.py`), from the numbers, words and events of its reader, so that the one is never older.

A schema cannot compare two places: numbers that must add up, a card dealt twice and a game already won are refused by
the reader alone.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from .cards import RANKS
from .events import Table
from .scores import MOST_POINTS

Schema = dict[str, Any]


class RecordForm(NamedTuple):
    """A game's own parts of a record, for so many players: the keys that must be there, those that may, and what is
    demanded of the whole besides. What every record has (format, game, rules, note, id) is not among them."""

    players: int
    needed: dict[str, Schema]
    optional: dict[str, Schema]
    demands: Schema = {}


FLAG: Schema = {"type": "boolean"}
SUIT = "[shdcSHDC♠♤♥♡♦♢♣♧]"


def whole(low: int, high: int) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def just(value: str | int) -> Schema:
    """This and nothing else."""
    return {"type": "string" if isinstance(value, str) else "integer", "const": value}


def word(words: Iterable[str]) -> Schema:
    """One of several words."""
    return {"type": "string", "enum": list(words)}


def text(pattern: str, longest: int | None = None) -> Schema:
    """Text that is as a pattern has it from beginning to end."""
    return {"type": "string", "pattern": f"^{pattern}$"} | ({"maxLength": longest} if longest else {})


def either(*schemas: Schema) -> Schema:
    """Whatever one of these allows."""
    return {"anyOf": list(schemas)}


def or_null(schema: Schema) -> Schema:
    """The same, or null: what nobody wrote down."""
    if "anyOf" in schema:
        return either(*schema["anyOf"], {"type": "null"})
    allowed = {**schema, "type": [schema["type"], "null"]}
    return allowed | {"enum": [*schema["enum"], None]} if "enum" in schema else allowed


def items(schema: Schema, most: int, least: int = 0) -> Schema:
    """A list."""
    return {"type": "array", "items": schema, "minItems": least, "maxItems": most}


def thing(needed: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """An object with these keys and no others."""
    schema: Schema = {"type": "object", "properties": {**needed, **(optional or {})}, "additionalProperties": False}
    return schema | ({"required": list(needed)} if needed else {})


def sides(number: Schema, *, both: bool = False) -> Schema:
    """A number for each side; unless both are wanted, one gives the other."""
    by_side = {"A": number, "B": number}
    return thing(by_side) if both else {**thing({}, by_side), "minProperties": 1}


def card(ranks: str = RANKS) -> str:
    """The pattern of a card of these ranks, however it is spelled."""
    letters = "".join(dict.fromkeys(ranks + ranks.lower()))
    return f"(?:10|[{letters}]){SUIT}"


def packet(pattern: str, size: int | None = None) -> str:
    """The pattern of so many cards, or of any number but none."""
    return f"{pattern}(?:[ ,]+{pattern})" + ("*" if size is None else f"{{{size - 1}}}")


# --- what games beside Thunee share: totals, deals, events and claims, as `engine/scores.py` reads them

POINTS = whole(-MOST_POINTS, MOST_POINTS)
LONGEST_PACKET = 300
PACK = 52


def before(seats: int | None) -> Schema:
    """The totals before the hand. `seats` is how many score for themselves; None where partners score together."""
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
    return either(items(or_null(hand), seats, seats), items({}, 0), {"type": "null"})


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
