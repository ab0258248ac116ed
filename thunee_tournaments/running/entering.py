"""Entering teams: one by one, or a pasted list. All of it before the draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


def add_team(*, actor: User, tournament: Tournament, name: str, players: Sequence[str] = (), club: str = "") -> Team:
    """Enter one team. Refused: drawn_already, bad_team (with `errors`), name_taken, tournament_full (512)."""
    raise NotImplementedError


def edit_team(*, actor: User, team: Team, name: str, players: Sequence[str], club: str = "") -> Team:
    """Change a team's name, players and club. After the draw names may still be put right, their number may not fall."""
    raise NotImplementedError


def remove_team(*, actor: User, team: Team) -> None:
    """Take a team out before the draw; the seeds below it move up."""
    raise NotImplementedError


@dataclass(frozen=True)
class PastedTeams:
    """What came of a pasted list: the teams entered, the problems by line, and the lines that are left to put right."""

    entered: list[Team]
    problems: list[Any]  # teams.paste.Problem: .line .code .message .text
    rest: str


def enter_pasted_teams(*, actor: User, tournament: Tournament, text: str) -> PastedTeams:
    """Enter every good line of a pasted list; lines with a problem are given back in `rest`, none is lost."""
    raise NotImplementedError
