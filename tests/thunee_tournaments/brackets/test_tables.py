"""Rounds at tables: everybody sits in every round, threes go round, nobody meets the same people more than needed."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import tables


def by_lot(items: list[int], label: str) -> list[int]:
    order = list(items)
    Random(label).shuffle(order)
    return order


def meetings(drawn: list[list[list[int]]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables_ in drawn for table in tables_ for pair in combinations(table, 2))


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(3, 24).filter(lambda players: players != 5), st.integers(1, 6))
def test_everybody_sits_once_in_every_round_at_a_table_of_three_or_four(players: int, rounds: int):
    drawn = tables.draw(players, rounds, by_lot)
    assert len(drawn) == rounds
    for round_ in drawn:
        assert sorted(player for table in round_ for player in table) == list(range(1, players + 1))
        assert {len(table) for table in round_} <= {3, 4}


def test_sixteen_play_three_rounds_and_nobody_meets_anybody_twice():
    assert max(meetings(tables.draw(16, 3, by_lot)).values()) == 1


def test_seven_sit_at_the_table_of_three_in_turn():
    drawn = tables.draw(7, 7, by_lot)
    threes = Counter(player for round_ in drawn for table in round_ if len(table) == 3 for player in table)
    assert set(threes.values()) == {3}


def test_the_same_lot_gives_the_same_tables():
    assert tables.draw(12, 4, by_lot) == tables.draw(12, 4, by_lot)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_so_few_cannot_sit_down(players: int):
    with pytest.raises(ValueError, match="cannot sit"):
        tables.sizes(players)
