"""Events of the games beside Thunee: what one is, and how it is read from its JSON by a table of its fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.forms import Form
from engine.shapes import Raw

# type → (fields that must be there, fields that may be there or be null)
Table = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
ReadField = Callable[[Form, str, Any, str], Any]


class Event:
    """One thing that happened: its type, and the fields of that type; what it does not have is None."""

    __slots__ = ("card", "cards", "count", "seat", "suit", "tricks", "type")

    def __init__(
        self,
        type: str,
        seat: int | None = None,
        *,
        card: str | None = None,
        cards: tuple[str, ...] | None = None,
        suit: str | None = None,
        tricks: int | None = None,
        count: int | None = None,
    ) -> None:
        self.type, self.seat, self.card, self.cards = type, seat, card, cards
        self.suit, self.tricks, self.count = suit, tricks, count

    def to_dict(self) -> Raw:
        """The event as JSON; what is not known is left out."""
        pairs = {name: getattr(self, name) for name in ("type", "seat", "tricks", "suit", "card", "count", "cards")}
        if self.cards is not None:
            pairs["cards"] = list(self.cards)
        return {name: value for name, value in pairs.items() if value is not None}


class Mark(NamedTuple):
    """An event that is no card: after how many cards it came, its place among the events, and the event."""

    at: int
    place: int
    event: Event


def marks_of(events: Sequence[Event]) -> tuple[Mark, ...]:
    """Every event that is no card, with its moment."""
    marks, at = [], 0
    for place, event in enumerate(events):
        if event.type == "play":
            at += 1
        else:
            marks.append(Mark(at, place, event))
    return tuple(marks)


def read_events(form: Form, value: Any, table: Table, read_field: ReadField, most: int) -> tuple[Event, ...]:
    """The events of a record; those with faults are left out, their faults noted."""
    found = [
        _read_event(form, item, f"events[{index}]", table, read_field)
        for index, item in enumerate(form.items(value, "events", most))
    ]
    return tuple(event for event in found if event is not None)


def _read_event(form: Form, value: Any, path: str, table: Table, read_field: ReadField) -> Event | None:
    if not isinstance(value, dict) or "type" not in value:
        form.wrong(path, "must be an object with a type")
        return None
    kind = form.word(value["type"], f"{path}.type", table)
    if kind is None:
        return None
    needed, optional = table[kind]
    fields = {}
    for name, given in form.entries(value, path, ("type", *needed, *optional), needed).items():
        if name != "type" and not (given is None and name in optional):
            fields[name] = read_field(form, name, given, f"{path}.{name}")
    return Event(kind, **fields)
