"""Explanations of hands played for points, and what each parameter changes."""

from random import Random
from typing import Any

import pytest

import engine
from engine import profiles
from engine.explain import explain
from engine.lines import answers, dump
from tests.engine.tarneeb.hands import GAMES, Record, bid, judged, passes, random_hand, record, tally


def test_an_explanation_goes_from_the_bid_to_the_result() -> None:
    ruling = judged(tally=tally(1, 8, 9), before={"scores": {"A": 3, "B": 20}}, claimed={"scores": {"B": 8}})
    assert explain(ruling) == [
        "Played under tarneeb.",
        "Seat 1 bid 8: side B declares. [TAR-BID-1]",
        "Side B bid 8 and took 9: 9 points. [TAR-SCORE-1]",
        "Seat 0 dealt, and the deal passes to the right: seat 1 deals next. [TAR-DEAL-1]",
        "The table wrote scores.B = 8, the engine finds 9, 1 too few. [TAR-SCORE-1]",
        "Result: side B: made. A +0, B +9. The score is A 3, B 29, playing to 41.",
    ]


def test_an_explanation_of_players_for_themselves_names_each() -> None:
    sheet = {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]}
    lines = explain(judged("400", tally=sheet, before={"scores": [38, 1, 5, 2]}, rules={"preset": "400"}))
    assert "Seat 3 bid 3 and took only 2: 3 points lost. [FH-SCORE-1]" in lines
    assert "Seat 0 has 41, and the partner 9: side A wins the game. [FH-GAME-1]" in lines
    assert lines[-1] == (
        "Result: scored. seat 0 +3, seat 1 +2, seat 2 +4, seat 3 -3. "
        "The score is seat 0 41, seat 1 3, seat 2 9, seat 3 -1, playing to 41: side A wins the game."
    )


def test_a_double_that_a_later_bid_cancels_is_called_so() -> None:
    """TAR-EG-3"""
    events = [bid(1, 7, "d"), {"type": "double", "seat": 2}, bid(3, 8, "c")]
    lines = explain(judged("egyptian-tarneeb", events=events))
    assert lines[1:3] == [
        "Seat 2 doubled. [TAR-EG-2]",
        "Seat 3 bid higher: the double before it is cancelled. [TAR-EG-3]",
    ]
    assert not any("cancelled" in line for line in explain(judged("egyptian-tarneeb", events=events[:2])))


def test_a_void_hand_says_who_deals() -> None:
    lines = explain(judged(events=passes(1, 2, 3, 0)))
    assert lines[1] == "Nobody bid: the hand is void, and seat 0 deals again. [TAR-BID-2]"
    assert lines[-1].startswith("Result: void. No points")


def test_an_open_hand_lists_what_is_possible() -> None:
    lines = explain(judged(tally={"declarer": 1, "bid": 13}))
    assert "Possible: failed, A +13, B -13." not in lines
    assert "Possible: failed, A +12, B -13." in lines
    one_bid = explain(judged("400", events=[bid(1, 3)]))
    assert "Possible: void, seat 0 +0, seat 1 +0, seat 2 +0, seat 3 +0." in one_bid
    assert "Too much is missing to tell which of these can still be: there may be fewer." in one_bid


def test_a_failed_bid_is_laid_to_the_side_that_bid() -> None:
    """TAR-SCORE-1"""
    lines = explain(judged(tally=tally(0, 13, 11)))
    assert any(line.startswith("Result: side A: failed. A -13, B +2.") for line in lines)


def test_defenders_who_took_all_thirteen_are_not_said_to_have_bid_them() -> None:
    """TAR-SCORE-2"""
    lines = explain(judged(tally=tally(0, 13, 0), rules={"preset": "tarneeb", "instant_needs_bid": "yes"}))
    assert "Side B did not bid all thirteen tricks, which alone wins the game: points only. [TAR-SCORE-2]" in lines


def test_nobody_is_said_to_declare_while_the_bidding_lasts() -> None:
    """TAR-BID-1"""
    line = "Seat 1 bid 8: side B declares. [TAR-BID-1]"
    assert line not in explain(judged(events=[bid(1, 8)]))
    assert line in explain(judged(events=[bid(1, 8), *passes(2, 3, 0)]))
    assert explain(judged(events=[bid(1, 8)], tally={"tricks": {"B": 9}})).count(line) == 1


def test_records_of_every_game_are_read_from_lines() -> None:
    rng = Random(2)
    records = [random_hand(rng, game, {"preset": game})[0] for game in GAMES]
    for as_text in (False, True):
        told = list(answers((dump(one) for one in records), as_text=as_text))
        assert all(answer.valid for answer in told)
    ledger = [record(dealer=dealer, tally=tally(0, 8, 13)) for dealer in (0, 1)]
    (answer,) = answers([dump(ledger)], as_text=True, games=True)
    assert "Winner of the game: A" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_the_preset_of_the_games_name_is_the_default(game: str) -> None:
    ruling = judged(game)
    assert ruling.rules["preset"] == game
    assert ruling.rules == profiles.build(game, game).to_dict()


def _differs(record: Record, name: str, value: Any) -> bool:
    rulings = []
    for rules in (record["rules"], {**record["rules"], name: value}):
        try:
            rulings.append(engine.adjudicate({**record, "rules": rules}).to_dict())
        except engine.RecordError:
            return False
    parts = ("status", "kind", "winner", "scores", "after", "infractions")
    return any(rulings[0][part] != rulings[1][part] for part in parts)


SLOW = [{"type": "slow", "seat": 1}, {"type": "slow", "seat": 1}]


@pytest.mark.parametrize(("game", "name"), [(game, one.name) for game in GAMES for one in profiles.parameters(game)])
def test_a_parameter_makes_a_difference(game: str, name: str) -> None:
    """Some hand is worth something else, or leaves the game in another state, when only this parameter changes."""
    rng = Random(name)
    parameter = next(one for one in profiles.parameters(game) if one.name == name)
    others: list[Any] = list(parameter.choices or (20, 31))
    for _ in range(400):
        record, _ = random_hand(rng, game)
        record["events"] = [*SLOW, *record["events"]] if name == "pace" else record["events"]
        if name == "partner_minimum":
            record = judgeable(rng, game, record["rules"])
        if any(_differs(record, name, value) for value in others):
            return
    pytest.fail(f"{name} changes nothing")


def judgeable(rng: Random, game: str, rules: Record) -> Record:
    """A tally that leaves the partner of a player at 41 with nothing."""
    sheet = {"bids": [3, 3, 3, 3], "tricks": [4, 3, 3, 3]}
    return record(game, rules=rules, before={"scores": [38, 0, -3, 0]}, tally=sheet)
