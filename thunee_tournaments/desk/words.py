"""What the catalogue and the presets are called at the desk, in the reader's language."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy

from engine import profiles
from engine.profiles import Parameter, Value

STEM_TITLES = {
    "cards": gettext_lazy("The cards"),
    "deal": gettext_lazy("The deal"),
    "calling": gettext_lazy("Calling"),
    "play": gettext_lazy("Play"),
    "count": gettext_lazy("Counting"),
    "jodhi": gettext_lazy("Jodhi and murrials"),
    "declarations": gettext_lazy("Thunee, royals, blind"),
    "double": gettext_lazy("Double"),
    "khanuck": gettext_lazy("Khanuck"),
    "offences": gettext_lazy("Offences"),
    "race": gettext_lazy("The game of balls"),
}
PRESET_NOTES = {
    "durban-classic": gettext_lazy("12 balls. A jodhi after a side's own first or third trick. No backside calls."),
    "durban-modern": gettext_lazy(
        "12 balls. A jodhi after the first or third trick of the hand. Backside double and khanuck count."
    ),
    "club-strict": gettext_lazy(
        "12 balls. Calls rise one step at a time, up to 104. No blind calls, no royals, no murrials."
    ),
    "fundraiser": gettext_lazy("As Durban modern, but 13 balls and 2 to clear, for long evenings."),
}

ROLE_NOTES = {
    "organiser": gettext_lazy("Runs everything, and gives others their roles."),
    "chief_referee": gettext_lazy("As a referee, and may let one decide in spite of a conflict of interest."),
    "referee": gettext_lazy("Corrects hands, signs for a side, decides disputes and appeals."),
    "scorekeeper": gettext_lazy("Writes hands down with an account of their own."),
    "treasurer": gettext_lazy("Sees the desk's pages, and keeps the money."),
    "viewer": gettext_lazy("Sees the desk's pages, and changes nothing."),
}


def stem_title(stem: str) -> str:
    """A group's title in the reader's language."""
    return str(STEM_TITLES.get(stem, stem.replace("_", " ").capitalize()))


def preset_title(name: str) -> str:
    """ "Durban classic" for `durban-classic`."""
    return gettext(profiles.preset_title(name))


def presets() -> list[tuple[str, str, str]]:
    """Every preset of Thunee: name, title, and what it is like in a sentence or two."""
    return [(name, preset_title(name), str(PRESET_NOTES.get(name, ""))) for name in profiles.presets()]


def value_text(parameter: Parameter, value: Value) -> str:
    """A parameter's value in words: what a word means, a number as it is, "none" for nothing."""
    if value is None:
        return gettext("none")
    if parameter.choices is not None:
        return gettext(parameter.choices[str(value)])
    return str(value)


def parameter_named(name: str) -> Parameter:
    """The parameter of Thunee with this name. Raises KeyError."""
    return BY_NAME[name]


BY_NAME: dict[str, Any] = {parameter.name: parameter for parameter in profiles.parameters()}
