"""Groups and leagues: who is with whom, who meets whom when; and who goes on to which place of the next stage."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import assigning, feeds, groups
from thunee_tournaments.brackets.formats.knockout import bracket_size
from thunee_tournaments.tournaments.lots import shuffled

LOT = "00112233445566778899aabbccddeeff"
SPREADS = tuple(groups.Groups.settings["spread"].choices)


def by_lot(items, label):
    return shuffled(items, LOT, label)


@st.composite
def fields(draw):
    teams = draw(st.integers(4, 512))
    return teams, draw(st.integers(1, min(teams // 2, 128)))


@given(fields(), st.sampled_from(SPREADS))
@settings(deadline=None)
def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most(field, how):
    teams, count = field
    made = groups.spread(teams, count, how, by_lot)
    assert sorted(seed for group in made for seed in group) == list(range(1, teams + 1))
    assert len(made) == count
    assert sorted(map(len, made)) == sorted(groups.sizes(teams, count))
    assert max(map(len, made)) - min(map(len, made)) <= 1


@given(fields(), st.sampled_from(SPREADS))
@settings(deadline=None)
def test_no_group_has_two_teams_of_a_tier(field, how):
    teams, count = field
    for group in groups.spread(teams, count, how, by_lot):
        assert len({(seed - 1) // count for seed in group}) == len(group)


def test_a_snake_goes_to_and_fro():
    assert groups.spread(8, 2, groups.SNAKE, by_lot) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert groups.spread(10, 4, groups.SNAKE, by_lot) == [[1, 8, 9], [2, 7, 10], [3, 6], [4, 5]]


def together(made, clubs):
    """How many pairs of clubmates are in one group."""
    return sum(clubs[a - 1] == clubs[b - 1] != "" for group in made for a, b in combinations(group, 2))


@given(st.lists(st.sampled_from(["", "Durban", "Verulam", "Stanger"]), min_size=8, max_size=60), st.integers(2, 4))
@settings(deadline=None)
def test_keeping_clubs_apart_is_never_worse_than_not_and_moves_nobody_in_vain(clubs, count):
    for how in SPREADS:
        apart = groups.spread(len(clubs), count, how, by_lot, clubs)
        plain = groups.spread(len(clubs), count, how, by_lot)
        for group in apart:
            assert len({(seed - 1) // count for seed in group}) == len(group)
        assert sorted(seed for group in apart for seed in group) == list(range(1, len(clubs) + 1))
        assert together(apart, clubs) <= together(plain, clubs)
        if together(plain, clubs) == 0:
            assert apart == plain


def test_two_of_one_club_go_to_different_groups():
    clubs = ["Umgeni", "Phoenix", "Isipingo", "Umgeni"]  # the snake would put 1 and 4 together
    assert groups.spread(4, 2, groups.SNAKE, by_lot, clubs) == [[1, 3], [2, 4]]


def test_a_tier_makes_room_for_a_later_one():
    """Tier by tier 3 and 4 would go where the snake has them; then one of 5 and 6 could not get away from its club."""
    clubs = ["Umgeni", "Phoenix", "Isipingo", "Stanger", "Umgeni", "Stanger"]
    made = groups.spread(6, 2, groups.SNAKE, by_lot, clubs)
    assert made == [[1, 3, 6], [2, 4, 5]]
    assert together(made, clubs) == 0


@pytest.mark.parametrize("teams", range(2, 34))
def test_everybody_meets_everybody_once_and_plays_at_most_once_a_round(teams):
    rounds = groups.circle(teams)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(frozenset(pair) for pair in combinations(range(teams), 2))
    for pairs in rounds:
        busy = [team for pair in pairs for team in pair]
        assert len(set(busy)) == len(busy)
    assert len(rounds) == teams - 1 + teams % 2


@pytest.mark.parametrize("teams", range(2, 34))
def test_sides_are_shared_fairly(teams):
    sides = Counter()
    for pairs in groups.circle(teams):
        for a, b in pairs:
            sides[a] += 1
            sides[b] -= 1
    assert all(abs(sides[team]) <= 1 - teams % 2 for team in range(teams))


@pytest.mark.slow
@given(fields(), st.sampled_from([1, 2]))
@settings(deadline=None, max_examples=40)
def test_the_number_of_matches_is_right_and_nobody_is_in_two_at_once(field, legs):
    teams, count = field
    if teams // count > 16:
        count = max(1, teams // 16)
    made = groups.spread(teams, count, groups.SNAKE, by_lot)
    bracket = groups.draw(made, legs)
    assert len(bracket.fixtures) == legs * sum(len(group) * (len(group) - 1) // 2 for group in made)
    for number in range(1, len(bracket.rounds) + 1):
        busy = [slot[1] for f in bracket.fixtures if f.round == number for _side, slot in f.sides]
        assert len(set(busy)) == len(busy)
    for fixture in bracket.fixtures:
        assert {fixture.sources[0][1], fixture.sources[1][1]} <= set(made[fixture.group - 1])


def test_the_second_leg_has_the_sides_changed():
    bracket = groups.draw([[1, 2, 3, 4]], 2)
    pairs = [(f.sources[0][1], f.sources[1][1]) for f in bracket.fixtures]
    assert Counter(pairs) == Counter((b, a) for a, b in pairs)
    assert len(set(pairs)) == 12


def meetings_within_groups(count, ranks):
    """The round in which two of a group can meet first, and the number of rounds."""
    tiers = [[(group, rank) for group in range(count)] for rank in range(ranks)]
    order = feeds.crossed(tiers, {team: team[0] for tier in tiers for team in tier})
    assert sorted(order) == sorted(team for tier in tiers for team in tier)
    assert order[:count] == tiers[0]
    size = bracket_size(len(order))
    places = feeds.bracket_places(size)
    at = {team: places[seed] for seed, team in enumerate(order, start=1)}
    met = [feeds.round_of_meeting(at[a], at[b]) for a, b in combinations(order, 2) if a[0] == b[0]]
    return min(met), size.bit_length() - 1


@pytest.mark.parametrize("count", [1, 2, 4, 8, 16, 32, 64])
def test_first_and_second_of_a_group_can_meet_in_the_final_only(count):
    earliest, rounds = meetings_within_groups(count, 2)
    assert earliest == rounds


@pytest.mark.parametrize("count", range(3, 24))
@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_no_two_of_a_group_meet_in_the_first_round(count, ranks):
    earliest, _rounds = meetings_within_groups(count, ranks)
    assert earliest > 1


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), min_size=2, max_size=20), st.integers(1, 8))
def test_folding_compares_as_the_figures_do_one_after_another(costs, matched):
    folded = assigning.folded(costs, matched)
    for i, j in combinations(range(len(costs)), 2):
        assert (costs[i] < costs[j]) == (folded[i] < folded[j])
    most = costs[:matched]
    heavier = [cost for cost in costs if cost[0] > sum(first for first, _ in most)]
    assert all(folded[costs.index(cost)] > sum(folded[: len(most)]) for cost in heavier)
