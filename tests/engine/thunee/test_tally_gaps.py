"""Tallies with something missing, or that nobody can have written: what they still say."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from tests.engine import naive_sheets, random_tallies
from tests.engine.hands import (
    COUNTERS_KHANUCK,
    COUNTERS_SWEEP,
    EVEN,
    REVOKE,
    THUNEE_WON,
    TRUMPLESS,
    differences,
    sheet,
    story,
)
from tests.engine.thunee.tallies import written


@pytest.mark.parametrize(("unanswered", "points"), [("stands", 20), ("corrected", 40)])
def test_a_value_that_trump_shows_wrong_stands_or_is_corrected_and_is_a_difference(
    unanswered: str, points: int
) -> None:
    """TH-MURR-3"""
    hand = written(how={"unanswered_jodhi": unanswered}, trump="s", jodhi=[{"seat": 1, "suit": "s", "value": 20}])
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": points}
    assert differences(hand) == [("tally.jodhi[0].value", 20, 40, "TH-JODHI-1")]


@pytest.mark.parametrize(("unanswered", "points"), [("stands", 40), ("corrected", 0)])
def test_a_trick_that_opens_no_window_makes_a_jodhi_wrong(unanswered: str, points: int) -> None:
    """TH-JODHI-2, TH-MURR-3"""
    how = {"unanswered_jodhi": unanswered, "jodhi_window": "trick_one_three"}
    hand = written(how=how, jodhi=[{"seat": 1, "suit": "s", "value": 40, "trick": 2}])
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": points}
    assert [row[3] for row in differences(hand)] == ["TH-JODHI-2"]


@pytest.mark.parametrize("trick", [0, 6])
def test_no_window_opens_before_the_first_trick_or_after_the_last(trick: int) -> None:
    """TH-JODHI-3"""
    hand = written(how={"jodhi_window": "any_trick"}, jodhi=[{"seat": 1, "suit": "s", "value": 40, "trick": trick}])
    assert hand.ruling.claims[0]["timely"] is False


def test_a_side_without_a_trick_had_no_window() -> None:
    """TH-JODHI-2"""
    hand = sheet(unanswered_jodhi="corrected").tally(
        card_points={"A": 304}, last_trick=0, jodhi=[{"seat": 1, "suit": "s", "value": 40}]
    )
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 0}


@pytest.mark.parametrize(("trick", "tricks", "timely"), [(2, 6, False), (3, 6, True), (2, 5, True), (5, 4, True)])
def test_a_trick_that_was_neither_the_sides_first_nor_its_third_opens_no_window(
    trick: int, tricks: int, timely: bool
) -> None:
    """TH-JODHI-2: a side that took every trick took its second in trick 2."""
    hand = written(
        how={"jodhi_window": "team_first_third"},
        tricks={"B": tricks},
        last_trick=1,
        card_points={"B": 304 if tricks == 6 else 250},
        jodhi=[{"seat": 1, "suit": "s", "value": 40, "trick": trick}],
    )
    assert hand.ruling.claims[0]["timely"] is timely
    assert [row[3] for row in differences(hand)] == ([] if timely else ["TH-JODHI-2"])


def test_a_side_whose_only_trick_was_the_last_had_no_window() -> None:
    """TH-JODHI-3"""
    hand = written(tricks={"B": 1}, last_trick=1, jodhi=[{"seat": 1, "suit": "s", "value": 40}])
    assert hand.ruling.claims[0]["timely"] is False


def test_a_suit_scores_once_on_a_sheet_too() -> None:
    """TH-JODHI-5"""
    hand = written(jodhi=[{"seat": 1, "suit": "s", "value": 40}, {"seat": 3, "suit": "s", "value": 40}])
    assert hand.ruling.count["jodhi"] == {"A": 0, "B": 40}


def test_jodhi_without_a_suit_count_side_by_side() -> None:
    assert written(jodhi=[{"seat": 1, "value": 20}, {"seat": 3, "value": 20}]).ruling.count["jodhi"]["B"] == 40


def test_a_declared_hand_has_no_jodhi_on_a_sheet_either() -> None:
    """TH-JODHI-7"""
    thunee = {"seat": 0, "kind": "thunee", "lost_to": None}
    hand = sheet().tally(declared=thunee, jodhi=[{"seat": 0, "value": 40}], double=2, khanuck=1)
    assert hand.result == "thunee made: A 4"
    assert hand.offences == [("bad_call", 0), ("bad_call", 2), ("bad_call", 1)]
    assert "TH-JODHI-7" in hand.rules_cited
    assert not hand.ruling.after["khanuck_called"], "nor does it mark the game"


@pytest.mark.parametrize(("suit", "value"), [("h", 20), ("h", 30), ("s", 40), ("s", 50)])
def test_every_value_of_a_jodhi_is_right_in_its_suit(suit: str, value: int) -> None:
    """TH-JODHI-1"""
    hand = written(how={"unanswered_jodhi": "corrected"}, trump="s", jodhi=[{"seat": 1, "suit": suit, "value": value}])
    assert hand.ruling.discrepancies == []
    assert hand.ruling.count["jodhi"]["B"] == value


def test_a_value_that_no_jodhi_has_is_corrected_to_nothing() -> None:
    """TH-JODHI-1, TH-MURR-3"""
    hand = written(how={"unanswered_jodhi": "corrected"}, jodhi=[{"seat": 1, "suit": "s", "value": 25}])
    assert hand.ruling.count["jodhi"]["B"] == 0
    assert differences(hand) == [("tally.jodhi[0].value", 25, None, "TH-JODHI-1")]


# --- a sheet beside the cards


def test_a_sheet_that_agrees_with_the_cards_makes_no_difference() -> None:
    hand = story(EVEN, dealer=0).call(0, 10).play(1).jodhi(1, "s", 40).rest()
    hand.tally(
        trumper=0, call=10, trump="s", card_points={"A": 219}, tricks={"A": 3}, last_trick=1,
        jodhi=[{"seat": 1, "suit": "s", "value": 40}], double=None, khanuck=None,
    )  # fmt: skip
    assert hand.ruling.discrepancies == []
    assert hand.result == "call_and_loss: B 2"


@pytest.mark.parametrize(
    ("key", "value", "field", "found"),
    [
        ("trumper", 2, "tally.trumper", 0),
        ("call", 20, "tally.call", 0),
        ("trump", "h", "tally.trump", "s"),
        ("last_trick", 3, "tally.last_trick", 1),
        ("double", 1, "tally.double", None),
        ("khanuck", 1, "tally.khanuck", None),
        ("tricks", {"A": 2}, "tally.tricks.A", 3),
        ("card_points", {"A": 200}, "tally.card_points.A", 219),
    ],
)
def test_where_sheet_and_cards_differ_the_cards_are_the_evidence(key: str, value: Any, field: str, found: Any) -> None:
    hand = story(EVEN).rest().tally(**{key: value})
    assert hand.result == "count: A 1"
    told = {row[0]: row[2] for row in differences(hand)}
    assert told[field] == found


@pytest.mark.parametrize("key", ["trumper", "call", "trump", "last_trick", "card_points", "tricks"])
def test_what_the_sheet_leaves_open_is_no_difference_from_the_cards(key: str) -> None:
    assert differences(story(EVEN).rest().tally(**{key: None})) == []


def test_a_blind_call_of_the_sheet_is_held_against_the_calls() -> None:
    """TH-CALL-5"""
    hand = story(EVEN, dealer=0).call(0, 10).rest().tally(call=10, blind=True)
    assert differences(hand) == [("tally.blind", True, False, "TH-CALL-5")]
    assert differences(story(EVEN, dealer=0).call(0, 10, blind=True).rest().tally(call=10, blind=True)) == []


@pytest.mark.parametrize(
    ("written", "difference"),
    [
        ({"seat": 0, "kind": "thunee", "lost_to": None}, []),
        ({"seat": 0, "kind": "thunee"}, []),
        ({"seat": 0, "kind": "royals", "lost_to": None}, [("tally.declared.kind", "royals", "thunee", "TH-THUN-1")]),
        ({"seat": 2, "kind": "thunee", "lost_to": None}, [("tally.declared.seat", 2, 0, "TH-THUN-1")]),
        ({"seat": 0, "kind": "thunee", "lost_to": 1}, [("tally.declared.lost_to", 1, None, "TH-THUN-6")]),
        (None, [("tally.declared.kind", None, "thunee", "TH-THUN-1")]),
    ],
)
def test_a_declaration_of_the_sheet_is_held_against_the_cards(written: Any, difference: list[Any]) -> None:
    """TH-THUN-1, TH-THUN-6"""
    assert differences(story(THUNEE_WON).declare(0, "thunee").rest().tally(declared=written)) == difference


def test_a_declaration_nobody_made_is_a_difference() -> None:
    """TH-THUN-1"""
    hand = story(EVEN).rest().tally(declared={"seat": 0, "kind": "thunee", "lost_to": 1})
    assert differences(hand) == [("tally.declared.kind", "thunee", None, "TH-THUN-1")]


def test_how_the_hand_ended_by_the_sheet_is_held_against_how_it_ended() -> None:
    """TH-PEN-1, TH-PEN-2"""
    caught = story(REVOKE).play(1).accuse(1, 0, "revoke")
    assert differences(caught.tally(four_ball={"against": 0})) == []
    assert differences(caught.tally(four_ball={"against": 2})) == [("tally.four_ball.against", 2, 0, "TH-PEN-1")]
    assert differences(caught.tally(four_ball=None)) == [("tally.four_ball.against", None, 0, "TH-PEN-1")]
    wrong = {"false_accusation": {"seat": 1, "against": 0}}
    assert differences(story(EVEN).play(1).accuse(1, 0, "revoke").rest().tally(**wrong)) == [], "it cost nothing"
    paid = story(EVEN, false_accusation=4).rest().tally(**wrong)
    assert differences(paid) == [("tally.false_accusation.seat", 1, None, "TH-PEN-2")]
    assert differences(story(EVEN, false_accusation=4).play(1).accuse(1, 0, "revoke").tally(**wrong)) == []


@pytest.mark.parametrize(
    ("written", "found"), [("unnoticed", "unnoticed"), ("noticed", "unnoticed"), (None, "unnoticed")]
)
def test_a_trumpless_hand_of_the_sheet_is_held_against_the_deal(written: str | None, found: str) -> None:
    """TH-CALL-6, TH-CALL-7"""
    hand = story(TRUMPLESS).rest().tally(trumpless=written)
    assert differences(hand) == ([] if written == found else [("tally.trumpless", written, found, "TH-CALL-6")])
    assert differences(story(TRUMPLESS).play(2).redeal("trumpless").tally(trumpless="noticed")) == []
    assert differences(story(EVEN).rest().tally(trumpless="noticed")) == [
        ("tally.trumpless", "noticed", None, "TH-CALL-6")
    ]


def test_jodhi_of_the_sheet_and_of_the_cards_are_compared_by_side() -> None:
    hand = story(EVEN).play(1).jodhi(1, "s", 40).rest().tally(jodhi=[{"seat": 3, "value": 20}])
    assert differences(hand) == [("tally.jodhi.B", 20, 40, "TH-JODHI-1")]


def test_a_sheet_is_no_evidence_as_soon_as_there_is_a_card() -> None:
    hand = story(EVEN).play(1).tally(card_points={"B": 85}, last_trick=1)
    assert hand.result == "undecidable"


def test_a_sheet_decides_when_the_events_hold_no_card() -> None:
    """The calls that were written down are the calls."""
    hand = story(EVEN, dealer=0, deal=False).call(0, 10).trump(0, "s").tally(card_points={"B": 85}, last_trick=1)
    assert hand.result == "call_and_loss: B 2"


# --- the same hand by its cards and by its sheet


@pytest.mark.parametrize("call", [0, 10])
@pytest.mark.parametrize("play", [EVEN, COUNTERS_SWEEP, COUNTERS_KHANUCK])
def test_a_hand_is_worth_the_same_by_its_sheet(play: str, call: int) -> None:
    cards = story(play, dealer=0 if call else 3)
    if call:
        cards.call(0, call)
    ruling = cards.rest().ruling
    count = ruling.count
    by_sheet = sheet(dealer=0 if call else 3).tally(
        trumper=0, call=call, trump="s", card_points=count["card_points"], tricks=count["tricks"],
        last_trick=ruling.tricks[-1]["winner"],
    )  # fmt: skip
    assert by_sheet.ruling.count == count
    assert by_sheet.ruling.after == ruling.after
    assert by_sheet.result == cards.result


def test_a_thunee_is_worth_the_same_by_its_sheet() -> None:
    cards = story(THUNEE_WON, "durban-modern").declare(0, "thunee").rest()
    by_sheet = sheet("durban-modern").tally(declared={"seat": 0, "kind": "thunee", "lost_to": None})
    assert (by_sheet.result, by_sheet.ruling.seat) == (cards.result, cards.ruling.seat)


# --- what cannot go together


@pytest.mark.parametrize(
    ("tally", "fields"),
    [
        ({"card_points": {"B": 98}, "tricks": {"B": 0}, "last_trick": 0}, ["tally.tricks.B"]),
        ({"card_points": {"B": 0}, "tricks": {"B": 1}, "last_trick": 0}, ["tally.tricks.B"]),
        ({"card_points": {"B": 0}, "tricks": {"B": 0}, "last_trick": 1}, ["tally.last_trick"]),
        ({"card_points": {"B": 0}, "last_trick": 1}, ["tally.last_trick"]),
        ({"card_points": {"B": 98}, "tricks": {"B": 2}, "last_trick": 1}, []),
    ],
)
def test_points_and_tricks_that_cannot_go_together_are_a_difference(tally: dict[str, Any], fields: list[str]) -> None:
    """TH-COUNT-1"""
    hand = sheet().tally(**tally)
    assert hand.ruling.status == "decided"
    assert [row[0] for row in differences(hand)] == fields


@given(seed=st.integers(min_value=0))
def test_a_sheet_is_worth_what_a_naive_judge_says(seed: int) -> None:
    record = random_tallies.tally(Random(seed), missing=0)
    assume("lost_to" in record["tally"].get("declared", {"lost_to": None}))
    ruling = engine.adjudicate(record)
    parts = ("kind", "detail", "winner", "balls", "after")
    told = {name: getattr(ruling, name) for name in parts}
    assert told | {"count": ruling.count["total"] if ruling.count else None} == naive_sheets.judged(record)
