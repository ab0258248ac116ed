"""The pack: ranks, points, and how a card may be written."""

import pytest

from engine.cards import parse_card, parse_suit
from engine.thunee import pack
from tests.engine.hands import story


def wins(first: str, second: str, **how: object) -> bool:
    """Whether the second card of a trick beats the first (the other two are low hearts)."""
    hand = story(f"1: {first} {second} Qh Kh", deal=False, trump=(0, "c"), **how)  # type: ignore[arg-type]
    return hand.rest().ruling.tricks[0]["winner"] == 2


@pytest.mark.parametrize(("high", "low"), [("Jd", "9d"), ("9d", "Ad"), ("Ad", "Td"), ("Td", "Kd"), ("Kd", "Qd")])
def test_ranks_run_j_9_a_10_k_q(high: str, low: str) -> None:
    """TH-CARD-1"""
    assert wins(low, high)
    assert not wins(high, low)


def test_the_pack_has_24_cards_nine_and_up() -> None:
    """TH-CARD-1"""
    assert len(pack.TEXT) == len(set(pack.TEXT)) == 24
    assert {card[0] for card in pack.TEXT} == set("J9ATKQ")
    assert sum(pack.BIT.values()) == pack.FULL_PACK


@pytest.mark.parametrize(("rank", "points"), [("J", 30), ("9", 20), ("A", 11), ("T", 10), ("K", 3), ("Q", 2)])
def test_a_card_counts_what_its_rank_counts(rank: str, points: int) -> None:
    """TH-CARD-2"""
    assert [pack.points(pack.BIT[rank + suit]) for suit in "shdc"] == [points] * 4


def test_the_whole_pack_counts_304() -> None:
    """TH-CARD-2"""
    assert pack.points(pack.FULL_PACK) == 304


@pytest.mark.parametrize(("high", "low"), [("Qs", "Ks"), ("Ks", "Ts"), ("Ts", "As"), ("As", "9s"), ("9s", "Js")])
def test_in_royals_the_rank_is_turned_over(high: str, low: str) -> None:
    """TH-CARD-3: Q K 10 A 9 J"""
    for first, second, winner in ((low, high, 1), (high, low, 0)):
        hand = story(f"0: {first} {second} Jh Jc", deal=False).declare(0, "royals").rest()
        assert hand.ruling.tricks[0]["winner"] == winner


def test_in_royals_a_trump_beats_the_suit_led_all_the_same() -> None:
    """TH-CARD-3, TH-PLAY-3"""
    hand = story("0: Qs Js 9s As\n0: Qh Kh 9s Th".replace("9s Th", "Ts Th"), deal=False).declare(0, "royals").rest()
    assert [trick["winner"] for trick in hand.ruling.tricks] == [0, 2]


@pytest.mark.parametrize("written", ["Th", "10h", "TH", "th", "tH", "T♥", "10♥", "10♥\ufe0f", " 10H ", "t♡"])
def test_a_card_may_be_written_in_many_ways_and_is_one(written: str) -> None:
    assert parse_card(written) == "Th"


@pytest.mark.parametrize("written", ["", "h", "T", "1h", "11h", "hT", "Thh", "T h", "2x", None, 10, ["Th"], "Th" * 9])
def test_what_is_no_card_is_none(written: object) -> None:
    assert parse_card(written) is None


def test_a_card_of_another_pack_is_a_card_but_not_of_this_one() -> None:
    assert parse_card("2h") == "2h"
    assert "2h" not in pack.BIT


@pytest.mark.parametrize(("written", "suit"), [("s", "s"), ("H", "h"), ("♦", "d"), ("♣\ufe0f", "c"), ("♤", "s")])
def test_a_suit_may_be_a_letter_or_a_symbol(written: str, suit: str) -> None:
    assert parse_suit(written) == suit


@pytest.mark.parametrize("written", ["", "x", "sh", "spades", None, 1, "♥♥"])
def test_what_is_no_suit_is_none(written: object) -> None:
    assert parse_suit(written) is None
