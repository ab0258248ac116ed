"""What the entry forms of all games share: a form for one hand at tally level, and its way to a record and back.

A game's form says what it asks, how that becomes the body of a record and how a body becomes the form again, where an
error of the record belongs, and which template draws it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.profiles import Profile
from thunee_tournaments.hand_form.typed import Body, Typed, Values
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat
from thunee_tournaments.tournaments.shapes import Words

NOBODY = ("", gettext_lazy("nobody"))
NOT_SAID = ("", gettext_lazy("not said"))
SUITS = [("s", gettext_lazy("spades")), ("h", gettext_lazy("hearts")), ("d", gettext_lazy("diamonds")),
         ("c", gettext_lazy("clubs"))]  # fmt: skip


class SeatField(forms.TypedChoiceField):
    """One of the seats, or nobody."""

    def __init__(
        self, label: Any, seats: list[Seat], *, nobody: Any = NOBODY, coerce: Any = int, **kwargs: Any
    ) -> None:
        choices: list[tuple[Any, Any]] = [(seat.number, seat) for seat in seats]
        super().__init__(
            label=label,
            choices=choices if nobody is None else [nobody, *choices],
            coerce=coerce,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            **kwargs,
        )


def choice(label: Any, choices: list[tuple[Any, Any]], *, number: bool = False, **kwargs: Any) -> forms.ChoiceField:
    """One of several buttons."""
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=int if number else str,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        **kwargs,
    )


def whole(label: Any, low: int, high: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number typed with the number keys."""
    wrong = _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "num"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
        **kwargs,
    )


class EntryForm(forms.Form):
    """A hand as a table writes it down, in one game. A subclass adds its questions in `ask`."""

    template: ClassVar[str]
    # Where an error of the record belongs: pattern of its path, field (with the pattern's groups as {0}, {1}).
    paths: ClassVar[Sequence[tuple[str, str]]] = ()
    # What the engine misses, as one would ask for it at a table, by field.
    missing: ClassVar[Mapping[str, Words]] = {}
    # Whether something was typed that no hand can have.
    impossible = False
    head = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, seats: list[Seat], names: Voices, profile: Profile, official: bool = False, **kwargs: Any
    ) -> None:
        """`official`: at the desk, where what cannot be may have to be written down as it stands on a sheet."""
        super().__init__(*args, **kwargs)
        self.profile, self.seats, self.names, self.official = profile, seats, names, official
        self.ask(seats, names, profile.values)

    def ask(self, seats: list[Seat], names: Voices, values: Values) -> None:
        """Add the questions of this game."""
        raise NotImplementedError

    def body(self) -> Body:
        """The body to send: only what was said, so that the engine can tell what is missing."""
        raise NotImplementedError

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        """What to show in the form for a body written before; None if it was written down card by card."""
        raise NotImplementedError

    @classmethod
    def first(cls, _dealer: int | None, _seats: int) -> Typed:
        """What a fresh form begins with."""
        return {}

    def opened(self) -> dict[str, bool]:
        """Which folded parts hold something and are shown open."""
        return {"claimed": any(self._holds_something(name) for name in self.fields if name.startswith("claimed"))}

    @property
    def claims(self) -> list[forms.BoundField]:
        """What the table may say the hand is worth."""
        return [self[name] for name in self.fields if name.startswith("claimed")]

    @classmethod
    def field_of(cls, path: str) -> str | None:
        """The form's field for a path in the record, or None where there is no one field."""
        for pattern, field in cls.paths:
            if match := re.fullmatch(pattern, path):
                return field.format(*match.groups())
        return None

    @property
    def marked(self) -> str:
        """The questions that are not answered well, by name."""
        return ", ".join(str(self.fields[name].label) for name in self.errors if name in self.fields)

    def typed_items(self) -> list[tuple[str, str]]:
        """Everything that was sent, to be sent again by the next page, without the head."""
        return [(name, self.data[name]) for name in self.fields if name != "head" and self.data.get(name)]

    def _holds_something(self, name: str) -> bool:
        value = self[name].value()
        nothing = value is None or value is False or value == ""  # seat 0 is something
        return not nothing or bool(self[name].errors)


def by_cards(body: Body, known: Sequence[str] = ()) -> bool:
    """Whether a body holds events that a form of figures does not know."""
    return any(event["type"] not in known for event in body.get("events", []))


def claimed_of(typed: Typed, keys: Sequence[Any]) -> list[int | None] | None:
    """The points the table says, in the order of `keys`; None where it says none."""
    points = [typed.get(f"claimed_{key}") for key in keys]
    return None if all(claimed is None for claimed in points) else points
