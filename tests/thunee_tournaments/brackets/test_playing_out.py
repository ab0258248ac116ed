"""Everybody plays on until every place is decided: who loses plays among those who lost in the same round."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import SEEDS, examples
from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.formats.knockout import BESIDE, draw, places_in, standing


def played(teams, winner_of):
    """The bracket, and who stands where when every match is decided."""
    bracket = draw(teams, play_out=True)
    results = {}
    for fixture in bracket.fixtures:
        pairing = standing(bracket.fixtures, list(range(1, teams + 1)), results)[fixture.number]
        if not pairing.bye:
            results[fixture.number] = "A" if winner_of(pairing.a, pairing.b) == pairing.a else "B"
    return bracket, standing(bracket.fixtures, list(range(1, teams + 1)), results)


def places_of(bracket, pairings):
    """The place of each team, worked out from the last match of each: its round, whoever won it."""
    last = {}
    for fixture in bracket.fixtures:
        pairing = pairings[fixture.number]
        for team in (pairing.a, pairing.b):
            if team is not None:
                last[team] = (fixture, pairing)
    found = {}
    for team, (fixture, pairing) in last.items():
        key = bracket.rounds[fixture.round - 1]
        places = places_in(key) or {"final": range(1, 3), "third-place": range(3, 5)}.get(key)
        if places is None:  # it lost alone in its round: nobody is left to play
            number = sum(f.round == fixture.round for f in bracket.fixtures)
            places = range(number + 1, number + 2)
        matches = sum(f.round == fixture.round for f in bracket.fixtures)
        won = pairing.through == team
        found[team] = places.start if won else places.stop - matches if len(places) > 1 else places.start
    return found


@pytest.mark.parametrize("teams", [*range(2, 33), 48, 63, 64, 100])
def test_if_the_better_seed_always_wins_every_place_goes_to_its_seed(teams):
    bracket, pairings = played(teams, min)
    assert places_of(bracket, pairings) == {seed: seed for seed in range(1, teams + 1)}


@given(st.integers(2, 40), SEEDS)
@examples(60)
def test_whatever_happens_every_place_has_one_team(teams, seed):
    chance = Random(seed)
    bracket, pairings = played(teams, lambda a, b: chance.choice((a, b)))
    assert sorted(places_of(bracket, pairings).values()) == list(range(1, teams + 1))


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 6, 7, 8, 13, 16, 33, 128])
def test_the_way_to_the_final_is_as_it_is_without_and_the_final_comes_last(teams):
    with_places, plain = draw(teams, play_out=True), draw(teams)
    own = [f.sources for f in with_places.fixtures if not with_places.rounds[f.round - 1].startswith(BESIDE)]
    shapes = [[source[0] for source in sources] for sources in own]
    assert shapes == [[source[0] for source in fixture.sources] for fixture in plain.fixtures]
    assert with_places.rounds[-1] == "final"
    assert len(set(with_places.rounds)) == len(with_places.rounds)


def test_eight_teams_play_twelve_matches_three_each():
    bracket = draw(8, play_out=True)
    assert bracket.rounds == (
        "quarter-final", "semi-final", "places-5-8", "places-5-6", "places-7-8", "third-place", "final",
    )  # fmt: skip
    assert len(bracket.fixtures) == 12


def test_a_plate_and_a_match_for_third_place_are_part_of_it():
    assert draw(8, play_out=True, plate=True, third_place=True) == draw(8, play_out=True)
    assert places_in("plate-final") is None
    assert places_in("third-place") is None
    assert places_in("places-9-16") == range(9, 17)
    assert knockout.places_in("final") is None
