"""Who goes on from the tables of a stage, and who is out: said only where the next draw cannot say otherwise."""

import pytest
from django.db.models import F

from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import LOT, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.standings import event_standings

TWO_OF_ONE_GROUP = [stage("groups", groups=1), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})]


def play(organiser, tournament, *, until=0):
    """Let the team with the lower number win every match that can be played; leave so many open."""
    while (one := ready(tournament).filter(stage__order=1).first()) is not None:
        if one.stage.matches.exclude(state="done").count() <= until:
            return
        give(organiser, tournament, one.number, "A" if one.team("A").name < one.team("B").name else "B")


def said(tournament):
    """What is said of every team, by name."""
    tables = event_standings.standings(tournament)["stages"][0]["tables"]
    return {row["name"]: row["certain"] for table in tables for row in table["rows"]}


def team(tournament, name):
    return tournament.teams.get(name=name)


def next_stage(organiser, tournament):
    return acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)


def test_the_place_of_a_team_that_withdrew_goes_to_the_next_who_is_not_called_out(organiser):
    tournament = planned(organiser, 4, TWO_OF_ONE_GROUP)
    play(organiser, tournament)
    assert said(tournament) == {"Team 1": "safe", "Team 2": "safe", "Team 3": "out", "Team 4": "out"}
    acts.withdraw_team(actor=organiser, team=team(tournament, "Team 1"), reason="ill")
    assert said(tournament) == {"Team 1": "out", "Team 2": "safe", "Team 3": "safe", "Team 4": "out"}
    drawn = next_stage(organiser, tournament)
    assert drawn.inputs["order"] == [team(tournament, name).public_id for name in ("Team 2", "Team 3")]


def test_nobody_is_out_by_the_wins_of_a_team_that_withdrew_before_the_end(organiser):
    tournament = planned(organiser, 4, TWO_OF_ONE_GROUP)
    play(organiser, tournament, until=1)
    acts.withdraw_team(actor=organiser, team=team(tournament, "Team 1"), reason="ill")
    found = said(tournament)
    assert (found["Team 1"], found["Team 2"]) == ("out", "safe")
    assert found["Team 3"] != "out"


@pytest.mark.slow
def test_who_withdraws_after_the_draw_had_gone_on_and_nobody_takes_its_place(organiser):
    tournament = planned(organiser, 4, TWO_OF_ONE_GROUP)
    play(organiser, tournament)
    next_stage(organiser, tournament)
    acts.withdraw_team(actor=organiser, team=team(tournament, "Team 1"), reason="ill")
    assert said(tournament) == {"Team 1": "safe", "Team 2": "safe", "Team 3": "out", "Team 4": "out"}


def test_a_group_in_which_all_is_played_is_decided_while_another_plays_on(organiser):
    one_each = {"take": "ranks", "first": 1, "last": 1}
    tournament = planned(organiser, 6, [stage("groups", groups=2), stage("knockout", feed=one_each)])
    first = Match.objects.filter(stage__tournament=tournament, group=1)
    for number in first.values_list("number", flat=True).order_by("number"):
        give(organiser, tournament, number, "A")  # in a circle: all three have one win, and the lot decides
    tables = event_standings.standings(tournament)["stages"][0]["tables"]
    assert {row["values"]["score"] for row in tables[0]["rows"]} == {1}
    assert [row["certain"] for row in tables[0]["rows"]] == ["safe", "out", "out"]
    assert {row["certain"] for row in tables[1]["rows"]} == {"open"}


@pytest.mark.parametrize(
    "plate", [{"take": "losers", "stage": 1, "round": 0}, {"take": "ranks", "stage": 1, "first": 3, "last": 4}]
)
def test_who_may_play_on_in_a_plate_is_not_called_out(organiser, plate):
    tournament = planned(organiser, 4, [*TWO_OF_ONE_GROUP, stage("knockout", feed=plate)])
    play(organiser, tournament)
    assert said(tournament) == {"Team 1": "safe", "Team 2": "safe", "Team 3": "open", "Team 4": "open"}
    next_stage(organiser, tournament)
    assert said(tournament) == {"Team 1": "safe", "Team 2": "safe", "Team 3": "open", "Team 4": "open"}


def test_nothing_is_certain_while_a_match_of_the_table_is_under_review(organiser):
    tournament = planned(organiser, 4, TWO_OF_ONE_GROUP)
    play(organiser, tournament)
    Match.objects.filter(pk=match(tournament, 1).pk).update(conflict="A")
    assert set(said(tournament).values()) == {""}


def test_two_teams_of_which_a_referee_decides_which_goes_on_are_both_open(organiser, write):
    tournament = planned(organiser, 3, TWO_OF_ONE_GROUP)
    play(organiser, tournament)
    final = next_stage(organiser, tournament).matches.get()
    write(game(tournament, final.number), thunee("A"))
    lost = Match.objects.get(stage__tournament=tournament, side__side=F("won_by"), side__team__name="Team 2")
    acts.withdraw_walkover(actor=organiser, match=lost, reason="the wrong side")
    give(organiser, tournament, lost.number, "A" if lost.team("A").name == "Team 3" else "B")
    final.refresh_from_db()
    assert final.conflict
    assert said(tournament) == {"Team 1": "safe", "Team 2": "open", "Team 3": "open"}


def test_who_is_through_a_qualifier_goes_on_at_once_and_the_others_are_out_when_it_is_over(organiser):
    plan = [stage("streak", wins=2, entries=2), stage("knockout", feed={"take": "qualified"})]
    tournament = planned(organiser, 4, plan)
    play(organiser, tournament)
    (first,) = [name for name, word in said(tournament).items() if word == "safe"]
    assert set(said(tournament).values()) == {"safe", ""}  # a team may buy in again: nobody is out
    for name in said(tournament):
        if name != first:
            acts.buy_entry(actor=organiser, tournament=tournament, team=team(tournament, name))
    acts.close_entries(actor=organiser, tournament=tournament)
    assert set(said(tournament).values()) == {"safe", ""}
    play(organiser, tournament)
    found = said(tournament)
    assert set(found.values()) == {"safe", "out"}
    order = next_stage(organiser, tournament).inputs["order"]
    assert {team(tournament, name).public_id for name, word in found.items() if word == "safe"} == set(order)
    assert said(tournament) == found


def test_who_is_through_a_qualifier_and_goes_home_is_out(organiser):
    plan = [stage("streak", wins=1, entries=1), stage("knockout", feed={"take": "qualified"})]
    tournament = planned(organiser, 4, plan)
    play(organiser, tournament)
    first = next(name for name, word in said(tournament).items() if word == "safe")
    acts.withdraw_team(actor=organiser, team=team(tournament, first), reason="ill")
    assert said(tournament)[first] == "out"


def test_who_withdrew_in_the_groups_stays_out_when_others_play_on_for_the_plate(organiser):
    plate = stage("knockout", feed={"take": "losers", "stage": 1, "round": 0})
    tournament = planned(organiser, 5, [*TWO_OF_ONE_GROUP, plate])
    acts.withdraw_team(actor=organiser, team=team(tournament, "Team 5"), reason="ill")
    play(organiser, tournament)
    assert said(tournament)["Team 5"] == "out"
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    found = said(tournament)
    assert (found["Team 4"], found["Team 5"]) == ("open", "out")
