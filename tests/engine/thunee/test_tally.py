"""A hand known by its scoresheet: what decides it, what is taken on trust, what is missing, what does not fit."""

from typing import Any

import pytest

import engine
from tests.engine.hands import (
    differences,
    paths,
    possible,
    sheet,
)
from tests.engine.thunee.tallies import fault, written

# --- the count


def test_card_points_and_the_last_trick_decide_a_hand() -> None:
    """TH-COUNT-1, TH-COUNT-2"""
    hand = written()
    assert hand.result == "count: A 1"
    assert hand.ruling.count["total"] == 95
    assert hand.ruling.count["card_points"] == {"A": 219, "B": 85}
    assert hand.ruling.tricks == []


def test_the_points_of_one_side_give_the_others() -> None:
    """TH-CARD-2: they sum to 304"""
    assert written(card_points={"A": 219}).ruling.count["card_points"] == {"A": 219, "B": 85}
    assert written(card_points={"A": 219, "B": 85}).result == "count: A 1"
    assert fault(card_points={"A": 219, "B": 86}) == "tally.card_points"
    assert fault(card_points={}) == "tally.card_points"
    assert fault(card_points={"A": 305}) == "tally.card_points.A"


def test_tricks_sum_to_six() -> None:
    assert written(tricks={"A": 3}).ruling.count["tricks"] == {"A": 3, "B": 3}
    assert fault(tricks={"A": 3, "B": 4}) == "tally.tricks"
    assert fault(tricks={"A": 7}) == "tally.tricks.A"


def test_the_call_of_a_sheet_counts() -> None:
    """TH-COUNT-3, TH-COUNT-6"""
    assert written(trumper=0, call=10).result == "call_and_loss: B 2"


def test_a_blind_call_on_a_sheet_counts_as_one() -> None:
    """TH-CALL-5"""
    assert written(trumper=0, call=10, blind=True).result == "call_and_loss: B 4"
    assert written(trumper=0, call=10, blind=True, card_points={"B": 84}).result == "count: A 2"


def test_the_trumper_of_a_sheet_says_which_side_counts() -> None:
    assert written(trumper=1, call=20).ruling.count["counting_team"] == "A"
    assert written(trumper=1, call=20).result == "call_and_loss: A 2"


@pytest.mark.parametrize("call", [15, 104])
def test_a_call_the_rules_do_not_know_is_left_out_and_a_difference(call: int) -> None:
    """TH-CALL-2, TH-CALL-3"""
    hand = written(trumper=0, call=call)
    assert hand.result == "count: A 1"
    assert differences(hand) == [("tally.call", call, 0, "TH-CALL-2")]
    assert hand.offences == [("bad_call", 0)]


def test_104_on_a_sheet_is_a_call_where_it_is_played() -> None:
    """TH-CALL-3"""
    assert written("club-strict", trumper=0, call=104).result == "call_and_loss: B 2"


# --- what is missing


def test_what_a_sheet_does_not_speak_of_did_not_happen_and_is_trusted() -> None:
    silent = ["call", "jodhi", "double", "khanuck", "declared", "four_ball", "false_accusation", "trumpless"]
    assert {f"tally.{key}" for key in silent} <= set(written().ruling.trusted)
    assert "tally.call" not in written(trumper=0, call=0).ruling.trusted


@pytest.mark.parametrize(
    ("key", "rest"), [("card_points", {"last_trick": 1}), ("last_trick", {"card_points": {"B": 96}})]
)
def test_without_what_decides_it_a_sheet_is_undecidable(key: str, rest: dict[str, Any]) -> None:
    hand = sheet().tally(**rest)
    assert hand.result == "undecidable"
    assert paths(hand) == [f"tally.{key}"]
    assert "count: A 1" in possible(hand.ruling)


@pytest.mark.parametrize(
    ("tally", "result"),
    [
        ({"tricks": {"A": 6}}, "count: A 1"),
        ({"tricks": {"B": 6}}, "count: B 1"),
        ({"card_points": {"B": 0}}, "count: A 1"),
        ({"card_points": {"B": 94}}, "count: A 1"),
        ({"card_points": {"B": 105}}, "count: B 1"),
    ],
)
def test_a_gap_that_changes_nothing_decides_nothing(tally: dict[str, Any], result: str) -> None:
    """96 in cards may become 106 with the last trick, 94 may not become 105."""
    assert sheet().tally(**tally).result == result


def test_what_a_decided_sheet_leaves_open_is_unknown() -> None:
    """TH-COUNT-2: who won the last trick, and so the count, is anybody's guess; who wins the hand is not."""
    hand = sheet().tally(card_points={"B": 94}).claims(count=94)
    count = hand.ruling.count
    assert (count["last_trick"], count["total"]) == (None, None)
    assert (count["counting_team"], count["card_points"], count["jodhi"]) == (
        "B",
        {"A": 210, "B": 94},
        {"A": 0, "B": 0},
    )
    assert differences(hand) == [], "nor is a claimed count held against it"
    texts = [step.text for step in hand.ruling.steps]
    assert "Whatever is not written down: side A wins the hand and opens 1" in texts
    assert not any("last trick" in text for text in texts)


def test_who_trumped_is_unknown_where_it_changes_nothing() -> None:
    """A call of 15 counts for nothing, and no seat is named that the sheet does not name."""
    hand = written(call=15)
    assert (hand.result, hand.ruling.seat, hand.offences) == ("count: A 1", None, [])
    assert ("tally.call", 15, 0, "TH-CALL-2") in differences(hand)


def test_the_possible_results_of_a_sheet_are_those_that_could_be() -> None:
    """96 in cards may become 106 with the last trick."""
    assert possible(sheet().tally(card_points={"B": 96}).ruling) == {"count: A 1", "count: B 1"}
    assert possible(sheet().tally(last_trick=1, trumper=0, call=20).ruling) == {"count: A 1", "call_and_loss: B 2"}


def test_a_call_without_its_trumper_is_undecidable() -> None:
    hand = written(call=10)
    assert paths(hand) == ["tally.trumper"]
    assert possible(hand.ruling) == {"call_and_loss: A 2", "call_and_loss: B 2"}


def test_an_explanation_states_nothing_that_nobody_wrote_down() -> None:
    """The khanuck fails whoever trumped and whatever side A has in cards: so neither is said."""
    lost = sheet().tally(khanuck=1, last_trick=0, jodhi=[{"seat": 1, "value": 50}])
    assert lost.result == "khanuck failed: A 4"
    told = [step.text for step in lost.ruling.steps]
    assert "Khanuck failed: side A opens 4, against seat 1" in told
    assert not any("in cards" in text or "is more than" in text for text in told)
    by_whom = sheet("club-strict").tally(call=40, khanuck=1, card_points={"A": 0}, tricks={"A": 0}, last_trick=3)
    assert by_whom.result == "khanuck failed: A 4"
    assert not any("called 40" in step.text or "that trumped" in step.text for step in by_whom.ruling.steps)


def test_an_empty_sheet_is_undecidable() -> None:
    hand = sheet().tally()
    assert hand.result == "undecidable"
    assert paths(hand) == ["tally.card_points", "tally.last_trick"]
    assert possible(hand.ruling) == {"count: A 1", "count: B 1"}


def test_null_is_as_good_as_nothing() -> None:
    hand = written(call=None, double=None, khanuck=None, declared=None, four_ball=None, trumpless=None)
    assert hand.result == "count: A 1"
    assert sheet().tally(card_points=None, last_trick=1).result == "undecidable"


# --- specials


def test_a_double_on_a_sheet_is_made_when_the_others_have_nothing() -> None:
    """TH-DBL-2, TH-DBL-3"""
    swept = {"card_points": {"B": 304}, "tricks": {"B": 6}, "double": 1}
    assert written(**swept).result == "double made: B 2"
    assert written(**{**swept, "last_trick": 3}).result == "double failed: A 4"
    assert written(how={"double_winner": "team"}, **{**swept, "last_trick": 3}).result == "double made: B 2"
    assert (
        written(**{**swept, "tricks": {"B": 5}, "card_points": {"B": 290}, "last_trick": 0}).result
        == "double failed: A 4"
    )
    assert written(double=1).result == "double failed: A 4"
    assert "tally.double" in written(double=1).ruling.trusted


def test_a_double_on_a_sheet_needs_no_tricks_where_the_points_tell() -> None:
    """TH-DBL-1"""
    assert sheet().tally(card_points={"A": 0}, last_trick=1, double=1).result == "double made: B 2"


def test_a_double_on_cornerhouse_needs_no_more_on_a_sheet() -> None:
    """TH-DBL-4"""
    hand = sheet(before="0-11").tally(double=1)
    assert hand.result == "cornerhouse_double: A 4"


def test_a_backside_double_on_a_sheet() -> None:
    """TH-DBL-5"""
    swept = {"card_points": {"B": 304}, "double": 1, "trumper": 0, "call": 10}
    assert written("durban-modern", **swept).result == "backside_double made: B 4"


def test_a_khanuck_on_a_sheet_weighs_its_jodhi() -> None:
    """TH-KHAN-2"""
    sheet_of = {"card_points": {"A": 50}, "last_trick": 3, "khanuck": 3}
    assert written(jodhi=[{"seat": 1, "value": 50}], **sheet_of).result == "khanuck made: B 3"
    assert written(jodhi=[{"seat": 1, "value": 40}], **sheet_of).result == "khanuck failed: A 4"
    assert written(**sheet_of).result == "khanuck failed: A 4"
    assert written(**sheet_of).ruling.after["khanuck_called"]


@pytest.mark.parametrize(("points", "made"), [({"A": 0}, False), ({"A": 2}, True)])
def test_whether_the_opponents_won_a_trick_shows_in_their_points(points: dict[str, int], made: bool) -> None:
    """TH-KHAN-5: two queens at least."""
    how = {"khanuck_needs_opponent_trick": "yes"}
    hand = written(how=how, card_points=points, last_trick=3, khanuck=3, jodhi=[{"seat": 1, "value": 50}])
    assert hand.result == ("khanuck made: B 3" if made else "khanuck failed: A 4")


def test_a_backside_khanuck_on_a_sheet() -> None:
    """TH-KHAN-7"""
    sheet_of = {"card_points": {"A": 50}, "last_trick": 3, "khanuck": 3, "jodhi": [{"seat": 1, "value": 50}]}
    assert written("durban-modern", trumper=0, call=10, **sheet_of).result == "backside_khanuck made: B 6"


@pytest.mark.parametrize(
    ("lost_to", "result"), [(None, "made: A 4"), (1, "caught: B 4"), (3, "caught: B 4"), (2, "partner_catch: B 8")]
)
def test_a_declaration_on_a_sheet_says_who_took_a_trick_from_it(lost_to: int | None, result: str) -> None:
    """TH-THUN-2 to 4"""
    hand = sheet("durban-modern").tally(declared={"seat": 0, "kind": "thunee", "lost_to": lost_to})
    assert hand.result == f"thunee {result}"
    assert hand.ruling.count is None


@pytest.mark.parametrize(("lost_to", "result"), [(2, "made: A 4"), (1, "caught: B 4"), (3, "caught: B 4")])
def test_a_partners_trick_loses_nothing_where_the_team_may_win_them(lost_to: int, result: str) -> None:
    """TH-THUN-6"""
    declared = {"seat": 0, "kind": "thunee", "lost_to": lost_to}
    assert sheet("durban-modern", thunee_winner="team").tally(declared=declared).result == f"thunee {result}"


def test_a_declaration_that_does_not_say_how_it_ended_is_undecidable() -> None:
    """TH-THUN-2 to 4"""
    hand = sheet("durban-modern").tally(declared={"seat": 0, "kind": "thunee"})
    assert paths(hand) == ["tally.declared.lost_to"]
    assert possible(hand.ruling) == {"thunee: A 4", "thunee: B 4", "thunee: B 8"}


def test_nobody_loses_a_declaration_to_themselves() -> None:
    assert fault(declared={"seat": 0, "kind": "thunee", "lost_to": 0}) == "tally.declared.lost_to"


def test_a_declaration_that_is_not_played_is_left_out_of_account_on_a_sheet_too() -> None:
    """TH-ROYAL-1"""
    hand = written("club-strict", declared={"seat": 0, "kind": "royals", "lost_to": None})
    assert hand.result == "count: A 1"
    assert hand.offences == [("bad_call", 0)]


def test_a_four_ball_on_a_sheet_ends_the_hand() -> None:
    """TH-PEN-1"""
    hand = sheet().tally(four_ball={"against": 3, "offence": "signal"})
    assert hand.result == "four_ball upheld: A 4"
    assert hand.ruling.seat == 3
    assert sheet().tally(four_ball={"against": 3}).result == "four_ball upheld: A 4"


def test_a_four_ball_for_six_of_one_suit_has_its_own_price() -> None:
    """TH-THUN-5"""
    caught = {"against": 0, "offence": "six_of_suit"}
    assert sheet("durban-modern").tally(four_ball=caught).result == "four_ball upheld: B 4"
    assert sheet("club-strict").tally(four_ball=caught).result == "void: six_of_suit"


def test_a_wrong_accusation_on_a_sheet_costs_what_the_house_says() -> None:
    """TH-PEN-2"""
    accused = {"seat": 0, "against": 1}
    assert sheet(false_accusation=4).tally(false_accusation=accused).result == "false_accusation rejected: B 4"
    assert written(false_accusation=accused).result == "count: A 1"
    assert fault(false_accusation={"seat": 0, "against": 2}) == "tally.false_accusation.against"


def test_trumpless_noticed_is_void_and_unnoticed_costs_a_ball() -> None:
    """TH-CALL-6, TH-CALL-7"""
    assert sheet().tally(trumpless="noticed").result == "void: trumpless"
    assert sheet().tally(trumpless="unnoticed").result == "trumpless: A 1"
    assert sheet("club-strict").tally(trumpless="unnoticed").result == "void: trumpless"
    assert written(how={"trumpless": "play_on"}, trumpless="unnoticed").result == "count: A 1"


def test_who_set_trump_matters_to_an_unnoticed_hand_only_where_it_costs_a_ball() -> None:
    """TH-CALL-7"""
    assert sheet("club-strict").tally(trumpless="unnoticed", call=10).result == "void: trumpless"
    open_ = sheet().tally(trumpless="unnoticed", call=10)
    assert paths(open_) == ["tally.trumper"]
    assert possible(open_.ruling) == {"trumpless: A 1", "trumpless: B 1"}


def test_a_declared_hand_that_was_trumpless_is_void() -> None:
    """TH-CALL-6, TH-CALL-7"""
    hand = sheet().tally(declared={"seat": 0, "kind": "thunee", "lost_to": None}, trumpless="unnoticed")
    assert hand.result == "void: trumpless"


def test_the_order_on_a_sheet_is_that_of_the_hand() -> None:
    """TH-PEN-5"""
    everything: dict[str, Any] = {
        "khanuck": 3,
        "double": 3,
        "declared": {"seat": 0, "kind": "thunee", "lost_to": None},
        "four_ball": {"against": 1, "offence": "signal"},
        "trumpless": "noticed",
    }
    for key, result in (
        ("trumpless", "void: trumpless"),
        ("four_ball", "four_ball upheld: A 4"),
        ("declared", "thunee made: A 4"),
        ("khanuck", "khanuck failed: A 4"),
        ("double", "double failed: A 4"),
    ):
        assert written(**everything).result == result
        del everything[key]
    assert written(**everything).result == "count: A 1"


# --- jodhi


def test_jodhi_of_a_sheet_count_and_are_trusted() -> None:
    """TH-COUNT-4"""
    hand = written(trump="s", jodhi=[{"seat": 1, "suit": "s", "value": 40, "trick": 1}, {"seat": 0, "value": 20}])
    assert hand.ruling.count["jodhi"] == {"A": 20, "B": 40}
    assert {"tally.jodhi[0]", "tally.jodhi[1]"} <= set(hand.ruling.trusted)
    assert hand.ruling.discrepancies == []


def test_a_jodhi_upheld_as_murrials_at_the_table_is_forfeit() -> None:
    """TH-MURR-1"""
    hand = written(jodhi=[{"seat": 1, "suit": "s", "value": 40, "murrials": True}])
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 0}
    assert hand.ruling.claims[0]["murrials"] == "upheld"


def test_murrials_on_a_sheet_where_it_is_not_played_is_a_difference() -> None:
    """TH-MURR-1"""
    hand = written("club-strict", jodhi=[{"seat": 1, "suit": "s", "value": 40, "murrials": True}])
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 40}
    assert differences(hand) == [("tally.jodhi[0].murrials", True, False, "TH-MURR-1")]


def test_a_trip_on_a_sheet_has_no_trump() -> None:
    """TH6-2"""
    record = {"format": "hand-record/1", "game": "thunee", "players": 6, "dealer": 0}
    tally = {"trumper": 1, "trump": "h", "declared": {"seat": 0, "kind": "trip", "lost_to": 1}}
    assert not any("trump" in step.text for step in engine.adjudicate({**record, "tally": tally}).steps)
