"""Dealing: the packets, a new deal, and who deals next."""

from typing import Any

import pytest

import engine
from tests.engine.hands import COUNTERS_SWEEP, EVEN, THUNEE_WON, Story, story

HIGH = "Js 9s As Jh / 9h Ah"
LOW = "Ks Qs Kd Qd / Jd 9d"  # 3 + 2 + 3 + 2 in the first four cards: 10


def asked(rules: str, reason: str, seat: int | None, **how: Any) -> Story:
    """A new deal before the first card, with seat 1 the low hand and seat 0 to set trump."""
    deal = {0: HIGH, 1: LOW, 2: "Ts Tc Ac Jc / Td Ad", 3: "9c Kc Qc Th / Kh Qh"}
    return story(EVEN, rules, deal=deal, **how).redeal(reason, seat)


def test_the_first_dealer_of_a_game_is_whoever_the_record_says() -> None:
    """TH-DEAL-1: the black jack is turned before the first hand; a ledger asks nothing of its dealer."""
    for dealer in range(4):
        hand = story(EVEN, dealer=dealer).redeal("other").record
        assert engine.adjudicate_game([hand]).problems == []


@pytest.mark.parametrize("packets", [["Js 9s As", "Jh 9h"], ["Js 9s As Jh 9h Ah"], ["Js 9s As Jh", "9h"], [], ["", ""]])
def test_a_hand_is_dealt_in_four_and_two(packets: list[str]) -> None:
    """TH-DEAL-2"""
    record = story(EVEN).record | {"deal": [packets, None, None, None]}
    with pytest.raises(engine.RecordError) as wrong:
        engine.read(record)
    assert wrong.value.errors[0]["path"].startswith("deal[0]")


def test_the_first_four_cards_may_be_all_that_was_written_down() -> None:
    """TH-DEAL-2"""
    record = story(EVEN).rest().record | {"deal": [None, ["9h Jd 9c Jc"], None, None]}
    assert engine.adjudicate(record).status == "decided"


def test_a_card_is_dealt_once() -> None:
    """TH-DEAL-2"""
    record = story(EVEN).record | {"deal": [["Js 9s As Jh", "9h Ah"], None, ["Js 9d Ad Jd", "Td Kd"], None]}
    with pytest.raises(engine.RecordError, match="dealt already"):
        engine.read(record)


# --- a low hand


def test_a_new_deal_for_a_low_hand_is_void_and_nothing_else_where_the_house_grants_it() -> None:
    """TH-DEAL-3"""
    hand = asked("club-strict", "low_hand", 1)
    assert hand.result == "void: low_hand"
    assert hand.ruling.discrepancies == []
    assert hand.ruling.after["next_dealer"] == 3


def test_a_new_deal_for_a_low_hand_nobody_may_ask_for_is_void_and_a_difference() -> None:
    """TH-DEAL-3"""
    hand = asked("durban-classic", "low_hand", 1)
    assert hand.result == "void: low_hand"
    assert [row["rule"] for row in hand.ruling.discrepancies] == ["TH-DEAL-3"]


def test_only_the_trumper_may_ask_in_some_houses() -> None:
    """TH-DEAL-3"""
    assert asked("durban-classic", "low_hand", 1, low_hand_redeal="trumper").ruling.discrepancies != []
    by_trumper = asked("durban-classic", "low_hand", 1, low_hand_redeal="trumper", dealer=0)
    assert by_trumper.ruling.discrepancies == []


def test_the_limit_of_a_low_hand_is_ten_in_its_first_four_cards() -> None:
    """TH-DEAL-3: what comes after the first four does not matter."""
    assert asked("club-strict", "low_hand", 1).ruling.discrepancies == []
    assert asked("club-strict", "low_hand", 1, low_hand_limit=9).ruling.discrepancies != []
    assert asked("club-strict", "low_hand", 0).ruling.discrepancies != []


def test_a_low_hand_of_nobody_named_is_granted_if_anybody_has_one() -> None:
    """TH-DEAL-3"""
    assert asked("club-strict", "low_hand", None).ruling.discrepancies == []


def test_a_low_hand_nobody_wrote_down_is_taken_on_trust() -> None:
    """TH-DEAL-3"""
    hand = story(EVEN, "club-strict", deal=False).redeal("low_hand", 1)
    assert hand.result == "void: low_hand"
    assert hand.ruling.trusted == ["events[0].reason"]


@pytest.mark.parametrize("reason", ["exposed_card", "other"])
def test_other_reasons_for_a_new_deal_are_taken_as_they_are(reason: str) -> None:
    hand = story(EVEN).redeal(reason)
    assert hand.result == f"void: {reason}"
    assert hand.ruling.discrepancies == []


# --- the next dealer; seat 3 (side B) dealt, and side B wins one ball or side A does


@pytest.mark.parametrize(
    ("before", "play", "following"),
    [
        ("0-0", COUNTERS_SWEEP, 0),  # 0-1: ahead
        ("1-0", COUNTERS_SWEEP, 0),  # 1-1: level
        ("2-0", COUNTERS_SWEEP, 3),  # 2-1: still behind
        ("0-0", EVEN, 3),  # 1-0: behind now
        ("0-1", EVEN, 0),  # 1-1
    ],
)
def test_the_deal_passes_unless_the_dealers_side_is_behind(before: str, play: str, following: int) -> None:
    """TH-DEAL-4"""
    assert story(play, before=before).rest().ruling.after["next_dealer"] == following


def test_the_deal_passes_after_every_hand_in_some_houses() -> None:
    """TH-DEAL-4"""
    assert story(EVEN, dealer_rotation="always").rest().ruling.after["next_dealer"] == 0


@pytest.mark.parametrize("rotation", ["always", "stay_while_behind"])
def test_a_void_hand_is_dealt_again_by_the_same_player(rotation: str) -> None:
    """TH-DEAL-4"""
    hand = story(EVEN, dealer_rotation=rotation, before="0-5").play(1).redeal("exposed_card")
    assert hand.ruling.after["next_dealer"] == 3


def test_the_deal_passes_to_the_right_all_round() -> None:
    """TH-DEAL-4"""
    for dealer in range(4):
        hand = story(THUNEE_WON, dealer=dealer, dealer_rotation="always").declare(0, "thunee").rest()
        assert hand.ruling.after["next_dealer"] == (dealer + 1) % 4


def test_nobody_deals_when_the_game_is_over() -> None:
    """TH-DEAL-4"""
    assert story(EVEN, before="11-0").rest().ruling.after["next_dealer"] is None
