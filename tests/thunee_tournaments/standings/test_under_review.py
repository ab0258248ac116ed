"""Who is out while a match is under review, and of those who went home: said only of whom it is proven."""

from random import Random

import pytest

from adjudication.models import Entry
from tests.support.brackets.paper_stages import Outcome
from tests.support.services.formats import give, planned, stage
from tests.support.services.four_seats import Final
from tests.support.services.late_results import resolve
from tests.support.standings.double_elimination import Event
from tests.thunee_tournaments.services.conftest import LOT, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.standings import event_standings


def rows(tournament):
    return {row["name"]: row for row in event_standings.standings(tournament)["rows"]}


def out(tournament):
    """The names of those who are out."""
    return {name for name, row in rows(tournament).items() if row["out"]}


def turn(organiser, tournament, number):
    """Take a walkover back and give it to the other side."""
    one = match(tournament, number)
    side = one.winning_side
    acts.withdraw_walkover(actor=organiser, match=one, reason="the wrong side")
    give(organiser, tournament, number, "B" if side == "A" else "A")


def test_nobody_of_a_final_under_review_is_out_and_not_who_is_due_there_though_it_was_played(
    organiser, write, correct, win
):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    win(tournament, 3, "B")
    assert out(tournament) == {"Team 1", "Team 3", "Team 4"}
    correct(first, Entry.objects.get(sheet=first.sheet, seq=5), thunee("A"))
    assert match(tournament, 3).conflict == "A"
    assert out(tournament) == {"Team 3"}
    resolve(organiser, tournament, 3, "match_kept")
    assert out(tournament) == {"Team 1", "Team 3", "Team 4"}


@pytest.mark.parametrize(
    "later", [stage("knockout"), stage("double"), stage("groups", groups=1), stage("league")],
    ids=["knock-out", "double elimination", "groups", "league"],
)  # fmt: skip
def test_neither_of_two_teams_in_question_for_a_place_of_the_next_stage_is_out(organiser, write, later):
    later["parameters"]["feed"] = {"take": "ranks", "first": 1, "last": 3}
    tournament = planned(organiser, 4, [stage("groups", groups=1), later], table_count=4)
    for one in Match.objects.filter(stage__tournament=tournament).order_by("number"):
        give(organiser, tournament, one.number, "A" if one.team("A").name < one.team("B").name else "B")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    ready = Match.objects.filter(stage__tournament=tournament, stage__order=2, state="ready").order_by("number")
    while "Team 3" not in (one := ready.first()).title:
        give(organiser, tournament, one.number, "A")
    write(game(tournament, one.number), thunee("A"))
    assert out(tournament) == {"Team 4"}
    one, other = (Match.objects.filter(stage__order=1, side__team__name=name) for name in ("Team 3", "Team 4"))
    between = one.get(stage__tournament=tournament, pk__in=other)
    turn(organiser, tournament, between.number)
    assert Match.objects.exclude(conflict="").exists()
    assert out(tournament) == set()


def test_no_player_in_question_for_a_seat_is_out(organiser):
    final = Final(organiser)
    assert final.due.name in out(final.tournament)
    final.turn()
    assert not {final.due.name, final.wrong.name} & out(final.tournament)


def test_who_lost_in_a_double_elimination_to_a_team_under_review_is_not_out_before_it_is_decided():
    event = Event(4, "none", Random(0))
    for number in (1, 2, 3, 4):  # the first round, the first of the losers, the winners' final
        event.paper.end(number, Outcome("A"))
    event.paper.end(5, Outcome("A"))
    table = event.table()
    assert sum(record.out for record in table.records) == 3
    matches = event.matches()
    matches[4].conflict = "A"
    matches[4].side("A").due = matches[4].team("A")
    sat = set(matches[4].team_ids)
    reviewed = type(table)(event.stage, event.teams, matches)
    assert not sat & {record.team.pk for record in reviewed.records if record.out}


def test_who_went_home_before_its_semi_final_is_out_and_not_first(organiser):
    tournament = draw(organiser, 8)
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 3, "A")
    gone = match(tournament, 1).winner
    there = match(tournament, 3).winner
    acts.withdraw_team(actor=organiser, team=gone, reason="ill")
    found = rows(tournament)
    assert found[gone.name]["out"]
    assert not found[there.name]["out"]
    assert (found[there.name]["place"], found[there.name]["place_to"]) == (1, 1)
    assert (found[gone.name]["place"], found[gone.name]["place_to"]) == (2, 8)
    assert found[gone.name]["round"] == "semi-final"


def test_its_place_is_that_of_a_lost_semi_final_once_its_opponent_is_known(organiser):
    tournament = draw(organiser, 8)
    for number in (1, 3, 4):
        give(organiser, tournament, number, "A")
    gone = match(tournament, 1).winner
    acts.withdraw_team(actor=organiser, team=gone, reason="ill")
    give(organiser, tournament, 2, "A")
    give(organiser, tournament, 6, "A")
    row = rows(tournament)[gone.name]
    assert (row["out"], row["place"], row["place_to"], row["round"]) == (True, 3, 4, "semi-final")


def test_who_went_home_unbeaten_from_a_double_elimination_stands_below_all_who_play_on(organiser):
    tournament = planned(organiser, 8, [stage("double")])
    give(organiser, tournament, 1, "A")
    gone = match(tournament, 1).winner
    acts.withdraw_team(actor=organiser, team=gone, reason="ill")
    row = rows(tournament)[gone.name]
    assert (row["out"], row["place"]) == (True, 8)


def test_who_has_won_a_plate_is_told_in_the_list_of_everybody(organiser):
    plate = stage("knockout", feed={"take": "losers", "stage": 1, "round": 1})
    tournament = planned(organiser, 4, [stage("knockout"), plate])
    for number in (1, 2):
        give(organiser, tournament, number, "A")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    final = Match.objects.get(stage__tournament=tournament, stage__order=2)
    assert not any(row["won_plate"] for row in rows(tournament).values())
    give(organiser, tournament, final.number, "B")
    final.refresh_from_db()
    assert {name for name, row in rows(tournament).items() if row["won_plate"]} == {final.winner.name}


def test_nothing_is_said_of_a_stage_whose_teams_come_from_one_that_is_under_review(organiser):
    feed = {"take": "ranks", "first": 1, "last": 2}
    tournament = planned(organiser, 4, [stage("groups", groups=1), stage("knockout", feed=feed)])
    for one in Match.objects.filter(stage__tournament=tournament):
        give(organiser, tournament, one.number, "A" if one.team("A").name < one.team("B").name else "B")
    final = acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT).matches.get()
    give(organiser, tournament, final.number, "A")
    assert out(tournament) == {"Team 2", "Team 3", "Team 4"}
    Match.objects.filter(pk=match(tournament, 1).pk).update(conflict="A")
    assert out(tournament) == set()


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["knockout", "double"])
def test_who_is_beaten_is_not_out_while_it_may_still_go_on_with_the_best_four(organiser, format_):
    later = stage("league", feed={"take": "top", "count": 4})
    tournament = planned(organiser, 8, [stage(format_), later], table_count=4)
    told = []
    for one in Match.objects.filter(stage__tournament=tournament).order_by("number"):
        one.refresh_from_db()
        if one.state != Match.State.BYE:
            give(organiser, tournament, one.number, "A")
        told.append(out(tournament))
    acts.start_next_stage(actor=organiser, tournament=tournament)
    for before in told:
        assert before <= out(tournament)
    assert len(out(tournament)) == len(told[-1]) == 4
    assert len(told[3]) == (4 if format_ == "knockout" else 0)  # by the quarter-finals
