"""A hand of Tunge moment by moment: the last sequence, the pile, who owes a pick-up, what has been said."""

from random import Random
from typing import Any

import engine
from engine.replay import replay
from tests.engine.tunge import hands
from tests.engine.tunge.hands import Simulation


def record(*events: dict[str, Any]) -> dict[str, Any]:
    return {"format": "hand-record/1", "game": "tunge", "dealer": 0, "players": 3, "events": list(events)}


def test_a_matching_sequence_makes_the_next_player_owe_a_pick_up() -> None:
    """TUN-PICK-1"""
    told = replay(record(hands.play(0, "5h 6h 7h 8h 9h"), hands.play(1, "8s 9s Ts Js"), hands.pickup(2, 2)))
    assert [moment.pile.owes for moment in told if moment.pile] == [None, None, (2, 2), None]
    assert [moment.pile.stock for moment in told if moment.pile] == [16, 16, 16, 14]
    assert told[2].windows[0].call == "pickup"
    assert told[2].windows[0].seats == (2,)
    assert told[2].pile is not None
    assert told[2].pile.last == ("8", "9", "T", "J")


def test_what_breaks_a_rule_is_wrong_where_it_was_done() -> None:
    """TUN-PLAY-2"""
    told = replay(record(hands.play(0, "5h 9h"), hands.play(2, "8s 9s")))
    assert [[one.offence for one in moment.offences] for moment in told] == [[], ["bad_sequence"], ["out_of_turn"]]


def test_the_lines_of_the_explanation_are_said_one_after_the_other() -> None:
    for seed in range(10):
        played = Simulation(Random(seed)).run().record()
        told, ruling = replay(played), engine.adjudicate(played)
        said = [moment.said or 0 for moment in told]
        assert said == sorted(said)
        assert said[-1] <= len(ruling.steps)
        assert len(told) == len(played["events"]) + 1
        assert [len(hand) for hand in told[-1].hands] == [
            held.size for held in ruling.facts.hands
        ] or ruling.facts.pick_up
