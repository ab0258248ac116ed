"""Drawing by lot: reproducible by its definition, and even."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.tournaments.lots import new_lot, parse_lot, shuffled

LOT = "00112233445566778899aabbccddeeff"
TEAMS = ["Aces", "Blinds", "Calls", "Doubles", "Elders"]


def shuffled_by_the_definition(items, lot, label):
    """The text of `lots`, followed word for word by somebody who has only that text."""
    result, block = list(items), 0
    for i in reversed(range(1, len(result))):
        n = i + 1
        while True:
            number = int(hashlib.sha256(f"{lot}/{label}/{block}".encode()).hexdigest()[:16], 16)
            block += 1
            if number < 2**64 // n * n:
                break
        j = number % n
        result[i], result[j] = result[j], result[i]
    return result


def test_a_known_lot_gives_a_known_order_for_ever():
    assert shuffled(TEAMS, LOT, "seeds") == ["Calls", "Doubles", "Elders", "Blinds", "Aces"]


@given(st.lists(st.integers(), max_size=40), st.binary(min_size=16, max_size=16).map(bytes.hex), st.text(max_size=20))
def test_anybody_can_follow_the_definition(items, lot, label):
    assert shuffled(items, lot, label) == shuffled_by_the_definition(items, lot, label)


@given(st.lists(st.integers(), max_size=60), st.binary(min_size=16, max_size=16).map(bytes.hex))
def test_nothing_is_lost_or_doubled(items, lot):
    assert sorted(shuffled(items, lot, "x")) == sorted(items)


def test_every_order_comes_about_equally_often():
    counts = Counter(tuple(shuffled("abc", f"{n:032x}", "even")) for n in range(6000))
    assert set(counts) == set(permutations("abc"))
    assert all(870 < count < 1130 for count in counts.values())


def test_two_labels_are_two_draws():
    assert shuffled(range(20), LOT, "seeds") != shuffled(range(20), LOT, "match 1 game 1 dealer")


def test_a_new_lot_is_128_bits_and_another_each_time():
    lots = {new_lot() for _ in range(50)}
    assert len(lots) == 50
    assert all(len(lot) == 32 and parse_lot(lot) == lot for lot in lots)


def test_a_lot_may_be_typed_with_spaces_dashes_and_capitals():
    assert parse_lot(" 0011-2233 44556677-8899AABB CCDDEEFF\n") == LOT


@pytest.mark.parametrize("text", ["", "42", LOT + "0", LOT[:-1] + "g"])
def test_anything_else_is_no_lot(text):
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        parse_lot(text)
