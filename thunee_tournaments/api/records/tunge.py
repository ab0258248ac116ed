"""The form of a record of Tunge, for two to four players."""

from engine.tunge.facts import DEALT, PACK
from engine.tunge.reading import EVENTS, MOST_EVENTS, SEATS
from thunee_tournaments.api.records.parts import Schema, card, either, items, just, or_null, record, text, thing, whole
from thunee_tournaments.api.records.scored import before, claimed, deal, events, some_cards


def _form(seats: int) -> Schema:
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
    form = record("tunge", {"dealer": seat}, parts)
    return form if seats == SEATS[-1] else {**form, **_how_many(seats)}


def _how_many(seats: int) -> Schema:
    """Fewer than four need not say how many they are where a list of all their hands or totals does."""
    hands = {"type": "array", "minItems": seats}
    places = [("deal", hands), ("tally", _with("left", hands)), ("before", _with("scores", hands))]
    return either({"required": ["players"]}, *(_with(name, schema) for name, schema in places))


def _with(name: str, schema: Schema) -> Schema:
    return {"type": "object", "required": [name], "properties": {name: schema}}


FORMS = {f"TungeRecordOf{seats}": _form(seats) for seats in SEATS}
