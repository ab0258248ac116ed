"""Two organisers steer at the same instant: what is played next is changed once, two that wait meet once."""

from typing import Any

import pytest

from tests.support.services.formats import give, planned, stage
from tests.support.services.races import Race, race
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.services import queries
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
BEST = {"take": "ranks", "stage": 1, "first": 1, "last": 1}
WHY = "The hall closes at ten."


@pytest.fixture
def groups(transactional_db: None, organiser: Any) -> Tournament:
    return planned(organiser, 4, [stage("groups", groups=2), stage("knockout", feed=BEST)])


@pytest.fixture
def waiting(transactional_db: None, organiser: Any) -> Tournament:
    """Three teams, of which two wait on different wins."""
    tournament = planned(organiser, 3, [stage("streak", wins=3, entries=1), stage("knockout")])
    give(organiser, tournament, 1, "A")
    return tournament


@pytest.fixture
def level(transactional_db: None, organiser: Any) -> Tournament:
    """Four teams after the one round of a Swiss: two won it and are level, and so are the two others."""
    alone = [stage("swiss", rounds=1, order=["score", "lot"])]
    tournament = planned(organiser, 4, alone)
    for number in (1, 2):
        give(organiser, tournament, number, "A")
    return tournament


def plays_off(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    """The same two are to play it off, twice."""
    winners = [team.pk for team in queries.level_teams(tournament.stages.get())[0]]
    said = {"tournament": tournament.pk, "teams": winners, "stage": 1, "reason": WHY}
    return [{"act": "set_play_off", "actor": organiser.pk, "said": said, "pause": 0.3, "at": "level", **more}] * 2


def plans(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    """One plays a league next, the other nothing more; both have seen the same plan."""
    stages = list(tournament.stages.order_by("order"))
    first = {"format": stages[0].format, "parameters": stages[0].parameters}
    seen = {"tournament": tournament.pk, "was": queries.mark_of_plan(stages), "reason": WHY}
    return [
        {
            "act": "change_coming",
            "actor": organiser.pk,
            "said": {**seen, "stages": wish},
            "pause": 0.3,
            "at": "plan",
            **more,
        }
        for wish in ([first, stage("league", feed=BEST)], [first])
    ]


def taps(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    """The same two are let meet, twice."""
    entries = [entry.number for entry in queries.in_queue(stage_of(tournament))]  # type: ignore[arg-type]
    said = {"tournament": tournament.pk, "entries": entries, "reason": WHY}
    return [{"act": "let_meet", "actor": organiser.pk, "said": said, "pause": 0.3, "at": "queue", **more}] * 2


def met_once(tournament: Tournament) -> bool:
    return tournament.stages.get(order=1).matches.count() == 2 and redraw.check(tournament) == []


def test_of_two_changes_of_what_is_played_next_one_happens(race: Race, groups: Tournament, organiser: Any) -> None:
    assert race.words(plans(groups, organiser)) == ["done", "done_already"]


def test_control_of_the_plan_without_the_lock_both_do(race: Race, groups: Tournament, organiser: Any) -> None:
    assert race.words(plans(groups, organiser, without="lock")) != ["done", "done_already"]


def test_two_that_are_level_play_it_off_once_however_often_it_is_tapped(
    race: Race, level: Tournament, organiser: Any
) -> None:
    assert race.words(plays_off(level, organiser)) == ["done", "have_met"]
    assert level.stages.get().matches.count() == 3
    assert redraw.check(level) == []


def test_control_of_the_play_off_without_the_locks_they_do_not(race: Race, level: Tournament, organiser: Any) -> None:
    assert race.words(plays_off(level, organiser, without="lock")) != ["done", "have_met"]


def test_two_that_wait_meet_once_however_often_it_is_tapped(race: Race, waiting: Tournament, organiser: Any) -> None:
    assert race.words(taps(waiting, organiser)) == ["done", "not_waiting"]
    assert met_once(waiting)


def test_control_of_the_meeting_without_the_locks_they_do_not(race: Race, waiting: Tournament, organiser: Any) -> None:
    got = race.words(taps(waiting, organiser, without="lock"))
    assert got != ["done", "not_waiting"] or not met_once(waiting)
