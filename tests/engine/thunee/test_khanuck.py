"""Khanuck and backside khanuck: jodhi and the ten against all that the others took."""

import pytest

from tests.engine.hands import (
    COUNTERS_KHANUCK,
    COUNTERS_SWEEP,
    COUNTERS_SWEEP_BY_PARTNER,
    EVEN,
    TRUMPERS_KHANUCK,
    Story,
    story,
)

# In both plays the other side has just 50 in cards, and one player holds J K Q of trump: with a jodhi of 40 the khanuck
# is level and fails, with one of 50 it is good. COUNTERS: seat 1 (side B, which counts) calls the jodhi, its partner
# seat 3 takes the last trick. TRUMPERS: seat 0 does both.


def counters(value: int = 50, rules: str = "durban-classic", *, caller: int = 3, call: int = 0, **how: object) -> Story:
    """Side B called a jodhi after trick 1, and `caller` says khanuck when the last trick is to be led."""
    hand = story(COUNTERS_KHANUCK, rules, **({"dealer": 0} if call else {}) | how)  # type: ignore[arg-type]
    if call:
        hand.call(0, call)
    hand.play(1)
    if value:
        hand.jodhi(1, "s", value)
    return hand.play(4).khanuck(caller).rest()


def trumpers(value: int = 50, rules: str = "durban-classic", *, call: int = 0, **how: object) -> Story:
    """Side A, which set trump, called a jodhi after trick 1, and khanuck when the last trick is to be led."""
    hand = story(TRUMPERS_KHANUCK, rules, **({"dealer": 0} if call else {}) | how)  # type: ignore[arg-type]
    if call:
        hand.call(0, call)
    return hand.play(1).jodhi(0, "s", value).play(4).khanuck(0).rest()


# --- good or not


def test_a_khanuck_made_opens_three_in_place_of_the_hands_ball() -> None:
    """TH-KHAN-6"""
    hand = counters()
    assert hand.result == "khanuck made: B 3"
    assert hand.ruling.count is None
    assert hand.ruling.seat == 3
    assert counters(khanuck_win=5).result == "khanuck made: B 5"


def test_a_khanuck_failed_gives_the_others_four() -> None:
    """TH-KHAN-6"""
    assert counters(40).result == "khanuck failed: A 4"
    assert counters(40).ruling.seat == 3
    assert counters(40, khanuck_loss=6).result == "khanuck failed: A 6"


def test_equal_is_not_enough() -> None:
    """TH-KHAN-2: 40 and ten against 50."""
    level = counters(40)
    assert level.result == "khanuck failed: A 4"
    assert counters(50).result == "khanuck made: B 3"
    assert trumpers(40).result == "khanuck failed: B 4"
    assert trumpers(50).result == "khanuck made: A 3"


def test_one_point_is_enough() -> None:
    """TH-KHAN-2: a jodhi spoken as 41 stands."""
    assert counters(41, unanswered_jodhi="stands").result == "khanuck made: B 3"


def test_several_jodhi_of_a_side_count_together() -> None:
    """TH-KHAN-2: 40 of the one and, though wrong, 20 of the other player."""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 40).jodhi(3, "h", 20).play(4).khanuck(3).rest()
    assert hand.result == "khanuck made: B 3"


def test_jodhi_of_the_opponents_count_against_it() -> None:
    """TH-KHAN-2: 60 against 50 and 20."""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).play(1).jodhi(0, "h", 20).play(3).khanuck(3).rest()
    assert hand.result == "khanuck failed: A 4"


def test_the_ten_of_the_last_trick_is_no_card_point_of_the_opponents() -> None:
    """TH-KHAN-2: EVEN's last trick goes to side B; side A calls against 85 and has 80 and ten."""
    hand = story(EVEN, khanuck_last_trick="team").play(2).jodhi(0, "h", 80).play(3).khanuck(0).rest()
    against = [step for step in hand.ruling.steps if step.rule.id == "TH-KHAN-2" and "cards" in step.values]
    assert [step.points for step in against] == [85]


# --- when


@pytest.mark.parametrize(
    ("cards", "in_time"), [(16, False), (19, False), (20, True), (21, True), (23, True), (24, True)]
)
def test_khanuck_is_called_from_the_end_of_the_trick_before_the_last_to_the_end_of_the_hand(
    cards: int, in_time: bool
) -> None:
    """TH-KHAN-1"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).cards(cards - 4).khanuck(3).rest()
    assert hand.result == ("khanuck made: B 3" if in_time else "khanuck failed: A 4")


@pytest.mark.parametrize("cards", range(20, 25))
def test_khanuck_is_called_on_the_callers_turn_in_some_houses(cards: int) -> None:
    """TH-KHAN-1: the last trick is played by seats 1 2 3 0."""
    for seat in (1, 3):
        hand = story(COUNTERS_KHANUCK, khanuck_timing="own_turn").play(1).jodhi(1, "s", 50).cards(cards - 4)
        in_time = (seat, cards) in ((1, 20), (3, 22))
        assert hand.khanuck(seat).rest().result == ("khanuck made: B 3" if in_time else "khanuck failed: A 4")


def test_a_khanuck_called_early_marks_the_game_and_fails() -> None:
    """TH-KHAN-1, TH-GAME-2"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).khanuck(3).rest()
    assert hand.result == "khanuck failed: A 4"
    assert hand.ruling.after["khanuck_called"]
    assert hand.ruling.after["target"] == 13


def test_a_jodhi_called_after_the_khanuck_counts_as_well() -> None:
    """TH-KHAN-2: jodhi are taken as they stand at the end of the hand."""
    rules = {"jodhi_window": "any_trick", "unanswered_jodhi": "stands"}
    hand = story(COUNTERS_KHANUCK, **rules).play(5).khanuck(3).jodhi(3, "s", 50).rest()
    assert hand.result == "khanuck made: B 3"


def test_the_first_khanuck_counts() -> None:
    """TH-KHAN-1"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).khanuck(3).play(4).khanuck(3).rest()
    assert hand.result == "khanuck failed: A 4"


def test_with_a_double_and_a_khanuck_the_khanuck_is_judged() -> None:
    """TH-PEN-5"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).play(4).double(1).khanuck(3).rest()
    assert hand.result == "khanuck made: B 3"


def test_khanuck_is_called_at_any_stage_of_a_game() -> None:
    """TH-THUN-8: cornerhouse limits it not."""
    assert counters(before="0-11").result == "khanuck made: B 3"
    assert counters(before="0-11").ruling.after["game_winner"] == "B"


# --- what it needs


def test_only_a_side_with_a_jodhi_that_counts_may_call() -> None:
    """TH-KHAN-9"""
    hand = story(COUNTERS_KHANUCK).play(5).khanuck(3).rest()
    assert hand.result == "khanuck failed: A 4"
    assert "TH-KHAN-9" in hand.rules_cited


def test_no_jodhi_is_needed_in_some_houses() -> None:
    """TH-KHAN-9: ten against nothing would do, ten against 50 does not."""
    hand = counters(0, khanuck_needs_jodhi="no")
    assert hand.result == "khanuck failed: A 4"
    assert "TH-KHAN-9" not in hand.rules_cited
    swept = story(COUNTERS_SWEEP_BY_PARTNER, khanuck_needs_jodhi="no")
    assert swept.play(5).khanuck(1).rest().result == "khanuck made: B 3"


def test_a_jodhi_forfeited_by_murrials_does_not_count() -> None:
    """TH-KHAN-8, TH-KHAN-9"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "h", 50).murrials(0).play(4).khanuck(3).rest()
    assert hand.result == "khanuck failed: A 4"
    assert {"TH-KHAN-8", "TH-KHAN-9"} <= hand.rules_cited


def test_the_last_trick_must_go_to_the_callers_team() -> None:
    """TH-KHAN-4: seat 3 takes it, its partner may have called."""
    assert counters(caller=1).result == "khanuck made: B 3"
    lost = story(EVEN, unanswered_jodhi="stands").play(2).jodhi(0, "h", 200).play(3).khanuck(0).rest()
    assert lost.result == "khanuck failed: B 4"
    assert "TH-KHAN-4" in lost.rules_cited


def test_the_last_trick_must_go_to_the_caller_in_some_houses() -> None:
    """TH-KHAN-4"""
    assert counters(caller=1, khanuck_last_trick="caller").result == "khanuck failed: A 4"
    assert counters(caller=3, khanuck_last_trick="caller").result == "khanuck made: B 3"


def test_the_opponents_must_have_won_a_trick_in_some_houses() -> None:
    """TH-KHAN-5"""
    for needs, result in (("no", "made: B 3"), ("yes", "failed: A 4")):
        hand = (
            story(COUNTERS_SWEEP, khanuck_needs_opponent_trick=needs)
            .play(1)
            .jodhi(1, "s", 40)
            .play(4)
            .khanuck(1)
            .rest()
        )
        assert hand.result == f"khanuck {result}"


# --- the call


def test_calls_to_set_trump_are_left_out() -> None:
    """TH-KHAN-3"""
    assert counters(50, call=20).result == "khanuck made: B 3"
    assert counters(40, call=20).result == "khanuck failed: A 4"


def test_the_call_may_be_taken_from_opponents_who_trumped() -> None:
    """TH-KHAN-3: 40 and ten against 50 less the call of 10."""
    assert counters(40, call=10, khanuck_counts_call="yes").result == "khanuck made: B 3"
    assert counters(40, khanuck_counts_call="yes").result == "khanuck failed: A 4"


def test_the_call_may_be_added_to_opponents_who_count() -> None:
    """TH-KHAN-3: 50 and ten against 50 and the call of 10."""
    assert trumpers(50, call=10, khanuck_counts_call="yes").result == "khanuck failed: B 4"
    assert trumpers(50, call=10, khanuck_counts_call="no").result == "khanuck made: A 3"


# --- backside


def test_a_backside_khanuck_against_a_side_that_called_opens_six() -> None:
    """TH-KHAN-7"""
    assert counters(50, "durban-modern", call=10).result == "backside_khanuck made: B 6"
    assert counters(50, "durban-modern", call=10, backside_khanuck_win=8).result == "backside_khanuck made: B 8"


def test_a_backside_khanuck_needs_a_call_where_the_house_says_so() -> None:
    """TH-KHAN-7"""
    assert counters(50, "durban-modern").result == "khanuck made: B 3"
    assert counters(50, "durban-modern", backside_khanuck="always").result == "backside_khanuck made: B 6"


@pytest.mark.parametrize("why", ["level", "too early", "no jodhi"])
def test_a_failed_backside_khanuck_keeps_its_kind_and_costs_what_any_does(why: str) -> None:
    """TH-KHAN-7"""
    hand = story(COUNTERS_KHANUCK, "durban-modern", dealer=0).call(0, 10).play(1)
    if why != "no jodhi":
        hand.jodhi(1, "s", 40 if why == "level" else 50)
    if why != "too early":
        hand.play(4)
    assert hand.khanuck(3).rest().result == "backside_khanuck failed: A 4"


def test_there_is_no_backside_khanuck_by_the_side_that_set_trump() -> None:
    """TH-KHAN-7"""
    assert trumpers(50, "durban-modern", call=10).result == "khanuck made: A 3"
    assert trumpers(50, backside_khanuck="always").result == "khanuck made: A 3"


def test_a_backside_khanuck_where_it_is_not_played_is_an_ordinary_khanuck() -> None:
    """TH-KHAN-7"""
    assert counters(50, "durban-classic", call=10).result == "khanuck made: B 3"
