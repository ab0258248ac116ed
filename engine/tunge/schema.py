"""The form of a record of Tunge, for two to four players."""

from ..schema import (
    RecordForm,
    Schema,
    before,
    card,
    claimed,
    deal,
    either,
    events,
    items,
    just,
    or_null,
    some_cards,
    text,
    thing,
    whole,
)
from .facts import DEALT, PACK
from .reading import EVENTS, MOST_EVENTS, SEATS


def forms() -> list[RecordForm]:
    """A form for each number of players."""
    return [_form(seats) for seats in SEATS]


def _form(seats: int) -> RecordForm:
    seat = whole(0, seats - 1)
    fields = {"seat": seat, "card": text(card()), "count": whole(0, PACK), "cards": some_cards(1)}
    parts = {
        "players": just(seats),
        "before": before(seats),
        "deal": deal(seats, DEALT),
        "events": items(either(*events(EVENTS, fields)), MOST_EVENTS),
        "tally": or_null(thing({}, {"left": or_null(items(or_null(some_cards(0)), seats, seats))})),
        "claimed": claimed(("scored",), seat, seats),
    }
    return RecordForm(seats, {"dealer": seat}, parts, {} if seats == SEATS[-1] else _how_many(seats))


def _how_many(seats: int) -> Schema:
    """Fewer than four need not say how many they are where a list of all their hands or totals does."""
    hands = {"type": "array", "items": {}, "minItems": seats}
    places = [("deal", hands), ("tally", _with("left", hands)), ("before", _with("scores", hands))]
    return either({"required": ["players"]}, *(_with(name, schema) for name, schema in places))


def _with(name: str, schema: Schema) -> Schema:
    return {"type": "object", "required": [name], "properties": {name: schema}}
