"""A, B and C finals: several stages share out the places of one, the best play A, those below them B."""

import random

import pytest

from tests.support.services.formats import give, planned, play, sound, stage
from tests.support.services.plates import names, next_stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.formats.fixtures import MAX_TEAMS
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages
from thunee_tournaments.standings import snapshots

pytestmark = pytest.mark.walks


def top(first, count=4):
    return {"take": "top", "stage": 1, "first": first, "count": count}


def table(tournament):
    return [line.record.team.name for line in stages.table_of(tournament.stages.get(order=1)).overall()]


@pytest.fixture
def league(organiser):
    """A league of eight that is over, before A and B finals of four each."""
    plan = [stage("league"), stage("knockout", feed=top(1)), stage("knockout", feed=top(5))]
    tournament = planned(organiser, 8, plan)
    play(organiser, tournament, random.Random(8), until=1)
    return tournament


@pytest.mark.slow
def test_those_below_the_a_final_play_b_and_stand_by_what_they_did_there(organiser, league):
    before = table(league)
    play(organiser, league, random.Random(1))
    sound(league)
    assert (set(names(league, 2)), set(names(league, 3))) == (set(before[:4]), set(before[4:]))
    rows = snapshots.read(league).data["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 3, 5, 6, 7, 7]
    assert {row["name"] for row in rows[:4]} == set(before[:4])
    by_bracket = [stages.table_of(league.stages.get(order=order)).overall() for order in (2, 3)]
    assert [rows[0]["name"], rows[4]["name"]] == [lines[0].record.team.name for lines in by_bracket]
    assert [(row["champion"], row["won_final"]) for row in rows[::4]] == [(True, ""), (False, "B")]


@pytest.mark.slow
def test_a_team_that_goes_home_after_the_a_final_was_drawn_moves_nobody_out_of_b(organiser, league):
    before = table(league)
    next_stage(organiser, league)
    gone = league.teams.get(name=before[1])
    acts.withdraw_team(actor=organiser, team=gone, reason="Went home.")
    next_stage(organiser, league)
    assert set(names(league, 3)) == set(before[4:])
    sound(league)


@pytest.mark.slow
def test_a_team_that_goes_home_before_both_are_drawn_lets_all_below_move_up(organiser, league):
    before = table(league)
    acts.withdraw_team(actor=organiser, team=league.teams.get(name=before[1]), reason="Went home.")
    next_stage(organiser, league)
    next_stage(organiser, league)
    moved_up = [name for name in before if name != before[1]]
    assert (set(names(league, 2)), set(names(league, 3))) == (set(moved_up[:4]), set(moved_up[4:]))
    sound(league)


@pytest.mark.slow
def test_in_groups_the_best_of_those_placed_next_who_play_a_do_not_play_b(organiser):
    feeds = [{"take": "ranks", "stage": 1, "first": 1, "last": 1, "best": 1},
             {"take": "ranks", "stage": 1, "first": 2, "last": 3, "best": 0}]  # fmt: skip
    tournament = planned(organiser, 12, [stage("groups", groups=3), *(stage("knockout", feed=feed) for feed in feeds)])
    play(organiser, tournament, random.Random(5), until=1)
    for _final in feeds:
        next_stage(organiser, tournament)
    in_a, in_b = names(tournament, 2), names(tournament, 3)
    assert (len(in_a), len(in_b), set(in_a) & set(in_b)) == (4, 5, set())
    sound(tournament)


@pytest.mark.slow
def test_a_result_turned_round_draws_both_finals_again_while_nothing_is_written(organiser):
    plan = [stage("knockout"), stage("knockout", feed=top(1, 2)), stage("knockout", feed=top(3, 2))]
    tournament = planned(organiser, 4, plan)
    for number in (1, 2, 3):
        give(organiser, tournament, number, "A")
    for _final in plan[1:]:
        next_stage(organiser, tournament)
    assert (set(names(tournament, 2)), set(names(tournament, 3))) == ({"Team 1", "Team 2"}, {"Team 3", "Team 4"})
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 3), reason="test")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    give(organiser, tournament, 3, "A")
    for _final in plan[1:]:
        next_stage(organiser, tournament)
    assert (set(names(tournament, 2)), set(names(tournament, 3))) == ({"Team 4", "Team 2"}, {"Team 3", "Team 1"})
    sound(tournament)


@pytest.mark.parametrize("feed", [top(4), top(1), {"take": "ranks", "stage": 1, "first": 1, "last": 2}])
def test_nobody_plays_in_two_finals(organiser, feed):
    stages_ = [stage("groups", groups=2), stage("knockout", feed=top(1)), stage("knockout", feed=feed)]
    with pytest.raises(Refused) as caught:
        planned(organiser, 8, stages_)
    assert [error["path"] for error in caught.value.errors] == ["3.first"]


@pytest.mark.parametrize("place", [0, MAX_TEAMS + 1, "five", None])
def test_the_place_a_final_begins_with_is_a_number(organiser, place):
    with pytest.raises(Refused) as caught:
        planned(organiser, 8, [stage("league"), stage("knockout", feed=top(place))])
    assert [error["path"] for error in caught.value.errors] == ["2.first"]


@pytest.mark.slow
def test_a_final_for_places_that_nobody_has_is_passed_over(organiser):
    plan = [stage("league"), stage("knockout", feed=top(1)), stage("knockout", feed=top(5))]
    tournament = planned(organiser, 5, plan)
    play(organiser, tournament, random.Random(2))
    assert tournament.stages.get(order=3).drawn_at is None
    assert stages.outlook(tournament).champion is not None
