"""Events of the games beside Thunee: what one is, and how it is read from its JSON by a table of its fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from .forms import Form
from .shapes import Raw

# type → (fields that must be there, fields that may be there or be null)
Table = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
# type → (fields that must be there, those that may be, with their defaults: where that is None they may be null)
Defaults = Mapping[str, tuple[tuple[str, ...], Mapping[str, bool | None]]]
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


AnEvent = TypeVar("AnEvent")


class Marked(NamedTuple, Generic[AnEvent]):
    """An event that is no card: after how many cards it came, its place among the events, and the event."""

    at: int
    place: int
    event: AnEvent


Mark = Marked[Event]


def marks_of(events: Sequence[Any]) -> tuple[Marked[Any], ...]:
    """Every event that is no card, with its moment."""
    marks, at = [], 0
    for place, event in enumerate(events):
        if event.type == "play":
            at += 1
        else:
            marks.append(Marked(at, place, event))
    return tuple(marks)


def read_events(form: Form, value: Any, table: Table, read_field: ReadField, most: int) -> tuple[Event, ...]:
    """The events of a record; those with faults are left out, their faults noted."""
    defaults = {kind: (needed, dict.fromkeys(optional)) for kind, (needed, optional) in table.items()}
    read = [
        read_event(form, item, f"events[{place}]", defaults, read_field)
        for place, item in enumerate(form.items(value, "events", most))
    ]
    return tuple(Event(**event) for event in read if event is not None)


def read_event(form: Form, value: Any, path: str, table: Defaults, read_field: ReadField) -> Raw | None:
    """The type and the fields of one event; None where it is none."""
    if not isinstance(value, dict) or "type" not in value:
        form.wrong(path, "must be an object with a type")
        return None
    kind = form.word(value["type"], f"{path}.type", table)
    if kind is None:
        return None
    needed, defaults = table[kind]
    event: Raw = {"type": kind, **defaults}
    for name, given in form.entries(value, path, ("type", *needed, *defaults), needed).items():
        optional = name in defaults and defaults[name] is None
        if name != "type" and not (given is None and optional):
            event[name] = read_field(form, name, given, f"{path}.{name}")
    return event
