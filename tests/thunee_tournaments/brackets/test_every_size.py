"""Every format from 2 to 1,024 teams: everybody is placed once, nobody meets again who must not, byes and the number of
matches are right, and the best seeds meet as late as they should.

Knock-outs of every size are in `test_knockout`. The quick tests try a few sizes, the slow ones those where something
may go wrong: the ends, powers of two, and their neighbours.
"""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import SEEDS, examples
from thunee_tournaments.brackets.formats import double_elimination, groups, knockout, streak, swiss
from thunee_tournaments.brackets.formats.streak import Entry, Result
from thunee_tournaments.brackets.formats.swiss import Entrant

SIZES = st.integers(2, 512)
SPREADS = tuple(groups.Groups.settings["spread"].choices)
EDGES = [
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    15,
    16,
    17,
    31,
    33,
    63,
    64,
    65,
    100,
    127,
    128,
    129,
    255,
    256,
    257,
    300,
    511,
    512,
    1023,
    1024,
]


# --- Swiss


def swiss_rounds(teams, rounds, winner_of):
    """Pair so many rounds and hold each against the rules; gives the pairs of each, and the field before it."""
    field = {seed: Entrant(seed) for seed in range(1, teams + 1)}
    played = []
    for number in range(1, rounds + 1):
        paired = swiss.pair(field.values())
        busy = [seed for both in paired.pairs for seed in both] + [paired.bye] * (teams % 2)
        assert sorted(busy) == sorted(field), f"not everybody is placed once in round {number}"
        assert len(paired.pairs) == teams // 2
        assert not any(b in field[a].met for a, b in paired.pairs), f"a rematch in round {number}"
        if teams % 2:
            free = [one for one in field.values() if not one.had_bye]
            assert paired.bye == min(free, key=lambda one: (one.score, -one.seed)).seed
        else:
            assert paired.bye is None
        played.append((paired, dict(field)))
        for a, b in paired.pairs:
            won, one, other = winner_of(a, b), field[a], field[b]
            floated = one.score != other.score
            field[a] = replace(one, score=one.score + (won == a), met=one.met | {b}, sides=one.sides + 1,
                               floated=floated)  # fmt: skip
            field[b] = replace(other, score=other.score + (won == b), met=other.met | {a}, sides=other.sides - 1,
                               floated=floated)  # fmt: skip
        if paired.bye is not None:
            sat = field[paired.bye]
            field[paired.bye] = replace(sat, score=sat.score + 1, had_bye=True, floated=False)
    return played


def usual_rounds(teams):
    return (teams - 1).bit_length()


def longest(teams):
    """As many rounds as a small field always has a pairing for, and those usual for a large one."""
    return 1 if teams < 5 else 2 if teams < 9 else min(usual_rounds(teams), 9)


def hold_swiss_by_seed(teams, rounds):
    """The better seed always wins: as long as those who have lost nothing pair up among themselves, the first two of
    them meet last. (Of an odd number one meets a team of another score, and sides may then weigh more.)"""
    for paired, field in swiss_rounds(teams, rounds, min):
        best = max(one.score for one in field.values())
        unbeaten = sum(one.score == best for one in field.values())
        if unbeaten > 2 and unbeaten % 2 == 0:
            assert {1, 2} not in map(set, paired.pairs), "the first two seeds meet while others have lost nothing"


@pytest.mark.slow
@examples(5)
@given(SIZES, SEEDS, st.booleans())
def test_a_swiss_of_any_size_places_everybody_once_and_nobody_meets_again(teams, seed, by_seed):
    rounds = min(2, longest(teams))
    if by_seed:
        hold_swiss_by_seed(teams, rounds)
    else:
        chance = random.Random(seed)
        swiss_rounds(teams, rounds, lambda a, b: chance.choice((a, b)))


@pytest.mark.slow
@pytest.mark.parametrize("teams", EDGES[:-2])
def test_all_rounds_of_a_swiss_of_any_size_are_right(teams):
    chance = random.Random(teams)
    swiss_rounds(teams, longest(teams), lambda a, b: chance.choice((a, b)))
    hold_swiss_by_seed(teams, longest(teams))


# --- win-streak qualifier


def hold_streak(teams, wins, limit, chance):
    """Play a qualifier at as many tables as there are pairs, all at once, with every team buying in as often as it
    may; then close it and finish."""
    clubs = {f"team {n}": f"club {n % 7}" if n % 3 else "" for n in range(1, teams + 1)}
    entries = [Entry(number, name, 0) for number, name in enumerate(clubs, start=1)]
    results, met, clock, closing = [], Counter(), 0, False
    while True:
        clock += 1
        waiting = streak.queue(streak.standings(entries, results, wins), clubs)
        assert len({one.team for one in waiting}) == len(waiting), "a team waits twice at once"
        pairs = []
        while (pair := streak.next_pair(waiting, met, across=closing)) is not None:
            one, other = sorted((w for w in waiting if w.number in pair), key=waiting.index)
            hold_pair(one, other, waiting, met, across=closing)
            pairs.append((one, other))
            waiting = [w for w in waiting if w.number not in pair]
            if closing:
                break  # across streaks only one at a time: the next may be on the same streak again
        if not pairs and closing:
            assert len(waiting) <= 1
            break
        closing = not pairs
        for one, other in pairs:
            met[frozenset((one.team, other.team))] += 1
            winner = chance.choice("AB")
            results.append(Result(one.number, other.number, winner, clock))
            loser = other.team if winner == "A" else one.team
            if sum(entry.team == loser for entry in entries) < limit:
                entries.append(Entry(len(entries) + 1, loser, clock))
    everybody = streak.standings(entries, results, wins)
    for one in everybody:
        own = [one.entry.number in (got.a if got.winner == "A" else got.b,) for got in results
               if one.entry.number in (got.a, got.b)]  # fmt: skip
        assert own == [True] * one.streak + [False] * (one.state == streak.OUT), "an entry plays on after its end"
        assert one.streak <= wins
    assert sum(one.state == streak.OUT for one in everybody) == len(results), "each match ends one entry"
    through = streak.qualified(everybody)
    assert len(set(through)) == len(through), "a team holds two places"
    assert set(through) == {one.entry.team for one in everybody if one.streak == wins and one.state != streak.OUT}
    assert max(Counter(entry.team for entry in entries).values()) <= limit


def hold_pair(one, other, waiting, met, *, across):
    """Nobody nearer was passed over: who has waited longest meets the first who fits best."""
    assert one.team != other.team
    assert across or one.streak == other.streak
    first = next(w for w in waiting if across or any(o.streak == w.streak for o in waiting if o.number != w.number))
    assert one == first, "somebody who has waited longer is passed over"

    def worth(w):
        return (abs(w.streak - one.streak), frozenset((one.team, w.team)) in met, bool(w.club) and w.club == one.club)

    fitting = [w for w in waiting if w.number != one.number and (across or w.streak == one.streak)]
    assert worth(other) == min(map(worth, fitting))


@examples(8)
@given(SIZES, st.integers(1, 4), st.integers(1, 3), SEEDS)
def test_a_qualifier_of_any_size_ends_each_entry_once_and_pairs_whom_it_should(teams, wins, limit, seed):
    hold_streak(min(teams, 512 // wins), wins, limit, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("teams", EDGES)
def test_a_qualifier_with_re_buys_is_right_for_any_size(teams):
    for wins in (2, 3):
        hold_streak(teams, wins, 3, random.Random(teams))


# --- double elimination


@examples(20)
@given(SIZES)
def test_in_a_double_elimination_everybody_is_placed_once_and_byes_go_to_the_best_seeds(teams):
    fixtures = double_elimination.draw(teams).fixtures
    seeds = [slot[1] for one in fixtures for _side, slot in one.sides if slot[0] == "seed"]
    assert sorted(seeds) == list(range(1, teams + 1))
    byes = sorted(dict(one.sides)[one.bye][1] for one in fixtures if one.bye)
    assert byes == list(range(1, knockout.bracket_size(teams) - teams + 1))


@examples(20)
@given(SIZES)
def test_the_first_two_seeds_meet_in_the_winners_final_and_then_in_the_grand_final_only(teams):
    bracket = double_elimination.draw(teams, double_elimination.SINGLE)
    won, lost = {}, {}
    for fixture in bracket.fixtures:  # the better seed always wins
        known = {"seed": lambda seed: seed, "winner": won.get, "loser": lost.get}
        there = [known[slot[0]](slot[1]) for _side, slot in fixture.sides if slot[0] != "bye"]
        won[fixture.number] = min(there)
        if len(there) == 2:
            lost[fixture.number] = max(there)
            if {1, 2} == set(there):
                assert bracket.rounds[fixture.round - 1] in ("winners-final", "grand-final")


# --- groups and leagues


def hold_groups(made, legs):
    """Everybody meets everybody of the own group, nobody else, so often, and at most once a round."""
    bracket = groups.draw(made, legs)
    met = Counter(frozenset((one.sources[0][1], one.sources[1][1])) for one in bracket.fixtures)
    assert met == {frozenset(pair): legs for group in made for pair in combinations(group, 2)}
    busy = Counter((one.round, slot[1]) for one in bracket.fixtures for _side, slot in one.sides)
    assert max(busy.values()) == 1
    sizes = Counter(map(len, made))
    assert len(bracket.fixtures) == legs * sum(size * (size - 1) // 2 * number for size, number in sizes.items())
    assert len(bracket.rounds) == legs * max(size - 1 + size % 2 for size in sizes)


@examples(10)
@given(SIZES, st.integers(2, 12), st.sampled_from([1, 2]), st.sampled_from(SPREADS), SEEDS)
def test_groups_of_any_field_meet_among_themselves_and_the_best_seeds_are_apart(teams, size, legs, how, seed):
    chance = random.Random(seed)
    count = max(1, teams // size)
    made = groups.spread(teams, count, how, lambda items, _label: chance.sample(items, len(items)))
    assert sorted(seed for group in made for seed in group) == list(range(1, teams + 1))
    assert sorted(group[0] for group in made) == list(range(1, count + 1)), "two of the best seeds in one group"
    hold_groups(made, legs)


@examples(6)
@given(st.integers(2, 96), st.sampled_from([1, 2]))
def test_a_league_of_any_size_meets_everybody(teams, legs):
    hold_groups([list(range(1, teams + 1))], legs)


@pytest.mark.slow
@pytest.mark.parametrize("teams", [97, 128, 255, 256, 511, 512])
def test_a_large_league_meets_everybody(teams):
    hold_groups([list(range(1, teams + 1))], 1)
