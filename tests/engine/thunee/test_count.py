"""The count: what the counting team has, and whether it is enough."""

import pytest

from tests.engine.hands import EVEN, REVOKE, TRUMPERS_KHANUCK, TRUMPERS_SWEEP, story

# In EVEN side B counts: 85 in cards, and the last trick is its own.


def test_the_count_is_what_the_tricks_of_the_counting_team_hold() -> None:
    """TH-COUNT-1"""
    count = story(EVEN).rest().ruling.count
    assert count["counting_team"] == "B"
    assert count["card_points"] == {"A": 219, "B": 85}
    assert count["tricks"] == {"A": 3, "B": 3}
    odd = story(REVOKE).rest().ruling.count
    assert (odd["card_points"], odd["tricks"]) == (count["card_points"], count["tricks"])


def test_the_last_trick_adds_ten_to_the_counting_team_that_wins_it() -> None:
    """TH-COUNT-2"""
    count = story(EVEN).rest().ruling.count
    assert (count["last_trick"], count["total"]) == ("B", 95)


def test_the_last_trick_of_the_trumping_team_takes_nothing_away() -> None:
    """TH-COUNT-2"""
    count = story(TRUMPERS_KHANUCK).rest().ruling.count
    assert (count["last_trick"], count["total"]) == ("A", 50)


def test_the_loser_of_the_last_trick_may_have_to_hand_the_ten_over() -> None:
    """TH-COUNT-2"""
    assert story(TRUMPERS_KHANUCK, last_trick="transfer").rest().ruling.count["total"] == 40
    assert story(EVEN, last_trick="transfer").rest().ruling.count["total"] == 95


def test_the_call_of_the_trumping_team_is_added_to_the_count() -> None:
    """TH-COUNT-3"""
    hand = story(EVEN, dealer=0).call(0, 40).rest()
    assert (hand.ruling.count["call"], hand.ruling.count["total"]) == (40, 135)


def test_the_call_is_left_out_where_it_does_not_count() -> None:
    """TH-COUNT-3"""
    hand = story(EVEN, dealer=0, call_counts="no").call(0, 40).rest()
    assert (hand.ruling.count["call"], hand.ruling.count["total"]) == (40, 95)


def test_jodhi_of_the_counting_team_add_to_the_count() -> None:
    """TH-COUNT-4"""
    hand = story(EVEN).play(1).jodhi(1, "s", 40).jodhi(3, "d", 20).rest()
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 60}
    assert hand.ruling.count["total"] == 95 + 60


def test_jodhi_of_the_trumping_team_take_from_the_count() -> None:
    """TH-COUNT-4"""
    hand = story(TRUMPERS_KHANUCK).play(1).jodhi(0, "s", 50).rest()
    assert hand.ruling.count["total"] == 50 - 50


def test_a_count_may_be_below_nothing() -> None:
    """TH-COUNT-4"""
    hand = story(TRUMPERS_KHANUCK, last_trick="transfer").play(1).jodhi(0, "s", 50).rest()
    assert hand.ruling.count["total"] == -10
    assert hand.result == "count: A 1"


@pytest.mark.parametrize(("target", "result"), [(94, "B 1"), (95, "B 1"), (96, "A 1")])
def test_the_counting_team_wins_with_the_target_and_not_with_one_less(target: int, result: str) -> None:
    """TH-COUNT-5"""
    assert story(EVEN, target_count=target).rest().result == f"count: {result}"


def test_105_is_the_target() -> None:
    """TH-COUNT-5: 95 and a call of ten."""
    assert story(EVEN).rest().ruling.count["target"] == 105
    assert story(EVEN, dealer=0).call(0, 10).rest().ruling.count["total"] == 105
    assert story(EVEN, dealer=0).call(0, 10).rest().ruling.winner == "B"


def test_a_team_that_called_and_lost_gives_two_balls() -> None:
    """TH-COUNT-6"""
    hand = story(EVEN, dealer=0).call(0, 10).rest()
    assert hand.result == "call_and_loss: B 2"
    assert "TH-COUNT-6" in hand.rules_cited
    assert story(EVEN, dealer=0, call_and_loss=3).call(0, 10).rest().result == "call_and_loss: B 3"


def test_a_team_that_called_and_won_opens_one_ball() -> None:
    """TH-COUNT-5, TH-COUNT-6"""
    assert story(TRUMPERS_SWEEP, dealer=0).call(0, 50).rest().result == "count: A 1"


def test_a_side_that_was_outcalled_loses_a_hand_like_any_other() -> None:
    """TH-COUNT-6 is for the team that kept trump: side B called 10, side A outcalled it, side B falls short."""
    assert story(EVEN, target_count=200).call(1, 10).call(0, 20).rest().result == "count: A 1"


def test_the_steps_add_up_to_the_total() -> None:
    """TH-COUNT-1 to 4: the explanation holds every figure of the count."""
    hand = story(EVEN, dealer=0).call(0, 10).play(1).jodhi(1, "s", 40).rest()
    steps = {step.rule.id: step.points for step in hand.ruling.steps if step.rule.stem == "count"}
    parts = ("TH-COUNT-1", "TH-COUNT-2", "TH-COUNT-3", "TH-COUNT-4")
    assert sum(steps[part] or 0 for part in parts) == hand.ruling.count["total"] == 145
