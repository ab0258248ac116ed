"""Jodhi and murrials: when they may be called, what they are worth, who may answer, and what becomes of wrong ones."""

from typing import Any

import pytest

from tests.engine.hands import COUNTERS_KHANUCK, EVEN, THUNEE_WON, TRUMPERS_KHANUCK, Story, story

# In EVEN the tricks go to B A A A B B. After the first, seat 1 holds K and Q of spades (trump) to the end, seat 3 K and
# Q of diamonds until it plays the king to trick 3.


def claim(hand: Story, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = hand.ruling.claims[number]
    return found


def jodhi(hand: Story) -> dict[str, int]:
    """What the jodhi come to, by side, of a hand decided by the count."""
    points: dict[str, int] = hand.rest().ruling.count["jodhi"]
    return points


def timely(hand: Story) -> bool:
    return bool(claim(hand)["timely"])


# --- values


@pytest.mark.parametrize(
    ("suit", "jack", "worth"), [("h", False, 20), ("h", True, 30), ("s", False, 40), ("s", True, 50)]
)
def test_a_jodhi_is_worth_20_or_30_and_in_trump_40_or_50(suit: str, jack: bool, worth: int) -> None:
    """TH-JODHI-1"""
    hand = story(EVEN).play(1).jodhi(1, suit, 20, jack=jack)
    assert claim(hand)["true_value"] == worth


def test_a_good_jodhi_scores_what_was_said() -> None:
    """TH-JODHI-1"""
    hand = story(EVEN).play(1).jodhi(1, "s", 40)
    assert claim(hand) == {
        "type": "jodhi", "seat": 1, "suit": "s", "value": 40, "true_value": 40, "timely": True, "held": True,
        "murrials": None, "points": 40, "rules": ["TH-JODHI-1"],
    }  # fmt: skip
    assert jodhi(hand) == {"A": 0, "B": 40}


def test_the_jack_may_be_left_out_of_a_jodhi_by_who_holds_it() -> None:
    """TH-JODHI-1: seat 1 holds J K Q and calls K Q."""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 40)
    assert (claim(hand)["held"], claim(hand)["points"]) == (True, 40)


def test_the_true_value_is_unknown_as_long_as_trump_is() -> None:
    hand = story(EVEN, trump=None).play(1).jodhi(1, "s", 40)
    assert claim(hand)["true_value"] is None


# --- the window: which trick


@pytest.mark.parametrize(
    ("window", "b_may", "a_may"),
    [
        ("team_first_third", [1], [2, 4]),  # B wins tricks 1, 5 and 6; A wins 2, 3 and 4
        ("trick_one_three", [1], [3]),
        ("any_trick", [1, 5], [2, 3, 4]),
    ],
)
def test_the_window_opens_after_the_tricks_the_house_says(window: str, b_may: list[int], a_may: list[int]) -> None:
    """TH-JODHI-2: by a player of the side that won the trick."""
    for seat, tricks in ((1, b_may), (0, a_may)):
        after = {number: story(EVEN, jodhi_window=window).play_all(number) for number in range(7)}
        told = [number for number, hand in after.items() if timely(hand.jodhi(seat, "h", 20))]
        assert told == tricks, f"seat {seat}"


def test_both_players_of_the_side_that_won_the_trick_may_call() -> None:
    """TH-JODHI-6: seat 3 won the trick; its partner calls, and it calls too."""
    hand = story(EVEN).play(1).jodhi(1, "s", 40).jodhi(3, "d", 20)
    assert [one["points"] for one in hand.ruling.claims] == [40, 20]


def test_the_side_that_lost_the_trick_may_not_call() -> None:
    """TH-JODHI-2"""
    hand = story(TRUMPERS_KHANUCK).play(1).jodhi(1, "h", 20)
    assert claim(hand)["timely"] is False
    assert "TH-JODHI-2" in claim(hand)["rules"]


def test_only_the_latest_trick_opens_a_window() -> None:
    """TH-JODHI-2: after trick 2, won by side A, side B is too late for trick 1."""
    assert not timely(story(EVEN).play(2).jodhi(1, "s", 40))


def test_no_window_opens_after_the_last_trick() -> None:
    """TH-JODHI-3"""
    assert not timely(story(EVEN, jodhi_window="any_trick").rest().jodhi(1, "s", 40))
    assert not timely(story(EVEN).rest().jodhi(3, "d", 20))


def test_no_window_is_open_before_the_first_trick_is_won() -> None:
    """TH-JODHI-2"""
    assert not timely(story(EVEN, jodhi_window="any_trick").cards(2).jodhi(1, "s", 40))


# --- the window: when it closes


@pytest.mark.parametrize(("closes", "most"), [("third_card", 2), ("next_lead", 0)])
def test_the_window_closes_with_the_third_card_or_the_next_lead(closes: str, most: int) -> None:
    """TH-JODHI-3"""
    for cards in range(4):
        hand = story(EVEN, jodhi_closes=closes).play(1).cards(cards).jodhi(1, "s", 40)
        assert timely(hand) == (cards <= most), f"after {cards} cards of the next trick"


# --- holding


def test_the_cards_must_be_held_when_called() -> None:
    """TH-JODHI-4: seat 1 throws its queen of spades to trick 4, and calls after trick 5."""
    late = story(COUNTERS_KHANUCK, jodhi_window="any_trick").play(5).jodhi(1, "s", 40)
    assert (claim(late)["timely"], claim(late)["held"]) == (True, False)
    assert "TH-JODHI-4" in claim(late)["rules"]


def test_in_some_houses_it_is_enough_to_have_been_dealt_them() -> None:
    """TH-JODHI-4"""
    late = story(COUNTERS_KHANUCK, jodhi_window="any_trick", jodhi_holding="dealt").play(5).jodhi(1, "s", 40)
    assert (claim(late)["held"], claim(late)["points"]) == (True, 40)


def test_a_card_nobody_wrote_down_is_neither_held_nor_not() -> None:
    """TH-JODHI-4: the record stops after the first trick, and no hand is known."""
    hand = story(EVEN, deal=False).play(1)
    assert claim(hand.jodhi(1, "s", 40))["held"] is None


def test_a_card_somebody_else_played_is_not_held() -> None:
    """TH-JODHI-4: the queen of hearts was seat 0's."""
    assert claim(story(EVEN, deal=False).play(1).jodhi(1, "h", 20))["held"] is False


def test_a_card_played_later_was_held() -> None:
    """TH-JODHI-4"""
    assert claim(story(EVEN, deal=False).play(1).jodhi(1, "s", 40).rest())["held"] is True


def test_a_card_on_the_table_is_not_held() -> None:
    """TH-JODHI-4: seat 3 leads its diamond queen out of the jodhi before it calls."""
    hand = story("1: 9h Th Ts Qh\n3: Qd Ad Jd Js", deal={3: "Ts Qd Kd Ac / As 9d"}).cards(5).jodhi(3, "d", 20)
    assert (claim(hand)["timely"], claim(hand)["held"]) == (True, False)


# --- once


def test_a_suit_scores_once() -> None:
    """TH-JODHI-5"""
    hand = story(EVEN).play(1).jodhi(1, "s", 40).jodhi(1, "s", 40)
    assert [one["points"] for one in hand.ruling.claims] == [40, 0]
    assert "TH-JODHI-5" in claim(hand, 1)["rules"]
    assert jodhi(hand) == {"A": 0, "B": 40}


def test_k_q_j_of_trump_and_k_q_of_another_suit_are_seventy() -> None:
    """TH-JODHI-5, TH-JODHI-6: several may be called together."""
    hands = {1: "Js Ks Qs Kd / Qd 9h"}
    hand = story("1: 9h Th Ts Qh", deal=hands).rest().jodhi(1, "s", 50).jodhi(1, "d", 20)
    assert sum(one["points"] for one in hand.ruling.claims) == 70


def test_a_suit_that_scored_for_one_side_scores_no_more_for_the_other() -> None:
    """TH-JODHI-5"""
    hand = story(EVEN, unanswered_jodhi="stands").play(1).jodhi(1, "s", 40).play(1).jodhi(0, "s", 40)
    assert [one["points"] for one in hand.ruling.claims] == [40, 0]


def test_a_wrong_jodhi_corrected_to_nothing_leaves_its_suit_open() -> None:
    """TH-JODHI-5: what scored nothing has not scored."""
    hand = story(EVEN, unanswered_jodhi="corrected").cards(2).jodhi(1, "s", 40).cards(2).jodhi(1, "s", 40)
    assert [one["points"] for one in hand.ruling.claims] == [0, 40]


# --- in a declared hand


def test_there_is_no_jodhi_in_a_declared_hand() -> None:
    """TH-JODHI-7"""
    hand = story(THUNEE_WON).declare(0, "thunee").play(1).jodhi(0, "s", 40).rest()
    assert hand.offences == [("bad_call", 0)]
    assert hand.ruling.infractions[0]["rule"] == "TH-JODHI-7"
    assert hand.ruling.claims == []
    assert hand.result == "thunee made: A 4"


@pytest.mark.parametrize("special", ["double", "khanuck"])
def test_there_is_no_double_and_no_khanuck_in_a_declared_hand(special: str) -> None:
    """TH-JODHI-7: left out of account, and no mark on the game."""
    hand = story(THUNEE_WON).declare(0, "thunee").play(5).say(special, seat=0).rest()
    assert hand.offences == [("bad_call", 0)]
    assert hand.result == "thunee made: A 4"
    assert hand.ruling.after["khanuck_called"] is False


# --- wrong ones nobody answers


WRONG = {
    "at a wrong time": lambda hand: hand.play(2).jodhi(1, "s", 40),
    "at a wrong value": lambda hand: hand.play(1).jodhi(1, "s", 50, jack=False),
    "without the cards": lambda hand: hand.play(1).jodhi(1, "h", 20),
}


@pytest.mark.parametrize(
    ("why", "spoken"), [("at a wrong time", 40), ("at a wrong value", 50), ("without the cards", 20)]
)
def test_a_wrong_jodhi_nobody_answers_stands_as_called(why: str, spoken: int) -> None:
    """TH-MURR-3"""
    hand = WRONG[why](story(EVEN, unanswered_jodhi="stands"))
    assert claim(hand)["points"] == spoken
    assert "TH-MURR-3" in claim(hand)["rules"]
    assert jodhi(hand) == {"A": 0, "B": spoken}


@pytest.mark.parametrize(("why", "worth"), [("at a wrong time", 0), ("at a wrong value", 40), ("without the cards", 0)])
def test_a_wrong_jodhi_nobody_answers_is_corrected_to_what_it_is_worth(why: str, worth: int) -> None:
    """TH-MURR-3: nothing, if it was mistimed or not held."""
    hand = WRONG[why](story(EVEN, unanswered_jodhi="corrected"))
    assert claim(hand)["points"] == worth
    assert jodhi(hand) == {"A": 0, "B": worth}


# --- murrials


@pytest.mark.parametrize("why", WRONG)
def test_murrials_forfeits_a_wrong_jodhi(why: str) -> None:
    """TH-MURR-1"""
    hand = WRONG[why](story(EVEN, unanswered_jodhi="stands")).murrials(0)
    assert (claim(hand)["murrials"], claim(hand)["points"]) == ("upheld", 0)
    assert "TH-MURR-1" in claim(hand)["rules"]
    assert jodhi(hand) == {"A": 0, "B": 0}


def test_either_opponent_may_say_murrials() -> None:
    """TH-MURR-1"""
    for seat in (0, 2):
        assert claim(story(EVEN).play(2).jodhi(1, "s", 40).murrials(seat))["murrials"] == "upheld"


def test_after_murrials_the_suit_may_not_be_called_again() -> None:
    """TH-MURR-1"""
    hand = story(EVEN).cards(2).jodhi(1, "s", 40).murrials(0).cards(2).jodhi(1, "s", 40)
    assert [one["points"] for one in hand.ruling.claims] == [0, 0]
    assert claim(hand, 1)["timely"] is True
    assert jodhi(hand) == {"A": 0, "B": 0}


def test_after_murrials_another_suit_may_still_be_called() -> None:
    """TH-MURR-1"""
    hand = story(EVEN).cards(2).jodhi(1, "s", 40).murrials(0).cards(2).jodhi(3, "d", 20)
    assert jodhi(hand) == {"A": 0, "B": 20}


@pytest.mark.parametrize("then", ["card", "double", "khanuck"])
def test_murrials_is_said_before_the_next_card_double_or_khanuck(then: str) -> None:
    """TH-MURR-2: afterwards it is refused, and the jodhi is one nobody answered."""
    hand = story(EVEN, unanswered_jodhi="stands").play(5).jodhi(3, "h", 20)
    if then == "card":
        hand.cards(1)
    else:
        hand.say(then, seat=3)
    hand.murrials(0)
    assert (claim(hand)["murrials"], claim(hand)["points"]) == ("rejected", 20)
    assert "TH-MURR-2" in claim(hand)["rules"]


def test_a_double_refused_on_cornerhouse_closes_no_murrials() -> None:
    """TH-MURR-2: as if it had not been made."""
    hand = story(EVEN, cornerhouse_double="refused", before="0-11").play(5).jodhi(3, "h", 20).double(3).murrials(0)
    assert claim(hand)["murrials"] == "upheld"


def test_murrials_against_a_good_jodhi_changes_nothing() -> None:
    """TH-MURR-4"""
    hand = story(EVEN).play(1).jodhi(1, "s", 40).murrials(0)
    assert (claim(hand)["murrials"], claim(hand)["points"]) == ("rejected", 40)
    assert "TH-MURR-4" in claim(hand)["rules"]
    assert jodhi(hand) == {"A": 0, "B": 40}


def test_murrials_answers_the_latest_jodhi_of_the_other_side() -> None:
    """TH-MURR-1"""
    hand = story(EVEN).play(1).jodhi(1, "h", 20).jodhi(3, "d", 20).murrials(0)
    assert [one["murrials"] for one in hand.ruling.claims] == [None, "rejected"]


def test_murrials_in_a_suit_answers_the_latest_jodhi_in_that_suit() -> None:
    """TH-MURR-1"""
    hand = story(EVEN).play(1).jodhi(1, "h", 20).jodhi(3, "d", 20).murrials(0, "h")
    assert [one["murrials"] for one in hand.ruling.claims] == ["upheld", None]
    assert jodhi(hand) == {"A": 0, "B": 20}


def test_murrials_where_it_is_not_played_is_left_out_of_account() -> None:
    """TH-MURR-1"""
    hand = story(EVEN, murrials="off").play(2).jodhi(1, "s", 40).murrials(0)
    assert hand.offences == [("bad_call", 0)]
    assert claim(hand)["murrials"] is None


def test_murrials_to_no_jodhi_is_left_out_of_account() -> None:
    """TH-MURR-1: the partner's jodhi is none to answer."""
    hand = story(EVEN).play(1).jodhi(1, "s", 40).murrials(3)
    assert hand.offences == [("bad_call", 3)]
    assert claim(hand)["murrials"] is None


def test_murrials_may_still_be_said_after_the_last_card() -> None:
    """TH-MURR-2: a jodhi called then is mistimed, and answered before anything else happened."""
    hand = story(EVEN).rest().jodhi(1, "s", 40).murrials(0)
    assert claim(hand)["murrials"] == "upheld"
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 0}


def test_a_jodhi_after_the_last_card_is_mistimed_and_stands_when_nobody_answers() -> None:
    """TH-MURR-3"""
    hand = story(EVEN, unanswered_jodhi="stands").rest().jodhi(1, "s", 40)
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 40}
    corrected = story(EVEN, unanswered_jodhi="corrected").rest().jodhi(1, "s", 40)
    assert corrected.ruling.count["jodhi"] == {"A": 0, "B": 0}


# --- where it is told


def steps_of(hand: Story) -> list[str]:
    return [step.text for step in hand.ruling.steps]


def test_a_jodhi_is_told_before_the_murrials_that_answers_it() -> None:
    """TH-MURR-4"""
    steps = steps_of(story(EVEN).play(1).jodhi(1, "s", 40).murrials(0).rest())
    called = steps.index("Seat 1 called a jodhi of 40 in spades: good for side B")
    assert steps[called + 1] == "Murrials from seat 0 against a good jodhi changes nothing"


def test_a_jodhi_is_told_before_an_accusation_that_came_later() -> None:
    """TH-PEN-3, TH-PEN-1"""
    for upheld, then in ((False, "wrongly: the hand goes on"), (True, "nothing else counts")):
        hand = story(EVEN).play(1).jodhi(1, "s", 40).accuse(0, 1, "signal", upheld=upheld)
        steps = steps_of(hand if upheld else hand.rest())
        accused = next(place for place, step in enumerate(steps) if then in step)
        assert steps.index("Seat 1 called a jodhi of 40 in spades: good for side B") < accused
