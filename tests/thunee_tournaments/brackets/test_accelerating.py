"""Accelerated pairing: the upper half counts for more in the first rounds, so the best meet sooner."""

from dataclasses import replace

import pytest

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.accelerating import accelerated, ahead_in
from thunee_tournaments.brackets.formats.swiss import Entrant


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(9, [2, 2, 2, 1, 1, 0, 0, 0, 0]), (7, [2, 2, 1, 1, 0, 0, 0]), (5, [2, 2, 1, 0, 0]), (2, [2, 0]), (1, [2])],
)
def test_half_of_the_rounds_are_accelerated_the_first_half_of_these_by_a_whole_point(rounds, points):
    assert [ahead_in(number, rounds, 40)[1] for number in range(1, rounds + 1)] == points


@pytest.mark.parametrize(("teams", "ahead"), [(161, 82), (160, 80), (162, 82), (4, 2), (5, 4), (2, 2)])
def test_the_upper_half_is_even_in_number(teams, ahead):
    """161 players make an upper half of 82: the example of FIDE's handbook."""
    assert ahead_in(1, 9, teams)[0] == ahead


def test_in_the_first_round_the_best_quarter_meets_the_second():
    field = [Entrant(seed) for seed in range(1, 17)]
    made = swiss.pair(accelerated(field, ahead_in(1, 5, 16)))
    assert {frozenset(both) for both in made.pairs} == {
        frozenset((seed, seed + 4)) for seed in (1, 2, 3, 4, 9, 10, 11, 12)
    }


def test_the_best_two_meet_sooner_than_without_it():
    def first_meeting(fast):
        field = {seed: Entrant(seed) for seed in range(1, 65)}
        for number in range(1, 7):
            now = list(field.values())
            made = swiss.pair(accelerated(now, ahead_in(number, 6, 64)) if fast else now)
            if {1, 2} in map(set, made.pairs):
                return number
            for a, b in made.pairs:
                field[a] = replace(field[a], score=field[a].score + (a < b), met=field[a].met | {b})
                field[b] = replace(field[b], score=field[b].score + (b < a), met=field[b].met | {a})
        return 99

    assert first_meeting(True) < first_meeting(False)
