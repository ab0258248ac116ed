"""Matches of several games, with one too many."""

from typing import Any

import pytest

from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.brackets import order, settling
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

SHORT = {"balls_to_win": 4}  # a thunee is a game


def best_of(organiser: Any, games: int, teams: int = 4, **more: Any) -> Tournament:
    return draw(organiser, teams, best_of=games, changes=SHORT, table_count=2, **more)


def play(write: Any, tournament: Tournament, number: int, sides: str) -> None:
    """Games of a match won by these sides in turn."""
    for side in sides:
        write(game(tournament, number), thunee(side))


def nth(tournament: Tournament, match_number: int, number: int) -> MatchGame:
    found = MatchGame.objects.select_related("sheet", "match__stage__tournament")
    return found.get(match=match(tournament, match_number), number=number)


def turn(correct: Any, played: MatchGame, body: dict[str, Any] | None) -> Any:
    return correct(played, played.sheet.entries.order_by("-seq").first(), body)


def beyond(tournament: Tournament, number: int) -> list[int]:
    one = match(tournament, number)
    return [found.number for found in order.surplus_in(one, settling.games_of(one))]


def sound(tournament: Tournament) -> None:
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []


@pytest.fixture
def three(organiser: Any, write: Any) -> Tournament:
    """Four teams, best of three: A wins the first match by games 1 and 3."""
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "ABA")
    assert match(tournament, 1).winning_side == "A"
    return tournament
