"""Who sits where and who deals first."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.tables.models import TableLink


def set_seats(*, actor: User, match: Match, seats: Sequence[str | None]) -> Match:
    """Put players (public ids, by seat 0 to 3; None: left open) on their seats: team a on 0 and 2, team b on 1 and 3.

    Refused: teams_unknown, wrong_seat (a player of the other team, or twice), match_over.
    """
    raise NotImplementedError


def set_first_dealer(*, actor: User, match: Match, seat: int) -> MatchGame:
    """Set by hand who deals first (seat 0 to 3) in the game about to begin. Refused once a hand is written (begun)."""
    raise NotImplementedError


def draw_dealer(*, actor: User, match: Match, lot: str | None = None) -> MatchGame:
    """Draw afresh who deals first in the game about to begin: the first black jack (TH-DEAL-1). Refused: begun."""
    raise NotImplementedError


def start_next_game(*, actor: User | TableLink, match: Match) -> MatchGame:
    """The game to be played now; its sheet is opened if it is not yet. Safe to call again. Refused: match_over,
    teams_unknown. (Settling a game opens the next by itself; this is for a page that wants to be sure.)"""
    raise NotImplementedError
