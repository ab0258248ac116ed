"""What a referee may change in a what-if: the events of a hand written card by card, and the rules it is judged by."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.games import traits
from engine.profiles import Parameter, Profile, Value, presets
from thunee_tournaments.desk.words import by_name, preset_title, value_text
from thunee_tournaments.hand_form.fields import DECLARATIONS, OFFENCES, SUITS
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.presentation.rulings import fault_text
from thunee_tournaments.presentation.seats import Seat
from thunee_tournaments.presentation.stems import stem_title
from thunee_tournaments.presentation.words import card_name

Event = Body  # of the body of a hand

TITLES = {
    "call": gettext_lazy("Call"),
    "pass": gettext_lazy("Pass"),
    "trump": gettext_lazy("Trump set"),
    "declare": gettext_lazy("Declared"),
    "play": gettext_lazy("Card"),
    "jodhi": gettext_lazy("Jodhi"),
    "murrials": gettext_lazy("Murrials"),
    "double": gettext_lazy("Double"),
    "khanuck": gettext_lazy("Khanuck"),
    "accuse": gettext_lazy("Accused"),
    "redeal": gettext_lazy("Dealt again"),
}
# The fields of each event in the order of the page; those in brackets may stay empty.
FIELDS: dict[str, tuple[str, ...]] = {
    "call": ("seat", "amount", "blind", "both"),
    "pass": ("seat",),
    "trump": ("seat", "suit"),
    "declare": ("seat", "kind"),
    "play": ("seat", "card"),
    "jodhi": ("seat", "suit", "value", "jack"),
    "murrials": ("seat",),
    "double": ("seat",),
    "khanuck": ("seat",),
    "accuse": ("seat", "against", "offence", "upheld", "late"),
    "redeal": ("reason",),
}
REASONS = {
    "trumpless": gettext_lazy("No trump (trumpless)"),
    "low_hand": gettext_lazy("Low hand"),
    "exposed_card": gettext_lazy("Card exposed"),
    "other": gettext_lazy("Other reason"),
}
TICKS = {
    "blind": gettext_lazy("blind"),
    "both": gettext_lazy("both partners at once"),
    "jack": gettext_lazy("with the jack"),
    "upheld": gettext_lazy("the referee found it so"),
    "late": gettext_lazy("after the hand"),
}
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
CARDS = [rank + suit for suit in SIGNS for rank in reversed(traits("thunee").ranks)]  # whose events these are
ADDABLE = ("jodhi", "murrials", "double", "khanuck", "accuse", "call", "declare")
NUMBERS = ("seat", "against", "amount", "value")


@dataclass(frozen=True)
class EventRow:
    """An event as the page shows it: its place, what it is, its fields, and the box that leaves it out."""

    index: int
    kind: str
    title: str
    fields: list[forms.BoundField]
    out: forms.BoundField


class EventsForm(forms.Form):
    """Every event of a hand, each with its fields; one more may be added. `body()` is the record's body then."""

    def __init__(self, data: Any = None, *, body: Body, seats: Sequence[Seat]) -> None:
        super().__init__(data)
        self.written = body
        self.events: list[Event] = list(body.get("events") or [])
        self.seats = [(seat.number, seat.name) for seat in seats]
        for index, event in enumerate(self.events):
            for name in FIELDS[event["type"]]:
                self.fields[f"e{index}_{name}"] = self._field(name, event.get(name), required=True)
            self.fields[f"e{index}_out"] = forms.BooleanField(label=_("leave out"), required=False)
        self._add_one_more()
        self.places: list[int | None] = []  # of each event asked about, its index on the page; None for the added one

    def _field(self, name: str, initial: Any, *, required: bool) -> forms.Field:
        if name in TICKS:
            return forms.BooleanField(label=TICKS[name], required=False, initial=bool(initial))
        label, choices = self._choices(name)
        if not required:
            choices = [("", _("choose")), *choices]
        if initial is not None and str(initial) not in {str(value) for value, _label in choices}:
            choices = [*choices, (initial, initial)]  # whatever was written can be kept
        return forms.ChoiceField(label=label, choices=choices, required=required, initial=initial)

    def _choices(self, name: str) -> tuple[Any, list[tuple[Any, Any]]]:
        if name == "seat":
            return _("Who"), list(self.seats)
        if name == "against":
            return _("Whom"), list(self.seats)
        if name == "card":
            return _("Card"), [(card, _face(card)) for card in CARDS]
        if name == "suit":
            return _("Suit"), list(SUITS)
        if name == "kind":
            return _("What"), list(DECLARATIONS.items())
        if name == "offence":
            return _("What for"), list(OFFENCES)
        if name == "reason":
            return _("Why"), list(REASONS.items())
        if name == "amount":
            return _("How much"), [(n, n) for n in (*range(10, 101, 10), 104)]
        return _("Worth"), [(n, n) for n in (20, 30, 40, 50)]

    def _add_one_more(self) -> None:
        add = self.fields
        add["new_type"] = forms.ChoiceField(
            label=_("Add"), required=False, choices=[("", _("nothing")), *((kind, TITLES[kind]) for kind in ADDABLE)]
        )
        add["new_before"] = forms.ChoiceField(
            label=_("Before"),
            required=False,
            choices=[*((n, self.event_text(n)) for n in range(len(self.events))), (len(self.events), _("the end"))],
            initial=len(self.events),
        )
        for name in dict.fromkeys(name for kind in ADDABLE for name in FIELDS[kind]):
            add[f"new_{name}"] = self._field(name, None, required=False)

    def event_text(self, index: int) -> str:
        """An event in a few words: "trick 2, Anil: jack of hearts"."""
        event = self.events[index]
        player = next((name for seat, name in self.seats if seat == event.get("seat")), "")
        if event["type"] != "play":
            return f"{TITLES[event['type']]}, {player}" if player else str(TITLES[event["type"]])
        played = sum(earlier["type"] == "play" for earlier in self.events[:index])
        values = {"trick": played // len(self.seats) + 1, "player": player, "card": card_name(event["card"])}
        return _("trick %(trick)s, %(player)s: %(card)s") % values

    def clean(self) -> Typed:
        typed: Typed = super().clean() or self.cleaned_data
        kind = typed.get("new_type")
        for name in FIELDS.get(kind or "", ()):
            if name not in TICKS and not typed.get(f"new_{name}"):
                self.add_error(f"new_{name}", _("Choose one."))
        return typed

    def body(self) -> Body:
        """The body asked about. Of two cards changed places by one player, the second follows from the first."""
        asked: list[tuple[int | None, Event]] = []
        for index, event in enumerate(self.events):
            if not self.cleaned_data.get(f"e{index}_out"):
                fields = {name: self._value(f"e{index}_{name}", name) for name in FIELDS[event["type"]]}
                asked.append((index, event | _kept(event, fields)))
        self._swap(asked)
        if kind := self.cleaned_data.get("new_type"):
            new = {"type": kind} | {name: self._value(f"new_{name}", name) for name in FIELDS[kind]}
            place = int(self.cleaned_data.get("new_before") or len(self.events))
            at = next((n for n, (index, _event) in enumerate(asked) if index is not None and index >= place), None)
            asked.insert(len(asked) if at is None else at, (None, _kept({}, new)))
        self.places = [index for index, _event in asked]
        return {**self.written, "events": [event for _index, event in asked]}

    def _value(self, field: str, name: str) -> Any:
        value = self.cleaned_data.get(field)
        return int(value) if name in NUMBERS and value not in (None, "") else value

    def _swap(self, asked: list[tuple[int | None, Event]]) -> None:
        """A card that the same player plays elsewhere changes places with it, unless that was changed as well."""
        for index, event in asked:
            if event["type"] != "play" or index is None or event["card"] == self.events[index]["card"]:
                continue
            for other, twin in asked:
                same = twin["type"] == "play" and twin["seat"] == event["seat"] and other not in (None, index)
                if same and twin["card"] == event["card"] and twin["card"] == self.events[other or 0]["card"]:
                    twin["card"] = self.events[index]["card"]

    def place_faults(self, errors: Iterable[Mapping[str, Any]]) -> None:
        """Put the faults of a record beside the events they are about."""
        for error in errors:
            path = re.fullmatch(r"events\[(\d+)\](?:\.(\w+))?", error["path"])
            index = self.places[int(path[1])] if path and int(path[1]) < len(self.places) else None
            name = f"e{index}_{path[2]}" if path and path[2] else f"e{index}_out"
            if index is not None and name not in self.fields:
                name = f"e{index}_out"
            self.add_error(name if name in self.fields else None, fault_text(error["message"]))

    @property
    def rows(self) -> list[EventRow]:
        return [
            EventRow(
                index,
                event["type"],
                str(TITLES[event["type"]]),
                [self[f"e{index}_{name}"] for name in FIELDS[event["type"]]],
                self[f"e{index}_out"],
            )
            for index, event in enumerate(self.events)
        ]

    @property
    def parts(self) -> list[tuple[str, list[EventRow]]]:
        """The rows under headings: before the play, then trick by trick; what was said stands where it was said."""
        parts: list[tuple[str, list[EventRow]]] = []
        played = 0
        for row in self.rows:
            trick = (played if row.kind == "play" else played - 1) // len(self.seats) + 1
            title = _("Trick %(number)s") % {"number": trick} if trick else _("Before the play")
            if not parts or parts[-1][0] != title:
                parts.append((title, []))
            parts[-1][1].append(row)
            played += row.kind == "play"
        return parts

    @property
    def new_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("new_")]


def _face(card: str) -> str:
    """ "9♥ nine of hearts": short first, so that a narrow select still shows it."""
    return f"{card[0].replace('T', '10')}{SIGNS[card[1]]} {card_name(card)}"


def _kept(event: Event, fields: Event) -> Event:
    """Fields to write: what was not said stays unsaid, where it was never there."""
    return {name: value for name, value in fields.items() if name in event or name == "jack" or _is_said(value)}


def _is_said(value: Any) -> bool:
    return value is not None and value != "" and value is not False  # seat 0 is said


class RulesAskedForm(forms.Form):
    """Other rules for a what-if: another preset, or single parameters changed; empty means as it is."""

    def __init__(self, data: Any = None, *, profile: Profile, first: Sequence[str] = ()) -> None:
        super().__init__(data)
        self.profile, self.first = profile, first
        self.known = by_name(profile.game)
        in_force = _("those in force")
        choices = [("", in_force), *((name, preset_title(name)) for name in presets(profile.game))]
        self.fields["preset"] = forms.ChoiceField(label=_("Rules"), choices=choices, required=False)
        for name, parameter in self.known.items():
            self.fields[f"r_{name}"] = self._field(parameter)

    def _field(self, parameter: Parameter) -> forms.Field:
        now = value_text(parameter, self.profile.values[parameter.name])
        unchanged = _("as it is: %(value)s") % {"value": now}
        title = _(parameter.title)
        values: list[Any] = list(parameter.choices or parameter.allowed)
        if values:
            choices = [("", unchanged), *((value, value_text(parameter, value)) for value in values)]
            if parameter.nullable:
                choices.append(("none", value_text(parameter, None)))
            return forms.ChoiceField(label=title, choices=choices, required=False)
        return forms.IntegerField(
            label=title,
            required=False,
            min_value=parameter.minimum,
            max_value=parameter.maximum,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": now}),
        )

    def rules(self) -> dict[str, Value] | None:
        """What is asked about as a record's `rules`; None where nothing was changed."""
        preset = self.cleaned_data.get("preset")
        changes: dict[str, Value] = {}
        for name, parameter in self.known.items():
            typed = self.cleaned_data.get(f"r_{name}")
            if typed not in (None, ""):
                changes[name] = (
                    None if typed == "none" and parameter.nullable else typed if parameter.choices else int(typed)
                )
        if not preset and not changes:
            return None
        return ({"preset": preset} if preset else self.profile.to_rules()) | changes

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The parameters by subject: first those the ruling rests on, then the others."""
        from engine import rulebook

        first = [name for name, parameter in self.known.items() if parameter.rule in self.first]
        groups: dict[str, list[forms.BoundField]] = {}
        for name, parameter in self.known.items():
            title = _("What this ruling rests on") if name in first else stem_title(rulebook.get(parameter.rule).stem)
            groups.setdefault(title, []).append(self[f"r_{name}"])
        return sorted(groups.items(), key=lambda item: item[0] != _("What this ruling rests on"))

    @property
    def touched(self) -> bool:
        return self.is_bound and (bool(self.errors) or self.rules() is not None)
