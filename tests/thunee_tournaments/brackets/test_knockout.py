"""The knock-out as a pure function: places, byes, rounds, and who can meet whom when."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.formats.knockout import draw, seed_order, standing

SIZES = st.integers(min_value=2, max_value=1024)

# As published for brackets of these sizes, from the top down, the better seed first in each pair.
PUBLISHED = {
    2: [1, 2],
    4: [1, 4, 2, 3],
    8: [1, 8, 4, 5, 3, 6, 2, 7],
    16: [1, 16, 8, 9, 5, 12, 4, 13, 3, 14, 6, 11, 7, 10, 2, 15],
    32: [
        *(1, 32, 16, 17, 9, 24, 8, 25, 5, 28, 12, 21, 13, 20, 4, 29),
        *(3, 30, 14, 19, 11, 22, 6, 27, 7, 26, 10, 23, 15, 18, 2, 31),
    ],
}


def winners_by_seed(bracket: knockout.Bracket) -> dict[int, knockout.Side]:
    """The results if the better seed always wins."""
    best: dict[int, int] = {}
    results: dict[int, knockout.Side] = {}
    for fixture in bracket.fixtures:
        seeds = [slot[1] if slot[0] == "seed" else best.get(slot[1]) if slot[0] == "winner" else None
                 for _side, slot in fixture.sides]  # fmt: skip
        best[fixture.number] = min(seed for seed in seeds if seed is not None)
        if fixture.bye is None:
            results[fixture.number] = "A" if seeds[0] == best[fixture.number] else "B"
    return results


@pytest.mark.parametrize("size", PUBLISHED)
def test_seeds_are_placed_as_published(size):
    assert seed_order(size) == PUBLISHED[size]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])
def test_in_every_round_the_seeds_of_a_fixture_sum_to_one_more_than_the_teams_left(size):
    lines = seed_order(size)
    assert sorted(lines) == list(range(1, size + 1))
    while len(lines) > 1:
        pairs = list(zip(lines[::2], lines[1::2], strict=True))
        assert {a + b for a, b in pairs} == {len(lines) + 1}
        lines = [min(pair) for pair in pairs]


@given(SIZES)
def test_every_seed_is_placed_exactly_once(teams):
    sources = [slot for fixture in draw(teams).fixtures for _side, slot in fixture.sides]
    seeds = [source[1] for source in sources if source[0] == "seed"]
    assert sorted(seeds) == list(range(1, teams + 1))


@given(SIZES)
def test_one_match_fewer_than_teams_is_played(teams):
    assert sum(fixture.bye is None for fixture in draw(teams).fixtures) == teams - 1


@given(SIZES)
def test_byes_go_to_the_best_seeds_in_the_first_round_only(teams):
    fixtures = draw(teams).fixtures
    byes = [fixture for fixture in fixtures if fixture.bye]
    assert all(fixture.round == 1 for fixture in byes)
    given_to = sorted(dict(fixture.sides)[fixture.bye][1] for fixture in byes)
    assert given_to == list(range(1, knockout.bracket_size(teams) - teams + 1))


@pytest.mark.slow
@given(SIZES)
def test_every_fixture_but_the_final_sends_its_winner_to_exactly_one_other(teams):
    bracket = draw(teams)
    fed = [slot[1] for fixture in bracket.fixtures for _side, slot in fixture.sides if slot[0] == "winner"]
    assert sorted(fed) == [fixture.number for fixture in bracket.fixtures[:-1]]
    for fixture in bracket.fixtures[:-1]:
        after, side = bracket.next_of(fixture.number)
        assert after.round == fixture.round + 1
        assert dict(after.sides)[side] == ("winner", fixture.number)
    assert bracket.next_of(bracket.fixtures[-1].number) is None


@pytest.mark.slow
@given(SIZES)
def test_the_best_seeds_meet_as_late_as_they_can(teams):
    """If the better seed always wins, the last 2**k are the first 2**k seeds."""
    bracket = draw(teams)
    seeds = list(range(1, teams + 1))
    pairings = standing(bracket.fixtures, seeds, winners_by_seed(bracket))
    for round_number in range(2, len(bracket.rounds) + 1):
        there = [
            seed
            for fixture in bracket.fixtures
            if fixture.round == round_number
            for seed in (pairings[fixture.number].a, pairings[fixture.number].b)
        ]
        assert sorted(there) == list(range(1, len(there) + 1))


@given(st.integers(min_value=2, max_value=40), st.randoms(use_true_random=False))
def test_whoever_wins_there_is_one_champion_and_everybody_else_has_lost_once(teams, chance: random.Random):
    bracket = draw(teams)
    seeds = list(range(1, teams + 1))
    results: dict[int, knockout.Side] = {}
    for fixture in bracket.fixtures:
        if fixture.bye is None:
            results[fixture.number] = chance.choice(["A", "B"])
    pairings = standing(bracket.fixtures, seeds, results)
    played = [pairings[fixture.number] for fixture in bracket.fixtures if fixture.bye is None]
    losers = [pairing.b if pairing.winner == "A" else pairing.a for pairing in played]
    champion = pairings[bracket.fixtures[-1].number].through
    assert sorted([*losers, champion]) == seeds


def test_nobody_stands_in_a_slot_before_the_match_before_is_decided():
    bracket = draw(4)
    pairings = standing(bracket.fixtures, "abcd", {1: "B"})
    assert (pairings[3].a, pairings[3].b, pairings[3].winner) == ("d", None, None)


def test_a_result_without_teams_is_a_callers_mistake():
    with pytest.raises(ValueError, match="teams are not known"):
        standing(draw(4).fixtures, "abcd", {3: "A"})


@pytest.mark.parametrize("teams", [-1, 0, 1, 1025])
def test_too_few_or_too_many_teams_are_refused(teams):
    with pytest.raises(ValueError, match="2 to 1024"):
        draw(teams)


def test_rounds_are_named_by_their_distance_from_the_final():
    assert draw(100).rounds == (
        "round-of-128", "round-of-64", "round-of-32", "round-of-16", "quarter-final", "semi-final", "final",
    )  # fmt: skip


def test_a_bracket_of_thirteen_has_three_byes_and_five_first_matches():
    first = [fixture for fixture in draw(13).fixtures if fixture.round == 1]
    assert [fixture.sources[0][1] for fixture in first if fixture.bye] == [1, 3, 2]
    assert sum(fixture.bye is None for fixture in first) == 5


@pytest.mark.parametrize("value", [["seed", 3], ["winner", 7], ["loser", 2], ["bye"]])
def test_a_stored_source_comes_back_as_it_was(value):
    assert list(knockout.source_from(value)) == value


@pytest.mark.parametrize("value", [[], ["seed"], ["bye", 1], ["champion", 1], ["seed", "1"]])
def test_what_is_no_source_is_refused(value):
    with pytest.raises(ValueError, match="is no source"):
        knockout.source_from(value)
