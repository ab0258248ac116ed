"""An event ready to be played: its teams, its rules, its draw, its people."""

from collections.abc import Callable
from random import Random

from django.contrib.auth.models import User

from thunee_tournaments.running import acts
from thunee_tournaments.tournaments.models import Role, Tournament

TABLES = 16


def prepare(
    format: str, teams: int, rng: Random, organiser: User, referee: User, preset: str, best_of: int
) -> Tournament:
    """A drawn tournament of this format, all its tables called."""
    tournament = acts.create_tournament(
        actor=organiser, name=f"Simulated {format.replace('+', ' into ')} {teams}", preset=preset, best_of=best_of
    )
    Role.objects.create(tournament=tournament, user=referee, role=Role.Name.CHIEF_REFEREE)
    names = "\n".join(f"Team {n}: Player {n}a, Player {n}b" for n in range(1, teams + 1))
    pasted = acts.enter_pasted_teams(actor=organiser, tournament=tournament, text=names)
    if pasted.problems:
        raise ValueError(pasted.problems[0].message)
    acts.draw_lot_seeds(actor=organiser, tournament=tournament, lot=f"{rng.getrandbits(128):032x}")
    FORMATS[format](organiser, tournament, f"{rng.getrandbits(128):032x}")
    tournament.refresh_from_db()
    acts.set_table_count(actor=organiser, tournament=tournament, count=min(TABLES, max(1, teams // 2)))
    acts.assign_tables(actor=organiser, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def _knockout(organiser: User, tournament: Tournament, lot: str) -> None:
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=lot)


FORMATS: dict[str, Callable[[User, Tournament, str], None]] = {"knockout": _knockout}
