"""The game of balls: what wins it, what a khanuck does to it, "2 to clear", and cornerhouse."""

from typing import Any

import pytest

import engine
from tests.engine.hands import COUNTERS_SWEEP, EVEN, TRUMPERS_KHANUCK, Story, sheet, story


def b_wins_a_ball(before: str, **how: Any) -> dict[str, Any]:
    """The game after side B opened one ball."""
    after: dict[str, Any] = story(COUNTERS_SWEEP, before=before, **how).rest().ruling.after
    return after


def test_twelve_balls_win_the_game() -> None:
    """TH-GAME-1"""
    after = b_wins_a_ball("5-11")
    assert (after["game_over"], after["game_winner"], after["balls"]) == (True, "B", {"A": 5, "B": 12})
    assert b_wins_a_ball("5-10")["game_over"] is False


def test_some_houses_play_to_thirteen() -> None:
    """TH-GAME-1"""
    assert b_wins_a_ball("5-11", balls_to_win=13)["game_over"] is False
    assert b_wins_a_ball("5-12", balls_to_win=13)["game_winner"] == "B"


def test_a_hand_may_win_by_more_than_it_takes() -> None:
    """TH-GAME-1"""
    hand = sheet(before="10-3").tally(four_ball={"against": 1, "offence": "signal"})
    assert hand.ruling.after["balls"] == {"A": 14, "B": 3}
    assert hand.ruling.after["game_winner"] == "A"


def test_a_khanuck_called_before_raises_the_game_to_thirteen() -> None:
    """TH-GAME-2"""
    after = b_wins_a_ball("5-11", khanuck_before=True)
    assert (after["game_over"], after["target"], after["khanuck_called"]) == (False, 13, True)
    assert b_wins_a_ball("5-12", khanuck_before=True)["game_winner"] == "B"


@pytest.mark.parametrize("play", [TRUMPERS_KHANUCK, EVEN])
def test_a_khanuck_in_the_hand_raises_the_game_made_or_not(play: str) -> None:
    """TH-GAME-2"""
    hand = (
        story(play, khanuck_win=1, khanuck_loss=1, before="11-11").play(1).jodhi(0, "s", 50).play(4).khanuck(0).rest()
    )
    assert hand.ruling.kind == "khanuck"
    assert hand.ruling.after["target"] == 13
    assert hand.ruling.after["game_over"] is False


def test_a_khanuck_marks_the_game_also_when_the_hand_ends_otherwise() -> None:
    """TH-GAME-2"""
    hand = story(EVEN, before="0-11", four_ball=1).play(5).khanuck(0).accuse(1, 0, "signal", upheld=True)
    assert hand.result == "four_ball upheld: B 1"
    assert hand.ruling.after["khanuck_called"]
    assert hand.ruling.after["game_over"] is False


def test_a_khanuck_changes_nothing_where_it_raises_to_nothing() -> None:
    """TH-GAME-2"""
    after = b_wins_a_ball("5-11", khanuck_before=True, khanuck_raises_to=None)
    assert (after["target"], after["game_winner"]) == (12, "B")


def test_a_khanuck_never_lowers_the_game() -> None:
    """TH-GAME-2: at least 13."""
    assert b_wins_a_ball("5-13", khanuck_before=True, balls_to_win=15)["target"] == 15


def test_under_two_to_clear_one_ball_ahead_is_not_enough() -> None:
    """TH-GAME-3"""
    after = b_wins_a_ball("11-11", two_to_clear="always")
    assert (after["balls"], after["game_over"]) == ({"A": 11, "B": 12}, False)
    assert b_wins_a_ball("11-12", two_to_clear="always")["game_winner"] == "B"
    assert b_wins_a_ball("11-11", two_to_clear="never")["game_winner"] == "B"


def test_two_to_clear_may_hold_once_a_khanuck_was_called() -> None:
    """TH-GAME-3"""
    rules = {"two_to_clear": "after_khanuck", "khanuck_raises_to": None}
    assert b_wins_a_ball("11-11", **rules)["game_winner"] == "B"
    assert b_wins_a_ball("11-11", khanuck_before=True, **rules)["game_over"] is False


def test_two_to_clear_may_go_on_for_long() -> None:
    """TH-GAME-3"""
    assert b_wins_a_ball("19-19", two_to_clear="always")["game_over"] is False
    assert b_wins_a_ball("19-20", two_to_clear="always")["game_winner"] == "B"


# --- cornerhouse


@pytest.mark.parametrize(
    ("before", "how", "corners"),
    [
        ("0-0", {}, []),
        ("11-9", {}, ["A"]),
        ("11-10", {}, ["A", "B"]),
        ("5-10", {"balls_to_win": 13}, []),
        ("12-11", {"balls_to_win": 13}, ["A", "B"]),
        ("11-10", {"khanuck_before": True}, []),
        ("12-10", {"khanuck_before": True}, ["A"]),
        ("11-10", {"two_to_clear": "always"}, []),
        ("11-9", {"two_to_clear": "always"}, ["A"]),
        ("12-10", {"two_to_clear": "always", "balls_to_win": 13}, ["A"]),
    ],
)
def test_cornerhouse_is_one_ball_from_winning(before: str, how: dict[str, Any], corners: list[str]) -> None:
    """TH-GAME-4: after side B has opened one ball more."""
    assert b_wins_a_ball(before, **how)["cornerhouse"] == corners


def test_eleven_all_under_two_to_clear_is_not_cornerhouse() -> None:
    """TH-GAME-4"""
    assert b_wins_a_ball("11-10", two_to_clear="always")["cornerhouse"] == []
    assert b_wins_a_ball("11-10", two_to_clear="never")["cornerhouse"] == ["A", "B"]


def test_nobody_is_on_cornerhouse_when_the_game_is_over() -> None:
    """TH-GAME-4"""
    assert b_wins_a_ball("11-11")["cornerhouse"] == []


# --- the score before the hand


@pytest.mark.parametrize(
    ("before", "how"),
    [
        ("12-0", {}),
        ("5-14", {}),
        ("13-12", {"khanuck_before": True}),
        ("14-12", {"two_to_clear": "always"}),
    ],
)
def test_a_hand_cannot_begin_after_the_game_was_won(before: str, how: dict[str, Any]) -> None:
    with pytest.raises(engine.RecordError, match="already won"):
        engine.read(story(EVEN, before=before, **how).record)


@pytest.mark.parametrize(
    ("before", "how"),
    [
        ("12-0", {"khanuck_before": True}),
        ("13-12", {"two_to_clear": "always"}),
        ("12-12", {"balls_to_win": 13}),
        ("14-14", {"two_to_clear": "always"}),
    ],
)
def test_a_hand_may_begin_as_long_as_the_game_lasts(before: str, how: dict[str, Any]) -> None:
    assert engine.read(story(EVEN, before=before, **how).record)


def test_there_are_no_negative_balls() -> None:
    record = Story("", "durban-classic", deal=False).record
    record["before"] = {"balls": {"A": -1, "B": 0}}
    with pytest.raises(engine.RecordError) as wrong:
        engine.read(record)
    assert wrong.value.errors[0]["path"] == "before.balls.A"


def test_a_hand_begins_at_nothing_all_without_a_word() -> None:
    assert engine.read(story(EVEN).record).before.to_dict() == {"balls": {"A": 0, "B": 0}, "khanuck_called": False}
