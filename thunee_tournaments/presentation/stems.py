"""The groups of rules, in the order in which one would read them, and what they are called."""

from django.utils.translation import gettext_lazy

from adjudication import regulations

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
    "two-players": gettext_lazy("Two players"),
    "six-players": gettext_lazy("Six players"),
    "tarneeb": gettext_lazy("Tarneeb"),
    "egyptian-tarneeb": gettext_lazy("Egyptian Tarneeb"),
    "four-hundred": gettext_lazy("400"),
    "forty-one": gettext_lazy("Forty-One"),
    "tunge": gettext_lazy("Tunge"),
    regulations.STEM: gettext_lazy("The event's own regulations"),
}


def stem_title(stem: str) -> str:
    """A group's title in the reader's language."""
    return str(STEM_TITLES.get(stem, stem.replace("_", " ").capitalize()))
