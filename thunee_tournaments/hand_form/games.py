"""Which form a game's hands are entered in. A new game is a module with its form and a line here."""

from typing import Any

from engine.profiles import Profile
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.fields import HandForm
from thunee_tournaments.hand_form.four_hundred import FourHundredForm
from thunee_tournaments.hand_form.tarneeb import TarneebForm
from thunee_tournaments.hand_form.tunge import TungeForm
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

FORMS: dict[str, type[EntryForm]] = {
    "thunee": HandForm,
    "tarneeb": TarneebForm,
    "egyptian-tarneeb": TarneebForm,
    "400": FourHundredForm,
    "forty-one": FourHundredForm,
    "tunge": TungeForm,
}


def form_of(game: str) -> type[EntryForm]:
    """The form of a game. Raises KeyError for a game that has none."""
    return FORMS[game]


def typed_from(game: str, body: Body) -> Typed:
    """What the form begins with where something is written already: its figures, for somebody to change them."""
    form = form_of(game)
    typed = form.typed(body) or {}
    return {**form.first(None, 4), **{name: value for name, value in typed.items() if value is not None}}


def entry_form(data: Any = None, *, seats: list[Seat], names: Voices, profile: Profile, **kwargs: Any) -> EntryForm:
    """The form for a hand of the profile's game."""
    return form_of(profile.game)(data, seats=seats, names=names, profile=profile, **kwargs)
