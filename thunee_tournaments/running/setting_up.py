"""Making a tournament and saying what it is played by."""

import datetime
from typing import Any

from django.contrib.auth.models import User

from thunee_tournaments.tournaments.models import Tournament


def create_tournament(
    *,
    actor: User,
    name: str,
    slug: str = "",
    cause: str = "",
    venue: str = "",
    date: datetime.date | None = None,
    preset: str = "durban-classic",
    changes: dict[str, Any] | None = None,
    best_of: int = 1,
) -> Tournament:
    """A new tournament in state draft, with `actor` as its organiser. Any user who is logged in may.

    Without `slug` one is made from the name. Refused: name_missing, too_long, slug_taken, slug_reserved, bad_rules
    (with `errors` by parameter), bad_best_of.
    """
    raise NotImplementedError


def update_details(
    *, actor: User, tournament: Tournament, name: str, cause: str, venue: str, date: datetime.date | None
) -> Tournament:
    """Change what a tournament is called and where and when it is. The slug stays: links have been handed out."""
    raise NotImplementedError


def set_rules(*, actor: User, tournament: Tournament, preset: str, changes: dict[str, Any]) -> Tournament:
    """Choose the rules: a preset and single parameters that differ from it. Refused after the draw (rules_frozen).

    Refused bad_rules has `errors` with path (the parameter) and message. A change to the preset's own value is dropped.
    """
    raise NotImplementedError


def set_match_length(*, actor: User, tournament: Tournament, best_of: int) -> Tournament:
    """Matches are best of 1, 3 or 5 games. Refused after the draw."""
    raise NotImplementedError
