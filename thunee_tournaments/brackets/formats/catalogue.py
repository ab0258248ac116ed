"""All formats a stage can have, in the order in which they are offered."""

from typing import Protocol

from thunee_tournaments.brackets.formats.base import Format
from thunee_tournaments.brackets.formats.double_elimination import DoubleElimination
from thunee_tournaments.brackets.formats.groups import Groups
from thunee_tournaments.brackets.formats.knockout import Knockout
from thunee_tournaments.brackets.formats.league import League
from thunee_tournaments.brackets.formats.streak import Streak
from thunee_tournaments.brackets.formats.swiss import Swiss
from thunee_tournaments.brackets.formats.tables import Tables

FORMATS: dict[str, Format] = {
    format_.key: format_
    for format_ in (
        Knockout(),
        DoubleElimination(),
        Groups(),
        Swiss(),
        Streak(),
        League(),
        Tables(),
    )
}


class HasFormat(Protocol):
    """A stage: it says its format by its key."""

    format: str


def format_of(stage: HasFormat) -> Format:
    """The format of a stage. Raises KeyError for one nobody knows."""
    return FORMATS[stage.format]


def keys_of(trait: str) -> list[str]:
    """The keys of the formats that have this trait, such as "sold": for a question to the database."""
    return [key for key, format_ in FORMATS.items() if getattr(format_, trait)]
