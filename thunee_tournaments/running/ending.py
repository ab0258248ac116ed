"""Deciding a match without play, and closing a tournament."""

from django.contrib.auth.models import User

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tournaments.models import Tournament


def award_walkover(*, actor: User, match: Match, side: str, reason: str) -> Match:
    """Give the match to side "A" or "B" because the other did not come or cannot go on. The reason is published.

    Refused: teams_unknown, match_over, reason_missing.
    """
    raise NotImplementedError


def withdraw_walkover(*, actor: User, match: Match, reason: str) -> Match:
    """Take a walkover back: the match is ready to play again. Refused: no_walkover, successor_begun."""
    raise NotImplementedError


def close_tournament(*, actor: User, tournament: Tournament, reason: str = "") -> Tournament:
    """Close it: nothing is written any more. Before the final is decided only with a reason (final_open)."""
    raise NotImplementedError
