"""The small forms of the desk. What a field may hold is for the services to say; here is only what it looks like."""

from collections.abc import Sequence
from datetime import date
from typing import Any, TypedDict

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from engine.games import game_of
from thunee_tournaments.desk.words import presets
from thunee_tournaments.teams.names import MAX_NAME
from thunee_tournaments.teams.paste import MAX_PLAYERS
from thunee_tournaments.tournaments.games import title as game_title
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Organisation
from thunee_tournaments.tournaments.slugs import MAX_SLUG

ZONE_ONLY = [("no", _("any other table will do")), ("yes", _("wait for a table there"))]

BEST_OF = [("1", _("One game")), ("3", _("Best of 3")), ("5", _("Best of 5"))]


def _most(name: str) -> int | None:
    """How long a text of a tournament may be."""
    field: Any = Tournament._meta.get_field(name)
    most: int | None = field.max_length
    return most


def text_line(label: Any, most: int | None, **kwargs: Any) -> forms.CharField:
    """A line of text."""
    widget = kwargs.pop("widget", forms.TextInput(attrs={"autocomplete": "off"}))
    return forms.CharField(label=label, max_length=most, widget=widget, **kwargs)


def one_of(
    label: Any, choices: Any = (), *, missing: Any = None, css: str = "choice-list", **kwargs: Any
) -> forms.ChoiceField:
    """One of several buttons; `missing`: what is said where none is chosen."""
    widget = forms.RadioSelect(attrs={"class": css})
    errors = {"required": missing} if missing else None
    return forms.ChoiceField(label=label, choices=choices, widget=widget, error_messages=errors, **kwargs)


def own_words(
    label: Any, help_text: Any, most: int, *, missing: Any = None, rows: int = 2, required: bool = True
) -> forms.CharField:
    """A few lines in somebody's own words; `missing`: what is said where there are none."""
    widget = forms.Textarea(attrs={"rows": rows})
    errors = {"required": missing} if missing else None
    return forms.CharField(
        label=label, help_text=help_text, max_length=most, required=required, widget=widget, error_messages=errors
    )


def _day(**kwargs: Any) -> forms.DateField:
    return forms.DateField(
        label=_("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"],
        error_messages={"invalid": _("Write the date as year-month-day, such as 2025-11-01.")},
        **kwargs,
    )


def preset_field() -> forms.ChoiceField:
    """The presets of every game, each with a sentence about it, Thunee's first."""
    choices: dict[str, list[tuple[str, Any]]] = {}
    for name, title, note in presets():
        group = game_title(str(game_of(name)))
        choices.setdefault(group, []).append((name, format_html("{}<small>{}</small>", title, note)))
    return one_of(_("Game, and rules to start from"), list(choices.items()))


def players_field() -> forms.TypedChoiceField:
    """How many play at a table."""
    return forms.TypedChoiceField(
        label=_("Players at a table"),
        choices=[("4", _("Four")), ("2", _("Two")), ("6", _("Six"))],
        coerce=int,
        help_text=_("Two or six for Thunee alone. Tunge seats three where four do not come out even."),
        widget=forms.RadioSelect(attrs={"class": "cols-3"}),
    )


def best_of_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("A match is"),
        choices=BEST_OF,
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "cols-3"}),
    )


class Details(TypedDict):
    """What a tournament is called, and where and when it is."""

    name: str
    cause: str
    venue: str
    date: date | None


class NewTournament(Details):
    """What `create_tournament` is told."""

    slug: str
    preset: str
    players: int
    best_of: int
    organisation: Organisation | None


class DetailsForm(forms.Form):
    """What a tournament is called, and where and when it is."""

    name = text_line(
        _("Name"),
        _most("name"),
        error_messages={"required": _("The tournament needs a name.")},
    )
    cause = text_line(
        _("Cause"),
        _most("cause"),
        required=False,
        help_text=_("What the money is raised for, if it is."),
    )
    venue = text_line(_("Venue"), _most("venue"), required=False)
    date = _day()

    def details(self) -> Details:
        typed = self.cleaned_data
        return {"name": typed["name"], "cause": typed["cause"], "venue": typed["venue"], "date": typed["date"]}


def holder_choices(holders: Sequence[Organisation], alone: bool) -> list[tuple[str, Any]]:
    """Who can hold an event, by their ids; "" is nobody but its own people."""
    none = [("", _("no organisation: its own people alone"))] if alone else []
    return [*((holder.public_id, holder.name) for holder in holders), *none]


def holder_field(choices: list[tuple[str, Any]]) -> forms.ChoiceField:
    """Which organisation holds an event."""
    return forms.ChoiceField(
        label=_("Organisation"),
        choices=choices,
        required=all(name for name, _label in choices),
        error_messages={"required": _("Choose an organisation from the list.")},
        help_text=_("Its members act in the event, and its receipts carry the organisation's name and numbers."),
    )


class CreateForm(DetailsForm):
    """Everything a new tournament starts with. Rules and match length can be changed until the draw."""

    slug = text_line(
        _("Web address"),
        MAX_SLUG,
        required=False,
        help_text=_(
            "Small letters, digits and dashes. Left empty, it is made from the name. It cannot be changed later."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = ["organisation", "name", "slug", "cause", "venue", "date", "preset", "players", "best_of"]

    def __init__(
        self, data: Any = None, *, holders: Sequence[Organisation] = (), alone: bool = True, **kwargs: Any
    ) -> None:
        """`holders`: the organisations for which it can be made; `alone`: whether it can be made for none."""
        super().__init__(data, **kwargs)
        self.holders = {holder.public_id: holder for holder in holders}
        self.choices_of_holder = holder_choices(holders, alone)
        if self.holders:
            self.fields["organisation"] = holder_field(self.choices_of_holder)
        self.fields["preset"] = preset_field()
        self.fields["players"] = players_field()
        self.fields["best_of"] = best_of_field()
        self.fields["players"].initial = "4"
        self.fields["players"].required = False
        self.fields["preset"].initial = presets()[0][0]
        self.fields["best_of"].initial = "1"
        self.order_fields(self.field_order)

    def new_tournament(self) -> NewTournament:
        typed = self.cleaned_data
        return {
            **self.details(),
            "slug": typed["slug"].strip().lower(),
            "preset": typed["preset"],
            "players": typed["players"] or 4,
            "best_of": typed["best_of"],
            "organisation": self.holders.get(typed.get("organisation", "")),
        }


class EnteredTeam(TypedDict):
    """A team as it is entered: `players`, those that are named."""

    name: str
    club: str
    players: list[str]


class TeamForm(forms.Form):
    """A team, its club, and up to four players: two who play and two who stand by."""

    name = text_line(_("Team"), MAX_NAME, error_messages={"required": _("The team has no name.")})
    club = text_line(_("Club"), MAX_NAME, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = [_("First player"), _("Second player"), _("Stands by"), _("Stands by")]
        for number, label in enumerate(labels[:MAX_PLAYERS], start=1):
            self.fields[f"player_{number}"] = text_line(label, MAX_NAME, required=False)

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("player_")]

    def team(self) -> EnteredTeam:
        players = [self.cleaned_data[field.name] for field in self.player_fields]
        return {
            "name": self.cleaned_data["name"],
            "club": self.cleaned_data["club"],
            "players": list(filter(None, players)),
        }


class LotForm(forms.Form):
    """A lot that was thrown in the hall, or none: then one is drawn."""

    lot = forms.CharField(
        label=_("A number thrown in the hall"),
        required=False,
        max_length=60,
        help_text=_("32 digits from 0 to 9 and a to f. Left empty, the site draws one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


class TableCountForm(forms.Form):
    """How many tables the hall has."""

    count = forms.IntegerField(
        label=_("Tables in the hall"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Say how many tables there are."),
            "invalid": _("Write a whole number, such as 8."),
        },
    )


class DrawForm(LotForm, TableCountForm):
    """What a draw still has to know: how many tables there are, whether it begins at once, and perhaps a lot."""

    held = forms.BooleanField(
        required=False, label=_("Wait until I start the evening"),
        help_text=_("Everybody can read the draw. Nobody is called to a table until you start it on the overview."),
    )  # fmt: skip
    field_order = ("count", "held", "lot")


class ReasonForm(forms.Form):
    """Why something is done that everybody will see."""

    reason = text_line(
        _("Why?"), 300, help_text=_("Everybody can read it."),
        error_messages={"required": _("Say why. Everybody can read the reason.")},
    )  # fmt: skip


def zones_field(chosen: Sequence[str], most: int) -> forms.CharField:
    """Which parts of the hall a stage is played in."""
    return text_line(
        _("Zones it is played in"), most, required=False, initial=", ".join(chosen),
        help_text=_("As the tables have them, such as “Hall B”; several with commas. Empty: anywhere."),
    )  # fmt: skip


def zone_only_field(only: bool) -> forms.ChoiceField:
    """Whether it waits for a table there."""
    label, initial = _("When no table is free there"), "yes" if only else "no"
    return forms.ChoiceField(label=label, choices=ZONE_ONLY, required=False, initial=initial)


def listed(zones: str) -> list[str]:
    """Names written with commas between them."""
    return [zone.strip() for zone in zones.split(",") if zone.strip()]
