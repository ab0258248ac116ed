"""The order of the seeds: by hand, by lot, or the first few by hand and the rest by lot at the draw."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from thunee_tournaments.tournaments.models import Tournament


def order_seeds(*, actor: User, tournament: Tournament, teams: Sequence[str]) -> Tournament:
    """Seed the teams with these public ids 1, 2, 3 … in this order. Teams left out are unseeded: the draw places them
    by lot below the seeded ones. Refused: drawn_already, unknown_team, team_twice."""
    raise NotImplementedError


def draw_lot_seeds(*, actor: User, tournament: Tournament, lot: str | None = None) -> str:
    """Seed all teams by lot and return the lot (32 hex digits), which is stored and published. `lot` may be given, for
    a number thrown in the hall. Refused: drawn_already, bad_lot."""
    raise NotImplementedError
