"""What the catalogue and the presets are called at the desk, in the reader's language."""

from django.utils.translation import gettext, gettext_lazy

from engine import games, profiles
from engine.profiles import Parameter, Value

PRESET_NOTES = {
    "durban-classic": gettext_lazy("12 balls. A jodhi after a side's own first or third trick. No backside calls."),
    "durban-modern": gettext_lazy(
        "12 balls. A jodhi after the first or third trick of the hand. Backside double and khanuck count."
    ),
    "club-strict": gettext_lazy(
        "12 balls. Calls rise one step at a time, up to 104. No blind calls, no royals, no murrials."
    ),
    "fundraiser": gettext_lazy("As Durban modern, but 13 balls and 2 to clear, for long evenings."),
    "tarneeb": gettext_lazy("Two against two, for tricks bid and taken, to 41 points. The highest bid names trump."),
    "egyptian-tarneeb": gettext_lazy("Tarneeb with a suit in every bid, and with doubling. To 41 points."),
    "400": gettext_lazy("Partners with a score of their own each; hearts are always trump. A player at 41 wins."),
    "forty-one": gettext_lazy("As 400, with gentler points; on a tie at 41 the higher sum of a side wins."),
    "tunge": gettext_lazy("Each alone, three or four at a table, over several hands. The low total wins."),
}

ROLE_NOTES = {
    "organiser": gettext_lazy("Runs everything, and gives others their roles."),
    "chief_referee": gettext_lazy("As a referee, and may let one decide in spite of a conflict of interest."),
    "referee": gettext_lazy("Corrects hands, signs for a side, decides disputes and appeals."),
    "scorekeeper": gettext_lazy("Writes hands down with an account of their own."),
    "treasurer": gettext_lazy("Sees the desk's pages, and keeps the money."),
    "viewer": gettext_lazy("Sees the desk's pages, and changes nothing."),
}


def preset_title(name: str) -> str:
    """ "Durban classic" for `durban-classic`."""
    return gettext(profiles.preset_title(name))


def presets() -> list[tuple[str, str, str]]:
    """Every preset of every game: name, title, and what it is like in a sentence or two."""
    names = [name for game in games.GAMES for name in profiles.presets(game)]
    return [(name, preset_title(name), str(PRESET_NOTES.get(name, ""))) for name in names]


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
