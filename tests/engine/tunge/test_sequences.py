"""What may be played in Tunge (TUN-PLAY-2), how much of it matches, what lies last on the pile."""

from itertools import product

import pytest

from engine.tunge.sequences import is_part, is_sequence, last_viable, matches, points
from tests.engine.tunge.hands import ORDER, allowed


def ranks(text: str) -> tuple[str, ...]:
    """`5 6 10` as ranks."""
    return tuple(text.replace("10", "T").replace(",", " ").split())


@pytest.mark.parametrize(
    "cards", ["5,6", "10,J,Q", "5,5", "Q,Q,Q,Q", "A,10", "A,3", "A,A,9", "A,2,3,4", "A,7,7,7", "A,A,4", "A,A,5,6,7,8,9"]
)
def test_the_sequences_that_the_source_names_may_be_played(cards: str) -> None:
    """TUN-PLAY-2"""
    assert is_sequence(ranks(cards))


@pytest.mark.parametrize("cards", ["7,6,5", "3,2,A", "A,K", "A,A", "A,A,A", "A,3,2,A", "K,Q,J,10"])
def test_runs_go_down_too_and_an_ace_goes_before_anything(cards: str) -> None:
    """TUN-PLAY-2"""
    assert is_sequence(ranks(cards))


@pytest.mark.parametrize(
    "cards", ["5", "A", "", "5,7", "K,A", "Q,K,A", "5,A", "5,6,6", "5,6,5", "A,5,7", "2,A,K", "5,5,6"]
)
def test_anything_else_is_no_sequence(cards: str) -> None:
    """TUN-PLAY-2: the ace is low only, and goes before other cards, never behind them."""
    assert not is_sequence(ranks(cards))


def test_two_ways_of_telling_a_sequence_agree_on_all_of_up_to_four_cards() -> None:
    """TUN-PLAY-2"""
    for length in range(5):
        for cards in product("A2345K", repeat=length):
            assert is_sequence(cards) == allowed(list(cards)), cards


@pytest.mark.parametrize(
    ("last", "new", "count"),
    [
        ("5,6,7,8,9", "8,9,10,J", 2),
        ("7,6,5", "A,6,6", 1),
        ("A,K", "A,2,3,4", 1),
        ("5,5", "5,5", 2),
        ("5,5,5", "A,5", 1),
        ("A,A,9", "A,A,A", 2),
        ("2,3", "4,5", 0),
        ("", "4,5", 0),
    ],
)
def test_cards_match_one_to_one_by_rank(last: str, new: str, count: int) -> None:
    """TUN-PICK-1: the first three are the examples of the source."""
    assert matches(ranks(new), ranks(last)) == count
    assert matches(ranks(last), ranks(new)) == count


@pytest.mark.parametrize(
    ("pile", "last"),
    [
        ("3,4,5,5", "5,5"),
        ("K,K,J", "A,J"),
        ("J,J,7,8,9", "7,8,9"),
        ("4,5,6,7", "4,5,6,7"),
        ("A,7,7", "A,7,7"),
        ("2,A", "2,A"),
        ("9,A", "A,A"),
        ("K,A,A,4", "A,A,4"),
        ("", ""),
    ],
)
def test_the_last_sequence_is_the_longest_at_the_top_of_the_pile(pile: str, last: str) -> None:
    """TUN-END-1: the first three are the examples of the source."""
    assert last_viable([rank + "s" for rank in ranks(pile)]) == ranks(last)


def test_cards_nobody_knows_may_leave_the_last_sequence_open() -> None:
    """TUN-END-1"""
    assert last_viable([None, "5s", "5h"]) is None
    assert last_viable([None, "4s", "5s", "5h"]) == ("5", "5")
    assert last_viable([None]) is None


def test_the_longest_end_that_is_a_sequence_is_found_whatever_lies_below() -> None:
    """TUN-END-1: no longer end can be one where a shorter one is not."""
    for pile in product("A234", repeat=5):
        ends = [pile[-length:] for length in range(5, 1, -1) if allowed(list(pile[-length:]))]
        expected = ends[0] if ends else ("A", pile[-1])
        assert last_viable([rank + "s" for rank in pile]) == expected


@pytest.mark.parametrize(
    ("new", "again"),
    [
        ("7,8,9", True),
        ("7,8", True),
        ("8,9", True),
        ("9,10", False),
        ("6,7,8,9", False),
        ("9,8,7", False),
        ("7,9", False),
    ],
)
def test_a_sequence_may_not_be_the_last_one_or_a_part_of_it(new: str, again: bool) -> None:
    """TUN-END-2: the first three are the examples of the source."""
    assert is_part(ranks(new), ranks("7,8,9")) == again


def test_courts_count_ten_an_ace_eleven_and_the_others_their_face() -> None:
    """TUN-WIN-1"""
    assert [points([rank + "s"]) for rank in ORDER] == [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert points([]) == 0
