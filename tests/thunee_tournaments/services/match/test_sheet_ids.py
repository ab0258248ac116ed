"""What the sheet of a game is called: the same on a site that went back to a copy, and on another one."""

from typing import Any

import pytest

from adjudication.models import Scoresheet
from tests.support.pages.older_copy import go_back_before_the_game
from tests.thunee_tournaments.services.conftest import draw, game, match, organiser, thunee, win, write
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services.match.games import sheet_id

__all__ = ["organiser", "win", "write"]

pytestmark = pytest.mark.django_db


def test_a_game_that_is_opened_again_after_going_back_has_the_sheet_it_had(organiser: Any, write: Any) -> None:
    event = draw(organiser, 4)
    first = match(event, 1)
    write(game(event, 1), thunee("A"))
    before = Scoresheet.objects.get(match_game__match=first)
    assert before.seq
    go_back_before_the_game(first)
    again = Scoresheet.objects.get(match_game__match=first)
    assert (again.public_id, again.seq) == (before.public_id, 0)
    assert again.pk != before.pk


def test_no_two_games_have_the_same_sheet_and_another_site_calls_it_the_same(organiser: Any, settings: Any) -> None:
    event = draw(organiser, 4)
    games = [(one, number) for one in (match(event, 1), match(event, 2)) for number in (1, 2, 3, 11)]
    here = [sheet_id(*game) for game in games]
    assert len(set(here)) == len(games)
    assert all(len(name) == 12 for name in here)
    assert MatchGame.objects.get(match=games[0][0]).sheet.public_id == here[0]
    settings.SECRET_KEY, settings.SITE_KEY = "of another site", "of another site"
    assert here == [sheet_id(*game) for game in games]
