"""Every draw can be made again from what is stored of it, in every game, and a change of it is noticed."""

from typing import Any

import pytest

from tests.thunee_tournaments.running.conftest import draw
from tests.thunee_tournaments.running.test_tables import drawn, matches, play
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.running import redrawing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("details", [{}, {"players": 2}, {"players": 6}, {"preset": "tarneeb"}, {"preset": "400"}])
def test_first_dealers_come_out_of_the_games_own_pack_and_seats_again(organiser: Any, details: dict[str, Any]) -> None:
    tournament = draw(organiser, 9, **details)
    assert redrawing.check(tournament) == []


def test_a_dealer_that_was_not_drawn_so_is_noticed(organiser: Any) -> None:
    tournament = draw(organiser, 9, preset="tarneeb")
    game = MatchGame.objects.filter(match__stage__tournament=tournament).first()
    assert game is not None
    game.dealer_draw |= {"dealer": (game.dealer_draw["dealer"] + 1) % 4}
    game.save()
    assert {one.where for one in redrawing.check(tournament)} == {f"match {game.match.number} game 1: first dealer"}


def test_rounds_at_tables_are_seated_again(organiser: Any) -> None:
    tournament = drawn(organiser, 7, rounds=3)
    assert redrawing.check(tournament) == []
    play(organiser, matches(tournament)[0])
    assert redrawing.check(tournament) == []


def test_players_at_another_table_than_they_were_drawn_to_are_noticed(organiser: Any) -> None:
    tournament = drawn(organiser, 7, rounds=2)
    first, second, *_later = matches(tournament)
    was = first.team_c
    Match.objects.filter(pk=first.pk).update(team_c=second.team_c)
    Match.objects.filter(pk=second.pk).update(team_c=was)
    found = {one.where for one in redrawing.check(tournament)}
    assert found == {"match 1: round and players", "match 2: round and players"}
