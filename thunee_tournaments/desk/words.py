"""What the catalogue and the presets are called at the desk, in the reader's language."""

from django.utils.translation import gettext, gettext_lazy

from engine import profiles
from engine.profiles import Parameter, Value
from thunee_tournaments.tournaments.games import GAMES

ROLE_NOTES = {
    "organiser": gettext_lazy("Runs everything, and gives others their roles."),
    "chief_referee": gettext_lazy("As a referee, and may let one decide despite a conflict of interest."),
    "referee": gettext_lazy("Corrects hands, signs for a side, decides disputes and appeals."),
    "scorekeeper": gettext_lazy("Writes hands down with an account of their own."),
    "treasurer": gettext_lazy("Sees the desk's pages, and keeps the money."),
    "viewer": gettext_lazy("Sees the desk's pages, and changes nothing."),
}

PART_NOTES = {
    "organiser": gettext_lazy("Runs every event of the organisation, makes new ones, and invites others."),
    "treasurer": gettext_lazy("Keeps the money of every event, and sees the desk's pages."),
    "viewer": gettext_lazy("Sees the desk's pages of every event, and changes nothing."),
}


def preset_title(name: str) -> str:
    """ "Durban classic" for `durban-classic`."""
    return gettext(profiles.preset_title(name))


def presets() -> list[tuple[str, str, str]]:
    """Every preset of every game: name, title, and what it is like in a sentence or two."""
    return [(name, preset_title(name), str(note)) for game in GAMES.values() for name, note in game.presets.items()]


def value_text(parameter: Parameter, value: Value) -> str:
    """A parameter's value in words: what a word means, a number as it is, "none" for nothing."""
    if value is None:
        return gettext("none")
    if parameter.choices is not None:
        return gettext(parameter.choices[str(value)])
    return str(value)


def by_name(game: str) -> dict[str, Parameter]:
    """The parameters of a game by their names."""
    return {parameter.name: parameter for parameter in profiles.parameters(game)}
