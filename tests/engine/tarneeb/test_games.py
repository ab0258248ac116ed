"""When a game of the Tarneeb family is over and who has won it; hands in a row."""

from typing import Any

import pytest

import engine
from tests.engine.tarneeb.hands import Record, judged, record, tally

Totals = list[int]


def ends(game: str, before: Totals, bids: Totals, tricks: Totals, **rules: Any) -> tuple[Totals, int, str | None]:
    """Totals, points to win and winner after a hand in which each plays for themselves."""
    ruling = judged(
        game,
        rules={"preset": game, **rules},
        before={"scores": before},
        tally={"bids": bids, "tricks": tricks},
    )
    assert ruling.status == "decided", ruling.reasons or ruling.errors
    after = ruling.after
    assert after["game_over"] == (after["game_winner"] is not None)
    return after["scores"], after["target"], after["game_winner"]


# --- Tarneeb


def test_the_first_side_with_forty_one_wins() -> None:
    """TAR-GAME-1"""
    for score, winner in ((32, "A"), (31, None)):
        ruling = judged(tally=tally(0, 8, 9), before={"scores": {"A": score, "B": 40}})
        assert (ruling.after["target"], ruling.after["game_winner"]) == (41, winner)


@pytest.mark.parametrize("target", [31, 41, 61])
def test_the_points_to_win_may_differ(target: int) -> None:
    """TAR-GAME-1"""
    for game in ("tarneeb", "egyptian-tarneeb"):
        rules = {"target": target}
        ruling = judged(game, rules=rules, tally=tally(1, 8, 9), before={"scores": {"A": 0, "B": target - 9}})
        assert (ruling.after["game_over"], ruling.after["game_winner"]) == (True, "B")
        ruling = judged(game, rules=rules, tally=tally(1, 8, 9), before={"scores": {"A": 0, "B": target - 10}})
        assert ruling.after["game_over"] is False


def test_totals_may_be_below_zero() -> None:
    """TAR-GAME-1"""
    ruling = judged(tally=tally(1, 12, 3), before={"scores": {"A": -30, "B": -1}})
    assert ruling.after["scores"] == {"A": -20, "B": -13}


def test_a_score_at_which_the_game_is_won_already_is_invalid() -> None:
    """TAR-GAME-1, FH-GAME-1"""
    for game, scores in (
        ("tarneeb", {"A": 41, "B": 0}),
        ("egyptian-tarneeb", {"A": 0, "B": 55}),
        ("400", [41, 0, 1, 0]),
        ("400", [52, 41, 1, 3]),
        ("forty-one", [41, 42, 3, 3]),
    ):
        with pytest.raises(engine.RecordError) as caught:
            engine.read(record(game, before={"scores": scores}))
        assert caught.value.errors[0]["path"] == "before.scores"


def test_the_declaring_side_wins_if_both_are_there() -> None:
    """TAR-GAME-1: the scores of one hand cannot bring both there, so the race is asked itself."""
    from engine.profiles import build
    from engine.tarneeb.view import race

    profile = build(None, "tarneeb")
    assert [race((45, 41), profile, side).winner for side in (0, 1)] == [0, 1]
    assert [race((40, 41), profile, side).winner for side in (0, 1)] == [1, 1]


# --- 400


def test_a_player_at_forty_one_wins_for_the_side() -> None:
    """FH-GAME-1"""
    assert ends("400", [38, 0, 1, 0], [3, 4, 3, 4], [3, 3, 3, 4]) == ([41, -4, 4, 4], 41, "A")
    assert ends("400", [0, 12, 0, 29], [2, 3, 2, 12], [0, 1, 0, 12]) == ([-2, 9, -2, 65], 41, "B")


def test_a_partner_at_zero_or_below_holds_the_player_back() -> None:
    """FH-GAME-1"""
    for partner, winner in ((-2, None), (-3, None), (-4, None), (-1, "A")):
        found = ends("400", [38, 0, partner, 0], [3, 4, 2, 4], [3, 3, 2, 5])
        assert found == ([41, -4, partner + 2, 4], 41, winner)


def test_a_partner_at_zero_may_be_enough() -> None:
    """FH-GAME-1"""
    for partner, winner in ((-3, None), (-2, "A")):
        found = ends("400", [38, 0, partner, 0], [3, 4, 2, 4], [3, 3, 2, 5], partner_minimum="zero")
        assert found[1:] == (41, winner)


def test_a_player_held_back_wins_once_the_partner_is_above_zero() -> None:
    """FH-GAME-1: the score goes on growing meanwhile."""
    assert ends("400", [55, 0, -3, 0], [5, 4, 4, 4], [5, 0, 4, 4]) == ([65, -4, 1, 4], 41, "A")


def test_the_partner_of_either_player_counts() -> None:
    """FH-GAME-1: both partners at 41."""
    assert ends("400", [38, 0, 38, 0], [3, 3, 3, 3], [3, 3, 3, 4])[1:] == (41, "A")


def test_players_of_both_sides_at_forty_one_play_on_to_fifty_one() -> None:
    """FH-GAME-1"""
    found = ends("400", [38, 39, 5, 5], [3, 3, 3, 3], [3, 3, 3, 4])
    assert found == ([41, 42, 8, 8], 51, None)
    found = ends("400", [41, 42, 8, 8], [5, 4, 2, 2], [5, 4, 2, 2])
    assert found == ([51, 46, 10, 10], 51, "A")


def test_who_is_at_fifty_one_when_both_get_to_forty_one_has_won() -> None:
    """FH-GAME-1"""
    assert ends("400", [39, 39, 1, 1], [7, 3, 2, 2], [7, 3, 1, 2]) == ([53, 42, -1, 3], 41, "B")
    assert ends("400", [39, 39, 3, 1], [7, 3, 2, 2], [7, 3, 1, 2]) == ([53, 42, 1, 3], 51, "A")


def test_who_alone_has_not_dropped_below_forty_one_wins() -> None:
    """FH-GAME-1"""
    found = ends("400", [41, 42, 8, 8], [4, 4, 3, 2], [4, 3, 3, 3])
    assert found == ([45, 38, 11, 10], 41, "A")


def test_when_both_drop_below_forty_one_the_game_goes_on_as_before() -> None:
    """FH-GAME-1"""
    found = ends("400", [41, 42, 8, 8], [4, 4, 3, 2], [3, 3, 4, 3])
    assert found == ([37, 38, 11, 10], 41, None)


def test_nobody_wins_while_both_are_between_forty_one_and_fifty_one() -> None:
    """FH-GAME-1"""
    assert ends("400", [41, 42, 8, 8], [4, 4, 3, 2], [4, 4, 3, 2]) == ([45, 46, 11, 10], 51, None)


def test_a_game_that_was_played_on_stays_so_when_somebody_drops_below_zero() -> None:
    """FH-GAME-1: it ends at 51, or when one of the two drops below 41 and the other does not."""
    assert ends("400", [44, 43, 1, 3], [4, 4, 3, 2], [4, 4, 2, 3]) == ([48, 47, -2, 5], 51, None)
    assert ends("400", [48, 47, -2, 5], [4, 4, 2, 3], [4, 4, 2, 3]) == ([52, 51, 0, 8], 51, "B")


def test_with_somebody_below_zero_the_other_side_wins_at_forty_one() -> None:
    """FH-GAME-1: the 51 are for two sides that could both win."""
    assert ends("400", [38, 39, -5, 5], [3, 3, 3, 3], [3, 3, 3, 4]) == ([41, 42, -2, 8], 41, "B")


def test_when_both_reach_fifty_one_together_the_higher_sum_of_a_side_wins() -> None:
    """FH-GAME-1"""
    assert ends("400", [49, 49, 8, 8], [5, 5, 2, 2], [5, 5, 2, 1]) == ([59, 59, 10, 6], 51, "A")
    assert ends("400", [49, 49, 8, 9], [5, 5, 2, 2], [5, 5, 1, 2]) == ([59, 59, 6, 11], 51, "B")


def test_when_both_reach_fifty_one_with_equal_sums_play_goes_on() -> None:
    """FH-GAME-1"""
    assert ends("400", [49, 49, 8, 9], [4, 4, 3, 2], [4, 4, 3, 2]) == ([53, 53, 11, 11], 51, None)


def test_at_fifty_one_too_a_partner_at_zero_keeps_the_side_from_winning() -> None:
    """FH-GAME-1: though its sum is higher."""
    assert ends("400", [49, 49, 2, 8], [5, 4, 2, 2], [5, 4, 1, 3]) == ([59, 53, 0, 10], 51, "B")


# --- Forty-One


def test_the_higher_sum_of_a_side_wins_when_both_are_at_forty_one() -> None:
    """FO-3"""
    assert ends("forty-one", [38, 38, 5, 9], [3, 4, 3, 2], [3, 4, 3, 3]) == ([41, 42, 8, 11], 41, "B")
    assert ends("forty-one", [38, 38, 25, 9], [3, 4, 3, 2], [3, 4, 3, 3])[2] == "A"


def test_with_equal_sums_play_goes_on() -> None:
    """FO-3"""
    assert ends("forty-one", [38, 38, 5, 5], [3, 3, 3, 3], [3, 3, 3, 4]) == ([41, 41, 8, 8], 41, None)


def test_with_somebody_below_zero_forty_one_ends_as_400_does() -> None:
    """FO-3, FH-GAME-1"""
    assert ends("forty-one", [38, 38, -9, 5], [3, 3, 3, 3], [3, 3, 3, 4])[2] == "B"
    assert ends("forty-one", [38, 38, -9, -5], [3, 3, 3, 3], [3, 3, 3, 4])[2] is None
    assert ends("forty-one", [38, 0, -3, 0], [3, 3, 3, 3], [3, 3, 3, 4])[2] is None


# --- ledgers


def hand(dealer: int, sheet: Record, game: str = "tarneeb", **more: Any) -> Record:
    return record(game, dealer, tally=sheet, **more)


def test_a_ledger_adds_the_hands_up_and_turns_the_deal() -> None:
    """TAR-DEAL-1"""
    sheets = [tally(0, 8, 9), tally(1, 7, 6), tally(2, 7, 8)]
    ledger = engine.adjudicate_game([hand(dealer, sheet) for dealer, sheet in enumerate(sheets)]).to_dict()
    assert ledger["after"]["scores"] == {"A": 24, "B": -7}
    assert ledger["after"]["next_dealer"] == 3
    assert ledger["problems"] == []
    assert ledger["winner"] is None


def test_a_void_hand_keeps_the_dealer_in_tarneeb_and_moves_the_deal_in_400() -> None:
    """TAR-DEAL-1, FH-BID-2"""
    void = record(dealer=2, events=[{"type": "pass", "seat": seat} for seat in (3, 0, 1, 2)])
    assert engine.adjudicate_game([void, hand(2, tally(1, 8, 9))]).problems == []
    wrong = engine.adjudicate_game([void, hand(3, tally(1, 8, 9))]).problems
    assert wrong == [{"hand": 2, "message": "dealer should be 2 (TAR-DEAL-1)"}]
    few = {"bids": [2, 2, 2, 2], "tricks": [4, 3, 3, 3]}
    enough = {"bids": [3, 3, 3, 3], "tricks": [4, 3, 3, 3]}
    assert engine.adjudicate_game([hand(2, few, "400"), hand(3, enough, "400")]).problems == []


def test_a_score_that_was_written_down_wrong_is_named_and_not_followed() -> None:
    """TAR-GAME-1"""
    hands = [hand(0, tally(0, 8, 9)), hand(1, tally(0, 8, 9), before={"scores": {"A": 8, "B": 0}})]
    ledger = engine.adjudicate_game(hands)
    assert ledger.problems[0]["message"] == "says the score before it was A 8, B 0, the hands before it give A 9, B 0"
    assert ledger.after["scores"] == {"A": 18, "B": 0}


def test_a_hand_after_the_game_was_won_is_a_problem() -> None:
    """TAR-GAME-1, FH-GAME-1"""
    hands = [hand(0, tally(0, 8, 13)), hand(1, tally(0, 8, 9))]
    ledger = engine.adjudicate_game(hands)
    assert ledger.winner == "A"
    assert ledger.problems == [{"hand": 2, "message": "comes after side A had won the game (TAR-GAME-1)"}]
    solo = [hand(0, {"bids": [13, 2, 2, 2], "tricks": [12, 1, 0, 0]}, "400")]
    solo.append(hand(1, {"bids": [3, 3, 3, 3], "tricks": [4, 3, 3, 3]}, "400"))
    assert engine.adjudicate_game(solo).problems[0]["message"].endswith("side B had won the game (FH-GAME-1)")


def test_a_hand_that_cannot_be_decided_adds_nothing() -> None:
    hands = [hand(0, tally(0, 8, 9)), hand(1, {"declarer": 1, "bid": 8}), hand(3, tally(0, 8, 9))]
    ledger = engine.adjudicate_game(hands)
    assert ledger.after["scores"] == {"A": 18, "B": 0}
    assert [problem["hand"] for problem in ledger.problems] == [2]


def test_a_game_of_400_ends_by_the_rule_of_fifty_one() -> None:
    """FH-GAME-1"""
    sheets = [
        {"bids": [9, 2, 2, 2], "tricks": [9, 2, 1, 1]},  # 27 2 -2 -2
        {"bids": [4, 9, 2, 2], "tricks": [1, 10, 1, 1]},  # 23 29 -4 -4
        {"bids": [5, 4, 2, 2], "tricks": [5, 4, 2, 2]},  # 33 33 -2 -2
        {"bids": [4, 4, 3, 3], "tricks": [4, 3, 3, 3]},  # 37 29 1 1
        {"bids": [4, 5, 2, 2], "tricks": [4, 5, 2, 2]},  # 41 39 3 3: side A wins
    ]
    ledger = engine.adjudicate_game([hand(number % 4, sheet, "400") for number, sheet in enumerate(sheets)])
    assert ledger.after["scores"] == [41, 39, 3, 3]
    assert ledger.winner == "A"


def test_hands_of_two_games_are_no_game() -> None:
    hands = [hand(0, tally(0, 8, 9)), hand(1, tally(0, 8, 9), "egyptian-tarneeb"), hand(1, tally(0, 8, 9))]
    ledger = engine.adjudicate_game(hands)
    assert [problem["hand"] for problem in ledger.problems] == [2]
    assert ledger.after["scores"] == {"A": 18, "B": 0}
    json_hands = ledger.to_dict()["hands"]
    assert [one["game"] for one in json_hands] == ["tarneeb", "egyptian-tarneeb", "tarneeb"]


def test_hands_under_other_rules_are_a_problem() -> None:
    hands = [hand(0, tally(0, 8, 9)), hand(1, tally(0, 8, 9), rules={"target": 61})]
    assert "other rules" in engine.adjudicate_game(hands).problems[0]["message"]
