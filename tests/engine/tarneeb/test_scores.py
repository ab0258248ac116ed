"""What a hand of the Tarneeb family is worth, told by tallies."""

from typing import Any

import pytest

from engine import profiles
from tests.engine.tarneeb.hands import Record, judged, tally


def worth(
    declarer: int, bid: int, taken: int, game: str = "tarneeb", before: Record | None = None, **rules: Any
) -> Any:
    """Kind, winner and scores (A, B) of a contract."""
    doubled = {"doubled": rules.pop("doubled")} if "doubled" in rules else {}
    more = {} if before is None else {"before": {"scores": before}}
    ruling = judged(game, rules={"preset": game, **rules}, tally=tally(declarer, bid, taken, **doubled), **more)
    return ruling.kind, ruling.winner, (ruling.scores["A"], ruling.scores["B"])


# --- Tarneeb


@pytest.mark.parametrize("bid", range(7, 14))
def test_a_side_that_takes_its_bid_scores_every_trick_it_took(bid: int) -> None:
    """TAR-SCORE-1"""
    for taken in range(bid, 13):
        assert worth(0, bid, taken) == ("made", "A", (taken, 0))
        assert worth(3, bid, taken) == ("made", "B", (0, taken))


@pytest.mark.parametrize("bid", range(7, 13))
def test_a_side_that_fails_loses_its_bid_and_the_others_score_their_tricks(bid: int) -> None:
    """TAR-SCORE-1"""
    for taken in range(1, bid):
        assert worth(2, bid, taken) == ("failed", "B", (-bid, 13 - taken))
        assert worth(1, bid, taken) == ("failed", "A", (13 - taken, -bid))


def test_the_declarer_is_the_seat_of_the_ruling() -> None:
    """TAR-SCORE-1"""
    assert judged(tally=tally(3, 8, 9)).seat == 3
    assert judged(tally=tally(3, 8, 7)).seat == 3


@pytest.mark.parametrize("bid", range(7, 14))
def test_all_thirteen_tricks_win_the_game(bid: int) -> None:
    """TAR-SCORE-2"""
    assert worth(0, bid, 13) == ("instant_win", "A", (13, 0))
    ruling = judged(tally=tally(0, bid, 13), before={"scores": {"A": -20, "B": 40}})
    assert (ruling.after["game_over"], ruling.after["game_winner"]) == (True, "A")
    assert ruling.after["scores"] == {"A": -7, "B": 40}
    assert ruling.after["next_dealer"] is None


def test_all_thirteen_tricks_win_the_game_for_the_side_that_did_not_declare_too() -> None:
    """TAR-SCORE-2"""
    assert worth(0, 7, 0) == ("instant_win", "B", (-7, 13))
    assert worth(1, 12, 0) == ("instant_win", "A", (13, -12))


def test_all_thirteen_may_have_to_be_bid() -> None:
    """TAR-SCORE-2"""
    assert worth(0, 12, 13, instant_needs_bid="yes") == ("made", "A", (13, 0))
    assert worth(0, 13, 13, instant_needs_bid="yes") == ("instant_win", "A", (13, 0))
    assert worth(0, 7, 0, instant_needs_bid="yes") == ("failed", "B", (-7, 13))
    assert worth(0, 13, 0, instant_needs_bid="yes") == ("failed", "B", (-13, 13))


def test_all_thirteen_may_do_nothing_for_a_side_below_zero() -> None:
    """TAR-SCORE-2"""
    rules = {"instant_needs_nonnegative": "yes"}
    assert worth(0, 9, 13, before={"A": -1, "B": 5}, **rules) == ("made", "A", (13, 0))
    assert worth(0, 9, 13, before={"A": 0, "B": -5}, **rules) == ("instant_win", "A", (13, 0))
    assert worth(0, 9, 0, before={"A": 5, "B": -1}, **rules) == ("failed", "B", (-9, 13))


def test_both_conditions_may_have_to_hold() -> None:
    """TAR-SCORE-2"""
    rules = {"instant_needs_nonnegative": "yes", "instant_needs_bid": "yes"}
    assert worth(0, 13, 13, before={"A": -1, "B": 5}, **rules)[0] == "made"
    assert worth(0, 12, 13, before={"A": 1, "B": 5}, **rules)[0] == "made"
    assert worth(0, 13, 13, before={"A": 1, "B": 5}, **rules)[0] == "instant_win"


def test_all_thirteen_may_score_a_bonus() -> None:
    """TAR-SCORE-2"""
    assert worth(0, 13, 13, all_thirteen="bonus") == ("made", "A", (26, 0))
    assert worth(0, 8, 13, all_thirteen="bonus") == ("made", "A", (16, 0))
    assert worth(0, 8, 0, all_thirteen="bonus") == ("failed", "B", (-8, 16))


def test_a_failed_bid_of_thirteen_costs_sixteen_where_all_thirteen_score_a_bonus() -> None:
    """TAR-SCORE-3: with_bonus, which is the default."""
    assert worth(0, 13, 12) == ("failed", "B", (-13, 1))
    assert worth(1, 13, 5, all_thirteen="bonus") == ("failed", "A", (16, -16))
    assert worth(0, 13, 0, all_thirteen="bonus") == ("failed", "B", (-16, 29))


def test_a_failed_bid_of_thirteen_may_cost_sixteen_always_or_never() -> None:
    """TAR-SCORE-3"""
    assert worth(0, 13, 12, failed_thirteen="always") == ("failed", "B", (-16, 2))
    assert worth(0, 13, 12, all_thirteen="bonus", failed_thirteen="never") == ("failed", "B", (-13, 1))


def test_rules_written_by_an_earlier_version_mean_what_they_meant() -> None:
    """Its yes is always, its no is never; the profile says so in the words of today."""
    assert worth(0, 13, 12, failed_thirteen="yes") == ("failed", "B", (-16, 2))
    assert worth(0, 13, 12, failed_thirteen="no") == ("failed", "B", (-13, 1))
    assert profiles.build({"failed_thirteen": "yes"}, "tarneeb").changed == {"failed_thirteen": "always"}


# --- Egyptian Tarneeb


def test_an_egyptian_hand_scores_like_any_other_when_nobody_doubled() -> None:
    """TAR-EG-3"""
    assert worth(0, 8, 9, "egyptian-tarneeb", doubled=False) == ("made", "A", (9, 0))
    assert worth(0, 8, 7, "egyptian-tarneeb", doubled=False) == ("failed", "B", (-8, 6))


def test_a_doubled_declarer_scores_or_loses_twice_and_the_others_never() -> None:
    """TAR-EG-3"""
    assert worth(0, 8, 9, "egyptian-tarneeb", doubled=True) == ("made", "A", (18, 0))
    assert worth(1, 8, 7, "egyptian-tarneeb", doubled=True) == ("failed", "A", (6, -16))


def test_all_thirteen_egyptian_tricks_are_points_only() -> None:
    """TAR-EG-3"""
    assert worth(0, 13, 13, "egyptian-tarneeb", doubled=False) == ("made", "A", (13, 0))
    assert worth(0, 13, 12, "egyptian-tarneeb", doubled=False) == ("failed", "B", (-13, 1))
    assert worth(0, 13, 13, "egyptian-tarneeb", doubled=True) == ("made", "A", (26, 0))


# --- 400 and Forty-One


def seat_zero(game: str, bid: int, taken: int, **more: Any) -> int:
    """What seat 0 scores; the others bid so that the hand counts."""
    others = [13 - taken, 0, 0]
    ruling = judged(game, tally={"bids": [bid, 4, 4, 4], "tricks": [taken, *others]}, **more)
    return int(ruling.scores[0])


@pytest.mark.parametrize(
    ("bid", "points"),
    [(2, 2), (3, 3), (4, 4), (5, 10), (6, 12), (7, 14), (8, 16), (9, 27), (10, 30), (11, 33), (12, 36)],
)
def test_the_chart_of_400(bid: int, points: int) -> None:
    """FH-SCORE-1"""
    assert seat_zero("400", bid, bid) == points
    assert seat_zero("400", bid, bid - 1) == -points
    assert seat_zero("400", bid, 12) == points


@pytest.mark.parametrize("bid", range(1, 14))
def test_the_chart_of_forty_one(bid: int) -> None:
    """FO-2"""
    points = bid if bid < 7 else 2 * bid
    assert seat_zero("forty-one", bid, bid) == points
    assert seat_zero("forty-one", bid, bid - 1) == -points


def test_each_player_scores_alone() -> None:
    """FH-SCORE-1"""
    ruling = judged("400", tally={"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    assert (ruling.kind, ruling.winner, ruling.seat) == ("scored", None, None)
    assert ruling.scores == [3, 2, 4, -3]
    assert ruling.players == [
        {"seat": 0, "bid": 3, "tricks": 4, "points": 3},
        {"seat": 1, "bid": 2, "tricks": 2, "points": 2},
        {"seat": 2, "bid": 4, "tricks": 5, "points": 4},
        {"seat": 3, "bid": 3, "tricks": 2, "points": -3},
    ]


@pytest.mark.parametrize("bid", range(2, 14))
def test_a_player_who_takes_all_thirteen_wins_the_game_for_the_side(bid: int) -> None:
    """FH-SCORE-1"""
    ruling = judged("400", tally={"bids": [4, bid, 4, 4], "tricks": [0, 13, 0, 0]}, before={"scores": [39, -9, 9, -9]})
    assert (ruling.kind, ruling.winner, ruling.seat) == ("instant_win", "B", 1)
    assert (ruling.after["game_over"], ruling.after["game_winner"]) == (True, "B")


def test_thirteen_bid_and_missed_loses_the_game() -> None:
    """FH-SCORE-1"""
    ruling = judged("400", tally={"bids": [13, 2, 2, 2], "tricks": [12, 1, 0, 0]})
    assert (ruling.kind, ruling.winner, ruling.seat) == ("instant_win", "B", 0)
    assert ruling.after["game_winner"] == "B"
    assert ruling.scores == [0, -2, -2, -2]


def test_a_side_of_which_one_takes_all_thirteen_wins_though_the_partner_missed_them() -> None:
    """FH-SCORE-1"""
    ruling = judged("400", tally={"bids": [13, 2, 13, 2], "tricks": [13, 0, 0, 0]})
    assert (ruling.kind, ruling.winner, ruling.seat) == ("instant_win", "A", 0)


def test_when_both_sides_bid_thirteen_and_miss_nobody_wins_at_once() -> None:
    """FH-SCORE-1"""
    ruling = judged("400", tally={"bids": [13, 13, 2, 2], "tricks": [6, 7, 0, 0]})
    assert (ruling.kind, ruling.winner, ruling.after["game_over"]) == ("scored", None, False)
    assert ruling.scores == [0, 0, -2, -2]


def test_all_thirteen_win_nothing_at_once_in_forty_one() -> None:
    """FO-2"""
    ruling = judged("forty-one", tally={"bids": [13, 1, 1, 1], "tricks": [13, 0, 0, 0]})
    assert (ruling.kind, ruling.scores, ruling.after["game_over"]) == ("scored", [26, -1, -1, -1], False)
    missed = judged("forty-one", tally={"bids": [13, 1, 1, 1], "tricks": [12, 1, 0, 0]})
    assert missed.scores == [-26, 1, -1, -1]


def slow(*seats: int, **more: Any) -> Any:
    events = [{"type": "slow", "seat": seat} for seat in seats]
    return judged("400", events=events, tally={"bids": [5, 4, 3, 2], "tricks": [5, 2, 4, 2]}, **more)


def test_a_player_who_is_slow_twice_scores_nothing_where_the_pace_counts() -> None:
    """FH-PACE-1"""
    rules = {"pace": "on"}
    assert slow(0, 0, 1, rules=rules).scores == [0, -4, 3, 2]
    assert slow(1, 0, 1, 1, rules=rules).scores == [10, 0, 3, 2], "and loses nothing either"
    assert slow(0, 1, 2, 3, rules=rules).scores == [10, -4, 3, 2]
    assert slow(0, 0).scores == [10, -4, 3, 2], "the pace is off in the preset"


def test_a_player_who_reneged_neither_wins_nor_loses_the_game_by_all_thirteen() -> None:
    """FH-PACE-1"""
    twice = [{"type": "slow", "seat": 0}] * 2
    for taken in (13, 12):
        sheet = {"bids": [13, 2, 2, 2], "tricks": [taken, 13 - taken, 0, 0]}
        ruling = judged("400", events=twice, tally=sheet, rules={"pace": "on"})
        assert (ruling.kind, ruling.scores[0]) == ("scored", 0)
