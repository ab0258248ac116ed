"""A knock-out that is seeded anew for each round, as pure fixtures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats.knockout import draw
from thunee_tournaments.brackets.formats.seeding_anew import laid, sources_left, with_rounds


def played(teams, favourite):
    """Every round of a bracket, played: (best, other) seeds of each match, `favourite` saying whether the best wins."""
    fixtures, rounds = list(draw(teams, seed_anew=True).fixtures), {}
    through, met = {}, []
    for number in range(1, max(fixture.round for fixture in fixtures) + 1):
        if number > 1 and any(source[0] == "left" for f in fixtures if f.round == number for source in f.sources):
            before = [(f.number, through[f.number]) for f in fixtures if f.round == number - 1]
            rounds[number] = laid(before)
            fixtures = with_rounds(draw(teams, seed_anew=True).fixtures, rounds)
        for fixture in (each for each in fixtures if each.round == number):
            seeds = [
                source[1] if source[0] == "seed" else through[source[1]]
                for source in fixture.sources
                if source != ("bye",)
            ]
            through[fixture.number] = min(seeds) if favourite(fixture.number) else max(seeds)
            if len(seeds) == 2:
                met.append((number, min(seeds), max(seeds)))
    return met, through[max(through)]


@given(teams=st.integers(2, 70), upsets=st.sets(st.integers(1, 80)))
def test_in_every_round_the_best_seed_left_meets_the_last_one(teams, upsets):
    met, champion = played(teams, lambda number: number not in upsets)
    assert len(met) == teams - 1
    beaten = set()
    for number in sorted({round_ for round_, _best, _other in met}):
        here = sorted((best, other) for round_, best, other in met if round_ == number)
        assert [other for _best, other in here] == sorted((other for _best, other in here), reverse=True)
        beaten |= {seed for pair in here for seed in pair} - {champion}
    assert beaten == set(range(1, teams + 1)) - {champion}


@given(teams=st.integers(2, 70))
def test_with_favourites_winning_the_same_teams_meet_as_in_a_plain_knockout(teams):
    met, champion = played(teams, lambda _number: True)
    plain, through = [], {}
    for fixture in draw(teams).fixtures:
        seeds = [
            source[1] if source[0] == "seed" else through[source[1]] for source in fixture.sources if source != ("bye",)
        ]
        through[fixture.number] = min(seeds)
        if len(seeds) == 2:
            plain.append((fixture.round, min(seeds), max(seeds)))
    assert (sorted(met), champion) == (sorted(plain), 1)


def test_only_the_first_round_and_the_final_are_paired_at_the_draw():
    by_round = {}
    for fixture in draw(16, seed_anew=True, third_place=True).fixtures:
        by_round.setdefault(fixture.round, []).append([source[0] for source in fixture.sources])
    assert by_round[1] == [["seed", "seed"]] * 8
    assert by_round[2] == [["left", "left"]] * 4
    assert by_round[3] == [["left", "left"]] * 2
    assert by_round[4] == [["loser", "loser"]]
    assert by_round[5] == [["winner", "winner"]]


def test_those_left_stand_as_seeds_do():
    assert sources_left(4) == [("left", 1), ("left", 4), ("left", 2), ("left", 3)]


@pytest.mark.parametrize(
    "round_",
    [
        [[1, 1], [4, 2], [2, 4]],  # one is missing
        [[1, 1], [4, 2], [3, 3], [9, 4]],  # out of a match that is not before
        [[4, 2], [1, 1], [3, 3], [2, 4]],  # not the best first
        [[1, 1], [4, 2], [3, 3], [2, 6]],  # seed 6 does not play match 2
    ],
)
def test_a_round_that_cannot_have_been_laid_so_is_refused(round_):
    fixtures = draw(8, seed_anew=True).fixtures
    assert with_rounds(fixtures, {2: [[1, 1], [4, 2], [3, 3], [2, 4]]})
    with pytest.raises(ValueError, match="round 2"):
        with_rounds(fixtures, {2: round_})
