"""Standings are looked at while a tournament is played."""

from tests.thunee_tournaments.services.conftest import correct, organiser, win, write

__all__ = ["correct", "organiser", "win", "write"]
