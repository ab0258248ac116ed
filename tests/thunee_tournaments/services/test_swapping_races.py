"""Two teams change places while a hand is written at the table of one of them: one of the two happens."""

from typing import Any

import pytest

from tests.support.services.races import Race, last_hand, race
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

ONE_OF_THEM = (["done", "has_played"], ["done", "not_here"])  # the other is told why not

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def drawn(transactional_db: None, organiser: Any) -> Tournament:
    return draw(organiser, 4)


def orders(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    """A hand on the sheet of match 1, and a team of that match changing places with one of match 2."""
    said = {
        "tournament": tournament.pk,
        "team": match(tournament, 1).team("A").pk,
        "other": match(tournament, 2).team("A").pk,
        "reason": "One family.",
    }
    swap = {"act": "swap_teams", "actor": organiser.pk, "said": said, "pause": 0.3, **more}
    return [last_hand(tournament, 1, organiser, at="entry", **more), swap]


def sound(tournament: Tournament, teams: list[Any]) -> bool:
    """Whether a hand that is written stands on the sheet of the teams that played it, and all can be made again."""
    tournament.refresh_from_db()
    one = match(tournament, 1)
    written = MatchGame.objects.filter(match=one, sheet__seq__gt=0).exists()
    still = [team.pk for team in one.teams if team] == teams
    return written == still and not redraw.check(tournament) and not replay.check(tournament)


def test_a_hand_and_a_change_of_places_at_once_leave_the_hand_with_who_played_it(
    race: Race, drawn: Tournament, organiser: Any
) -> None:
    teams = [team.pk for team in match(drawn, 1).teams if team]
    got = race.words(orders(drawn, organiser))
    assert got in ONE_OF_THEM
    assert sound(drawn, teams)


def test_one_tapped_twice_at_once_is_one(race: Race, drawn: Tournament, organiser: Any) -> None:
    swap = orders(drawn, organiser)[1]
    before = [[team.pk for team in one.teams if team] for one in first_round(drawn)]
    teams = [match(drawn, number).team("A") for number in (1, 2)]
    swap["said"]["seeds"] = [team.seed for team in teams if team]
    assert race.words([swap, swap]) == ["done", "done_already"]
    assert [[team.pk for team in one.teams if team] for one in first_round(drawn)] != before
    assert redraw.check(drawn) == []


def first_round(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(stage__tournament=tournament, round__number=1).order_by("number"))


def test_control_without_the_locks_it_does_not(race: Race, drawn: Tournament, organiser: Any) -> None:
    teams = [team.pk for team in match(drawn, 1).teams if team]
    got = race.words(orders(drawn, organiser, without="lock"))
    assert got not in ONE_OF_THEM or not sound(drawn, teams)
