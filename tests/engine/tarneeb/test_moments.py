"""A hand of the Tarneeb family moment by moment: who may speak, what might be played, tricks against the bid."""

from random import Random
from typing import Any

import pytest

import engine
from engine.replay import Moment, replay
from tests.engine.tarneeb import hands
from tests.engine.tarneeb.hands import random_hand


def calls(moment: Moment) -> dict[str, tuple[int, ...]]:
    return {window.call: window.seats for window in moment.windows}


def record(game: str, *events: dict[str, Any]) -> dict[str, Any]:
    return {"format": "hand-record/1", "game": game, "dealer": 0, "events": list(events)}


def test_the_bidding_goes_round_from_the_dealers_right() -> None:
    """TAR-BID-1, TAR-BID-3"""
    told = replay(record("tarneeb", hands.bid(1, 7), {"type": "pass", "seat": 2}, {"type": "pass"}, hands.bid(0, 7)))
    assert [calls(moment) for moment in told] == [
        {"bid": (1,)},
        {"bid": (2,)},
        {"bid": (3,)},
        {"bid": (0,)},
        {"trump": (0,)},
    ]


def test_an_opponent_of_the_holder_may_double_in_turn() -> None:
    """TAR-EG-2"""
    told = replay(record("egyptian-tarneeb", {**hands.bid(1, 7), "suit": "s"}, {"type": "double", "seat": 2}))
    assert calls(told[1]) == {"bid": (2,), "double": (2,)}
    assert calls(told[2]) == {"bid": (3,)}


def test_a_bid_that_is_not_allowed_is_wrong_where_it_was_made() -> None:
    told = replay(record("tarneeb", hands.bid(1, 8), hands.bid(2, 8)))
    assert [len(moment.offences) for moment in told] == [0, 0, 1]
    assert told[2].offences[0].rule == "TAR-BID-1"
    assert calls(told[2]) == {"bid": (2,)}


def test_everybody_bids_once_where_each_plays_alone() -> None:
    """FH-BID-1"""
    told = replay(record("400", hands.bid(1, 3), hands.bid(2, 1), hands.bid(2, 4)))
    assert [calls(moment) for moment in told] == [{"bid": (1,)}, {"bid": (2,)}, {"bid": (2,)}, {"bid": (3,)}]
    assert told[3].tally.bids == (None, 3, 4, None)


@pytest.mark.parametrize("game", hands.GAMES)
def test_the_tricks_so_far_come_to_those_of_the_ruling(game: str) -> None:
    for seed in range(12):
        whole, truth = random_hand(Random(seed), game)
        told, ruling = replay(whole), engine.adjudicate(whole)
        if not truth.tricks:
            continue
        last = told[-1].tally
        assert last.tricks == (truth.tricks[0] + truth.tricks[2], truth.tricks[1] + truth.tricks[3])
        assert told[-1].to_play is None
        if ruling.facts.by_side:
            assert truth.declarer is not None
            assert (last.counting, last.target) == (truth.declarer % 2, truth.bid)
            assert last.total == last.tricks[truth.declarer % 2]
        else:
            assert last.seats == tuple(truth.tricks)
            assert last.bids == tuple(truth.bids)


def test_a_revoke_is_marked_at_its_card_and_what_might_have_been_played_is_told() -> None:
    """TAR-BID-3"""
    for seed in range(40):
        whole, truth = random_hand(Random(seed), "tarneeb")
        plays = [event for event in whole["events"] if event["type"] == "play"]
        if not truth.tricks:
            continue
        later = [one for one in plays[4:] if one["seat"] == plays[1]["seat"] and one["card"][1] != plays[0]["card"][1]]
        if plays[1]["card"][1] == plays[0]["card"][1] and later:
            plays[1]["card"], later[0]["card"] = later[0]["card"], plays[1]["card"]
            moment = next(one for one in replay(whole) if one.played == 2)
            assert [one.offence for one in moment.offences] == ["revoke"]
            assert all(card[1] == plays[0]["card"][1] for card in moment.allowed or ())
            return
    raise AssertionError("no hand to revoke in")
