"""What the forms of all games share: schemas of numbers, words, cards and objects, and the keys every record has."""

from collections.abc import Iterable
from typing import Any

from engine import games, profiles
from engine.cards import RANKS
from engine.profiles import Parameter
from engine.record import FORMAT, LONGEST_ID, LONGEST_NOTE

Schema = dict[str, Any]

# What the components of a game are called.
NAMES = {
    "thunee": "Thunee",
    "tarneeb": "Tarneeb",
    "egyptian-tarneeb": "EgyptianTarneeb",
    "400": "FourHundred",
    "forty-one": "FortyOne",
    "tunge": "Tunge",
}
NOTE: Schema = {"type": ["string", "null"], "maxLength": LONGEST_NOTE}
ID: Schema = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_ID}
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
    said: Schema = {"type": "object", "properties": {**needed, **(optional or {})}, "additionalProperties": False}
    return said | ({"required": list(needed)} if needed else {})


def sides(number: Schema, *, both: bool = False) -> Schema:
    """A number for each side; unless both are wanted, one gives the other."""
    by_side = {"A": number, "B": number}
    return thing(by_side) if both else {**thing({}, by_side), "minProperties": 1}


def card(ranks: str = RANKS) -> str:
    """The pattern of a card of these ranks, however it is spelled."""
    letters = "".join(dict.fromkeys(ranks + ranks.lower()))
    return f"(?:10|[{letters}]){SUIT}"


def packet(one: str, size: int | None = None) -> str:
    """The pattern of so many cards, or of any number but none."""
    return f"{one}(?:[ ,]+{one})" + ("*" if size is None else f"{{{size - 1}}}")


def component(name: str) -> Schema:
    """What stands among the components under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(game: str, needed: dict[str, Schema], optional: dict[str, Schema]) -> Schema:
    """A whole record: its game's own parts, and what every record has."""
    known = {"format": just(FORMAT), "game": just(game)}
    return thing({**known, **needed}, {"rules": component(f"{NAMES[game]}Rules"), **optional, "note": NOTE, "id": ID})


def rules(game: str) -> Schema:
    """A preset's name, or an object of `preset` and single parameters."""
    preset = word(games.PRESETS[game])
    single = {one.name: _parameter(one) for one in profiles.parameters(game)}
    return either(preset, thing({}, {"preset": preset, **single}), {"type": "null"})


def _parameter(one: Parameter) -> Schema:
    if one.choices is not None:
        return word(one.choices)
    said = {"type": "integer", "enum": list(one.allowed)} if one.allowed else whole(one.minimum, one.maximum)
    return or_null(said) if one.nullable else said
