"""The last two matches of a round end at the same instant: the round behind is laid once, and for all of them."""

from typing import Any

import pytest

from tests.support.services.formats import give, planned, sound, stage
from tests.support.services.races import Race, last_hand, race
from tests.thunee_tournaments.services.conftest import game, match, thunee
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def last_two(transactional_db: None, organiser: Any, write: Any) -> Tournament:
    """Eight teams; of the first round two matches are over, and in the others one thunee is missing to the end."""
    tournament = planned(organiser, 8, [stage("knockout", seed_anew=True)])
    for number in (3, 4):
        give(organiser, tournament, number, "A")
    for number in (1, 2):
        for _ in range(2):
            write(game(tournament, number), thunee("A"))
    return tournament


def is_laid(tournament: Tournament) -> bool:
    meet = [{team.name if team else "" for team in match(tournament, number).teams} for number in (5, 6)]
    games = [match(tournament, number).games.count() for number in (5, 6)]
    return meet == [{"Team 1", "Team 4"}, {"Team 2", "Team 3"}] and games == [1, 1]


def test_a_round_whose_last_two_matches_end_at_once_is_followed_by_the_next(
    race: Race, last_two: Tournament, organiser: Any
) -> None:
    assert race.words([last_hand(last_two, number, organiser, at="publish") for number in (1, 2)]) == ["done", "done"]
    assert is_laid(last_two)
    last_two.refresh_from_db()
    sound(last_two)


def test_control_without_the_locks_it_is_not(race: Race, last_two: Tournament, organiser: Any) -> None:
    orders = [last_hand(last_two, number, organiser, at="publish", without="lock") for number in (1, 2)]
    assert race.words(orders) != ["done", "done"] or not is_laid(last_two)
