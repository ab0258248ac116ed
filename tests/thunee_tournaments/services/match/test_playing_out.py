"""A knock-out in which every place is played out: in the standings nobody shares a place at its end."""

import random

import pytest

from tests.support.services.formats import give, planned, play, sound, stage
from tests.support.services.plates import losers
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.standings import snapshots

pytestmark = pytest.mark.walks


def rows(tournament):
    return [(row["place"], row["place_to"], row["name"]) for row in snapshots.read(tournament).data["rows"]]


@pytest.mark.slow
@pytest.mark.parametrize("teams", [3, 6, 8, 11])
def test_everybody_has_a_place_of_its_own_at_the_end(organiser, teams):
    tournament = planned(organiser, teams, [stage("knockout", play_out=True)])
    play(organiser, tournament, random.Random(teams))
    sound(tournament)
    assert [row[:2] for row in rows(tournament)] == [(place, place) for place in range(1, teams + 1)]


@pytest.mark.slow
def test_places_follow_from_what_was_played_below(organiser):
    tournament = planned(organiser, 8, [stage("knockout", play_out=True)])
    for number in range(1, 13):
        give(organiser, tournament, number, "A")
    names = [name for _place, _to, name in rows(tournament)]
    order = {number: match(tournament, number) for number in (8, 9, 10, 11, 12)}
    by_round = {one.round.name: one for one in order.values()}
    for key, first in (("places-5-6", 5), ("places-7-8", 7), ("third-place", 3), ("final", 1)):
        won, lost = by_round[key].team("A").name, by_round[key].team("B").name
        assert names[first - 1 : first + 1] == [won, lost]


def test_while_it_is_played_those_who_may_still_change_share_their_places(organiser):
    tournament = planned(organiser, 8, [stage("knockout", play_out=True)])
    for number in (1, 2, 3, 4):
        give(organiser, tournament, number, "A")
    assert {row[:2] for row in rows(tournament)[4:]} == {(5, 8)}
    below = next(one for one in tournament.stages.get().matches.all() if one.round.name == "places-5-8")
    give(organiser, tournament, below.number, "A")
    assert rows(tournament)[-1][2] == below.team("B").name or rows(tournament)[-1][0] >= 7


def test_a_late_correction_moves_teams_below_as_well(organiser):
    tournament = planned(organiser, 4, [stage("knockout", play_out=True)])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    third, final = match(tournament, 3), match(tournament, 4)
    assert {team.name for team in final.teams} == {"Team 4", "Team 2"}
    assert {team.name for team in third.teams} == {"Team 1", "Team 3"}
    sound(tournament)


def test_it_takes_the_place_of_a_plate_and_of_the_match_for_third_place(organiser):
    tournament = planned(organiser, 8, [stage("knockout", play_out=True, plate=True, third_place=True)])
    parameters = tournament.stages.get().parameters
    assert (parameters["play_out"], parameters["plate"], parameters["third_place"]) == (True, False, False)


def test_nobody_plays_for_a_plate_as_well(organiser):
    for round_ in (0, 1):
        with pytest.raises(Refused) as caught:
            planned(organiser, 8, [stage("knockout", play_out=True), stage("knockout", feed=losers(1, round_))],
                    slug=f"plate-{round_}")  # fmt: skip
        assert [error["path"] for error in caught.value.errors] == ["2.round"]
