"""The table of a double elimination at every moment: who has not lost stands above who has lost once, and both above
who is out. Held against the order worked out on paper, without a database."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import SEEDS, examples
from tests.support.brackets.paper_stages import Outcome
from tests.support.services.formats import give, planned, stage
from tests.support.standings.double_elimination import Event
from thunee_tournaments.brackets.formats.double_elimination import GRAND_FINALS, NONE
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.match import progression


@st.composite
def events(draw, most):
    teams = draw(st.integers(2, most))
    return Event(teams, draw(st.sampled_from(GRAND_FINALS)), Random(draw(SEEDS)))


@examples(60)
@given(events(24), st.data())
def test_whoever_has_lost_less_never_stands_below_and_the_order_is_that_on_paper(event, data):
    event.play(data.draw(st.integers(0, 2 * len(event.teams))))
    lines, lost = event.table().overall(), event.losses()
    counted = [lost[line.record.team.pk] for line in lines]
    assert counted == sorted(counted)
    place = {line.record.team.pk: line.place for line in lines}
    on_paper = [place[team] for team in event.paper.tiers()[0][0]]
    assert on_paper == sorted(on_paper)


@examples(30)
@given(events(24))
def test_at_the_end_the_champion_is_first_and_the_last_round_that_is_lost_is_the_place(event):
    event.play(len(event.paper.fixtures))
    assert event.paper.over()
    lines, places = event.table().overall(), event.paper.places()
    decisive = next(number for number in sorted(places, reverse=True)
                    if event.paper.rounds[event.paper.fixtures[number - 1].round - 1] in
                    ("winners-final", "grand-final", "grand-final-again"))  # fmt: skip
    assert lines[0].record.team.pk == places[decisive].through
    assert [line.record.out for line in lines] == [False] + [True] * (len(lines) - 1)
    assert [(line.place, line.place_to) for line in lines[:2]] == [(1, 1), (2, 2)]
    reached = [line.record.reached for line in lines[1:]]
    assert reached == sorted(reached, reverse=True)


def test_a_team_in_a_late_round_of_the_losers_bracket_stands_below_those_that_are_unbeaten():
    event = Event(8, "reset", Random(0))
    for number in (1, 2, 3, 4, 5, 6):  # the first round of either bracket: two have a place in the losers' second
        event.paper.end(number, Outcome("A"))
    lines = [(line.place, line.place_to, line.record.losses, line.record.out) for line in event.table().overall()]
    assert lines == [(1, 4, 0, False)] * 4 + [(5, 6, 1, False)] * 2 + [(7, 8, 2, True)] * 2


def test_who_sits_in_a_match_under_review_is_still_in_whatever_the_corrected_result_says():
    event = Event(4, "reset", Random(0))
    for number in (1, 2, 3, 4):  # the first round, the first of the losers, the winners' final
        event.paper.end(number, Outcome("A"))
    event.paper.begin(5)
    there = set(event.paper.records[5].teams)
    event.paper.turn(3)
    assert event.paper.conflicts() == [5]
    lines = event.table().overall()
    assert {line.record.team.pk for line in lines if line.record.losses == 1 and not line.record.out} == {
        *there,
        event.paper.places()[3].through,
    }


@pytest.mark.parametrize("teams", [4, 7, 8])
def test_without_a_grand_final_the_losers_bracket_is_played_for_the_second_place(teams):
    event = Event(teams, NONE, Random(teams))
    event.play(len(event.paper.fixtures))
    final = event.paper.places()[len(event.paper.fixtures)]
    lines = event.table().overall()
    assert [(line.record.team.pk, line.place, line.place_to) for line in lines[1:3]] == [
        (final.through, 2, 2),
        (final.down, 3, 3),
    ]


@pytest.mark.slow
def test_the_best_two_of_a_double_elimination_without_a_grand_final_are_those_who_won_its_brackets(organiser):
    """Team 1 has a bye and loses the winners' final; team 7 loses its first match and wins three before the last."""
    plan = [stage("double", grand_final=NONE), stage("knockout", feed={"take": "top", "count": 2})]
    tournament = planned(organiser, 7, plan)
    matches = Match.objects.filter(stage__tournament=tournament)
    while one := matches.filter(state="ready").order_by("number").first():
        seeds = {one.team("A").seed: "A", one.team("B").seed: "B"}
        upset = one.round.name == "winners-final" or ("losers" in one.round.name and 1 not in seeds)
        give(organiser, tournament, one.number, seeds[max(seeds) if upset else min(seeds)])
    assert [team.name for team in progression.who_goes_on(tournament.stages.get(order=2))] == ["Team 2", "Team 1"]
