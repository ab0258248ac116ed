"""Tournaments of every format and chain, played, corrected, reversed, left and finished on paper by hypothesis, and
worked out from scratch after each step. `dev.py bench advance` takes 50,000 steps, here a few hundred."""

from random import Random
from typing import Any

import pytest

from tests.support.brackets import from_scratch
from tests.support.brackets.advancing import advance
from tests.support.brackets.from_scratch import Seen, Told
from tests.support.brackets.paper_stages import OTHER, Outcome, PaperBracket


@pytest.mark.slow
def test_no_event_on_paper_ever_advances_the_wrong_team() -> None:
    advance(20)


# --- the recomputation finds what is wrong


def test_a_wrong_team_in_a_bracket_is_found() -> None:
    matches = [
        Seen(1, (("seed", 1), ("seed", 4)), ("a", "d"), "A", stands=True),
        Seen(2, (("seed", 2), ("seed", 3)), ("b", "c")),
        Seen(3, (("winner", 1), ("winner", 2)), ("d", None)),
    ]
    assert from_scratch.bracket_faults(matches, "abcd") == ["match 3: ('d', None) stand there, not ('a', None)"]
    begun = [*matches[:2], Seen(3, matches[2].sources, ("d", None), stands=True)]
    assert from_scratch.bracket_faults(begun, "abcd") == ["match 3: in conflict on '', not 'A'"]


def test_level_teams_are_told_apart_by_what_they_did_among_themselves() -> None:
    told = [
        Told(1, "a", "b", "b", balls=(1, 12)),
        Told(2, "a", "c", "a", balls=(12, 0)),
        Told(3, "b", "c", "c", balls=(0, 12)),
    ]
    lots = {"a": 1, "b": 2, "c": 3}
    assert from_scratch.table("abc", told, [], lots) == ["a", "c", "b"]
    assert from_scratch.table("abc", told[:2], [], lots) == ["b", "a", "c"]


@pytest.mark.parametrize("side", "AB")
def test_an_entry_is_out_with_its_first_loss(side: Any) -> None:
    played = [(1, 2, side), (1 if side == "A" else 2, 3, "")]
    states = from_scratch.streak_states({1: "a", 2: "b", 3: "c"}, (), played, 2)
    assert sorted(states.values()) == [("out", 0), ("playing", 0), ("playing", 1)]
    assert OTHER[side] != side


def test_two_teams_that_sit_on_each_others_sides_are_right_unless_the_final_may_be_played_again() -> None:
    for final, fault in (("single", False), ("reset", True)):
        double = PaperBracket([1, 2], set(), Random(0))
        double.prepare("double", {"grand_final": final})
        double.end(1, Outcome("A"))
        double.end(2, Outcome("A"))
        double.turn(1)
        assert bool(double.conflicts()) == fault, final
        assert double.faults() == [], final
