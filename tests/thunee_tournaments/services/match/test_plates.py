"""Plates: those who lose, or do not go on, play among themselves, beside the way to the title."""

import random
from itertools import combinations

import pytest

from tests.support.quick import first
from tests.support.ready_plans import READY
from tests.support.services.formats import give, planned, play, ready, sound, stage
from tests.support.services.plates import losers, names, next_stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages
from thunee_tournaments.standings import snapshots

pytestmark = pytest.mark.walks


PLANS = [
    ("knockout", 11, [stage("knockout"), stage("knockout", feed=losers(round_=1))]),
    ("knockout, plate in groups", 16, [stage("knockout"), stage("groups", groups=2, feed=losers(round_=1))]),
    ("groups", 12, [stage("groups", groups=3), *READY["groups-knockout-plate"][1:]]),
    ("swiss", 10, [stage("swiss", rounds=3), stage("knockout", feed={"take": "top", "count": 4}),
                   stage("double", feed=losers())]),
    ("streak", 8, [stage("streak", wins=2), stage("knockout"), stage("league", feed=losers())]),
    ("groups, best of all", 9, [stage("groups", groups=3), stage("knockout", feed={"take": "top", "count": 4})]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("planned_for", first((one[1:] for one in PLANS), 3, ids=[one[0] for one in PLANS]))
def test_an_event_with_a_plate_is_played_to_its_end_and_everybody_has_one_place(organiser, planned_for):
    teams, plan = planned_for
    tournament = planned(organiser, teams, plan)
    play(organiser, tournament, random.Random(teams))
    sound(tournament)
    rows = snapshots.read(tournament).data["rows"]
    assert len({row["team"] for row in rows}) == len(rows) == teams
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    assert [row["champion"] for row in rows] == [True] + [False] * (teams - 1)
    assert stages.outlook(tournament).champion.name == rows[0]["name"]
    if plan[-1]["parameters"]["feed"]["take"] == "losers":
        best_of_plate = stages.table_of(tournament.stages.last()).overall()[0].record.team.name
        in_plate = set(names(tournament, len(plan)))
        assert next(row["name"] for row in rows if row["name"] in in_plate) == best_of_plate


@pytest.mark.slow
def test_the_plate_of_the_first_round_can_be_drawn_while_the_knock_out_goes_on(organiser):
    tournament = planned(organiser, 8, [stage("knockout"), stage("knockout", feed=losers(round_=1))])
    for number in (1, 2, 3):
        give(organiser, tournament, number, "A")
    with pytest.raises(Refused) as caught:
        next_stage(organiser, tournament)
    assert caught.value.code == "stage_open"
    give(organiser, tournament, 4, "A")
    assert stages.outlook(tournament).can_draw
    next_stage(organiser, tournament)
    assert names(tournament, 2) == ["Team 5", "Team 6", "Team 7", "Team 8"]
    assert {one.stage.order for one in ready(tournament)} == {1, 2}
    sound(tournament)


def test_the_champion_is_known_while_the_plate_goes_on_but_the_event_is_not_decided(organiser):
    tournament = planned(organiser, 4, [stage("knockout"), stage("knockout", feed=losers(round_=1))])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    next_stage(organiser, tournament)
    give(organiser, tournament, 3, "A")
    now = stages.outlook(tournament)
    assert (now.champion.name, now.decided) == ("Team 1", False)
    give(organiser, tournament, 4, "B")
    now = stages.outlook(tournament)
    assert (now.champion.name, now.decided) == ("Team 1", True)
    assert [row["name"] for row in snapshots.read(tournament).data["rows"]] == ["Team 1", "Team 2", "Team 4", "Team 3"]


def test_a_corrected_first_round_draws_the_plate_again_while_nothing_is_written_there(organiser):
    tournament = planned(organiser, 4, [stage("knockout"), stage("knockout", feed=losers(round_=1))])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    next_stage(organiser, tournament)
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    assert tournament.stages.get(order=2).drawn_at is None
    give(organiser, tournament, 1, "B")
    next_stage(organiser, tournament)
    assert names(tournament, 2) == ["Team 1", "Team 3"]
    sound(tournament)


@pytest.mark.slow
def test_swiss_rounds_are_paired_on_while_a_plate_of_an_earlier_stage_is_played(organiser):
    plan = [stage("groups", groups=2), stage("swiss", rounds=2, feed={"take": "ranks", "first": 1, "last": 2}),
            stage("knockout", feed=losers())]  # fmt: skip
    tournament = planned(organiser, 8, plan)
    play(organiser, tournament, random.Random(3), until=1)
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    assert not set(names(tournament, 2)) & set(names(tournament, 3))
    for one in list(ready(tournament).filter(stage__order=2)):
        give(organiser, tournament, one.number, "A")
    assert stages.outlook(tournament).stage.order == 2
    acts.pair_round(actor=organiser, tournament=tournament)
    acts.undo_round(actor=organiser, tournament=tournament)
    assert Match.objects.filter(stage__tournament=tournament, stage__order=3).exists()
    play(organiser, tournament, random.Random(4))
    sound(tournament)


@pytest.mark.slow
def test_who_goes_home_after_the_groups_does_not_come_into_the_plate_and_nobody_is_in_two_stages(organiser):
    tournament = planned(organiser, 6, [stage("groups", groups=2), *READY["groups-knockout-plate"][1:]])
    play(organiser, tournament, random.Random(5), until=1)
    next_stage(organiser, tournament)
    gone = tournament.teams.get(name=names(tournament, 2)[0])
    acts.withdraw_team(actor=organiser, team=gone, reason="had to leave")
    next_stage(organiser, tournament)
    assert gone.name not in names(tournament, 3)
    assert not set(names(tournament, 2)) & set(names(tournament, 3))
    sound(tournament)


@pytest.mark.slow
def test_two_of_a_group_do_not_meet_at_once_in_a_plate_where_another_draw_is_possible(organiser):
    tournament = planned(organiser, 16, [stage("groups", groups=4), *READY["groups-knockout-plate"][1:]])
    play(organiser, tournament, random.Random(6), until=1)
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    met = {frozenset(m.team_ids) for m in Match.objects.filter(stage__tournament=tournament,
                                                                                stage__order=1)}  # fmt: skip
    for one in ready(tournament).filter(stage__order=3):
        assert frozenset(one.team_ids) not in met
    assert len(list(combinations(names(tournament, 3), 2))) == 28


def test_a_plate_for_which_only_one_team_is_left_is_passed_over(organiser):
    tournament = planned(organiser, 5, [stage("groups", groups=2), *READY["groups-knockout-plate"][1:]])
    play(organiser, tournament, random.Random(7))
    assert tournament.stages.get(order=3).drawn_at is None
    assert stages.outlook(tournament).decided
    acts.close_tournament(actor=organiser, tournament=tournament)


@pytest.mark.slow
def test_a_stage_whose_teams_are_known_is_drawn_before_a_plate_that_waits(organiser):
    """The plate of the final's loser waits for the final; the groups' plate does not."""
    plan = [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2}),
            stage("groups", groups=1, feed=losers(2)), stage("knockout", feed=losers(1))]  # fmt: skip
    tournament = planned(organiser, 8, plan)
    play(organiser, tournament, random.Random(8), until=1)
    next_stage(organiser, tournament)
    assert next_stage(organiser, tournament).order == 4
    assert acts.undo_stage(actor=organiser, tournament=tournament).order == 4
    play(organiser, tournament, random.Random(9))
    sound(tournament)


@pytest.mark.slow
def test_a_league_with_more_matches_than_numbers_is_refused_at_the_draw(organiser):
    with pytest.raises(Refused) as caught:
        planned(organiser, 257, [stage("league")])
    assert caught.value.code == "plan_does_not_fit"
