"""A qualifier in which so many teams go through: the first to get there, and nobody after them."""

from random import Random

import pytest

from tests.support.services.buying import PRICE
from tests.support.services.formats import give, planned, play, ready, sound, stage
from tests.thunee_tournaments.services.conftest import game, match, thunee
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.streak import Entry, Result
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import progression, stages
from thunee_tournaments.standings import snapshots

KNOCKOUT = stage("knockout", feed={"take": "qualified"})


@pytest.fixture
def qualifier(organiser):
    """Eight teams, two wins in a row, two places, four tables; matches 1 to 4 are called."""
    plan = [stage("streak", wins=2, places=2, entries=3, price=PRICE), KNOCKOUT]
    return planned(organiser, 8, plan)


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value.code


def states(tournament):
    everybody = queries.qualifier_standings(stage_of(tournament))
    return [standing.state for standing in everybody]


def taken(organiser, tournament):
    """Both places are taken; who lost in the first round has bought in again, and one of these pairs is called."""
    for number in (1, 2, 3, 4):
        give(organiser, tournament, number, "A")
    losers = [match(tournament, number).team("B") for number in (1, 2, 3)]
    for team in losers:
        acts.buy_entry(actor=organiser, tournament=tournament, team=team)
    first, second = [one for one in ready(tournament) if one.number in (5, 6)]
    give(organiser, tournament, first.number, "A")
    give(organiser, tournament, second.number, "A")
    return [first.team("A"), second.team("A")]


def test_the_first_to_get_there_go_through_and_nobody_else_waits(qualifier, organiser):
    through = taken(organiser, qualifier)
    stage_ = stage_of(qualifier)
    assert stage_.inputs["closed"]
    assert progression.who_goes_on(qualifier.stages.get(order=2)) == through
    assert "waiting" not in states(qualifier)
    rows = snapshots.read(qualifier).data["stages"][0]["tables"][0]["rows"]
    assert {row["name"] for row in rows if row["certain"] == "safe"} == {team.name for team in through}
    sound(qualifier)


def test_once_the_places_are_taken_nobody_comes_in(qualifier, organiser):
    taken(organiser, qualifier)
    team = match(qualifier, 4).team("B")
    assert refused(acts.buy_entry, actor=organiser, tournament=qualifier, team=team) == "places_taken"
    assert refused(acts.reopen_entries, actor=organiser, tournament=qualifier) == "places_taken"
    assert refused(acts.add_team, actor=organiser, tournament=qualifier, name="Late") == "entries_closed"


@pytest.mark.slow
def test_what_has_not_begun_is_called_off_and_what_has_is_played(qualifier, organiser, write):
    for number in (1, 2, 3, 4):
        give(organiser, qualifier, number, "A")
    for number in (1, 2, 3, 4):
        acts.buy_entry(actor=organiser, tournament=qualifier, team=match(qualifier, number).team("B"))
    five, six, seven, eight = list(ready(qualifier))
    write(game(qualifier, eight.number), thunee("A"))
    for one in (five, six):
        give(organiser, qualifier, one.number, "A")
    assert acts.call_off_unbegun(actor=organiser, tournament=qualifier) == 1
    assert not Match.objects.filter(pk=seven.pk).exists()
    assert not progression.is_over(stage_of(qualifier))
    give(organiser, qualifier, eight.number, "A")
    assert progression.is_over(stage_of(qualifier))
    sound(qualifier)
    assert acts.call_off_unbegun(actor=organiser, tournament=qualifier) == 0
    play(organiser, qualifier, Random(1))
    assert stages.outlook(qualifier).decided


def test_while_a_place_is_free_every_match_counts(qualifier, organiser):
    assert refused(acts.call_off_unbegun, actor=organiser, tournament=qualifier) == "places_free"
    assert len(ready(qualifier)) == 4


@pytest.mark.slow
def test_a_correction_that_frees_a_place_lets_play_go_on(qualifier, organiser):
    taken(organiser, qualifier)
    six = match(qualifier, 6)
    acts.withdraw_walkover(actor=organiser, match=six, reason="test")
    assert not queries.is_full(stage_of(qualifier))
    assert "waiting" in states(qualifier)
    give(organiser, qualifier, 6, "B")
    play(organiser, qualifier, Random(3))
    sound(qualifier)
    assert stages.outlook(qualifier).decided


def test_a_qualifier_of_before_has_as_many_places_as_teams_get_there():
    entries = [Entry(number, f"team {number}", 0) for number in range(1, 5)]
    results = [Result(1, 2, "A", 1), Result(3, 4, "A", 2)]
    for places in (0, 3):
        assert len(streak.qualified(streak.standings(entries, results, 1, places))) == 2
    [first, _lost, late, _other] = streak.standings(entries, results, 1, 1)
    assert (first.state, late.state) == ("qualified", "out")


def test_a_team_that_qualified_twice_takes_one_place():
    teams = ("kings", "queens", "kings", "aces", "tens")
    entries = [Entry(number, team, 0) for number, team in enumerate(teams, start=1)]
    results = [Result(1, 2, "A", 1), Result(3, 4, "A", 2)]
    everybody = streak.standings(entries, results, 1, 2)
    assert not streak.full(everybody, 2)
    assert everybody[-1].state == "waiting"
