"""What was played in a game the match did not need counts nowhere, and what is played now is the game that is shown."""

from typing import Any

import pytest
from django.test import Client

from tests.support.public.following import KHANUCK
from tests.support.services.beyond import best_of, nth, play, turn
from tests.support.services.formats import planned, stage
from tests.support.services.surplus_games import KEEP, STRIKE, resolve
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import count, match, thunee
from thunee_tournaments.standings import event_standings
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def league(organiser: Any, write: Any) -> Tournament:
    """Two teams in a league of best of three; A has won by games 1 and 3, and made a khanuck in the third."""
    order = ["score", "khanucks", "lot"]
    tournament = planned(
        organiser, 2, [stage("league", order=order)], best_of=3, changes={"balls_to_win": 4}, table_count=1
    )
    play(write, tournament, 1, "AB")
    write(match(tournament, 1).games.get(number=3), KHANUCK)
    play(write, tournament, 1, "AAA")  # a khanuck was called: to thirteen
    return tournament


def khanucks(tournament: Tournament) -> dict[str, Any]:
    [table] = event_standings.standings(tournament)["stages"][0]["tables"]
    return {row["name"]: row["values"]["khanucks"] for row in table["rows"]}


@pytest.mark.parametrize("choice", [None, KEEP, STRIKE])
def test_a_khanuck_made_in_a_game_too_many_breaks_no_tie_and_is_on_no_page(
    league: Tournament, organiser: Any, correct: Any, choice: str | None
) -> None:
    played = match(league, 1)
    team = played.team("A")
    assert team is not None
    assert khanucks(league)[team.name] == 1
    page = f"/{league.slug}/team/{team.public_id}"
    assert "1 made, 0 failed" in text_of(Client().get(page))
    turn(correct, nth(league, 1, 1), thunee("B"))
    if choice:
        resolve(organiser, league, choice)
    assert set(khanucks(league).values()) == {0}
    assert "1 made" not in text_of(Client().get(page))


def test_the_score_shown_of_a_match_open_again_is_of_the_game_that_is_played_now(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "A")
    write(nth(tournament, 1, 2), count("B"))
    turn(correct, nth(tournament, 1, 1), count("A"))
    [shown] = Client().get(f"/{tournament.slug}/").context["playing"]
    assert (shown["game"], shown["after"]["balls"]) == (1, {"A": 1, "B": 0})
