"""Which sheets hold all the points and tricks of a hand, and which only those until it ended."""

from typing import Any

import pytest

import engine


@pytest.mark.parametrize(
    "ended",
    [
        {"false_accusation": {"seat": 0, "against": 1}, "rules": {"false_accusation": 0}},
        {"trumpless": "unnoticed", "rules": {"trumpless_unnoticed": "ball_to_trumpers"}},
        {"declared": {"seat": 1, "kind": "royals", "lost_to": 0}, "rules": {"royals": "off"}},
        {"declared": {"seat": 1, "kind": "trip", "lost_to": 0}},
        {"declared": {"seat": 1, "kind": "thunee", "lost_to": None}},
        {"declared": {"seat": 1, "kind": "thunee", "lost_to": 3}, "rules": {"thunee_winner": "team"}},
        {"double": 1, "rules": {"cornerhouse_double": "penalty"}, "before": {"A": 11, "B": 3}},
    ],
)
def test_what_does_not_end_a_hand_leaves_no_points_out(ended: dict[str, Any]) -> None:
    """Points and tricks must sum in every hand played to its end, whatever its kind."""
    assert part_of_the_points(ended, points={"A": 50, "B": 30}) == ["tally.card_points"]
    assert part_of_the_points(ended, tricks={"A": 2, "B": 1}) == ["tally.tricks"]


@pytest.mark.parametrize(
    "ended",
    [
        {"false_accusation": {"seat": 0, "against": 1}, "rules": {"false_accusation": 4}},
        {"trumpless": "noticed"},
        {"four_ball": {"against": 1}},
        {"declared": {"seat": 1, "kind": "thunee", "lost_to": 0}},
        {"declared": {"seat": 1, "kind": "thunee"}},
        {"double": 0, "rules": {"cornerhouse_double": "penalty"}, "before": {"A": 11, "B": 3}},
    ],
)
def test_a_hand_that_ended_early_has_part_of_the_points(ended: dict[str, Any]) -> None:
    assert part_of_the_points(ended, points={"A": 50, "B": 30}) == []
    assert part_of_the_points(ended, tricks={"A": 2, "B": 1}) == []


def part_of_the_points(ended: dict[str, Any], points: Any = None, tricks: Any = None) -> list[str]:
    """The paths at fault of a sheet with what ended it and the points or tricks of both sides."""
    tally = {key: value for key, value in ended.items() if key not in ("rules", "before")}
    numbers = {"card_points": points} if points else {"tricks": tricks}
    record = {"format": "hand-record/1", "game": "thunee", "dealer": 3, "tally": {**tally, **numbers}}
    record["rules"] = {"preset": "durban-classic", **ended.get("rules", {})}
    if "before" in ended:
        record["before"] = {"balls": ended["before"]}
    try:
        return [row["path"] for row in engine.adjudicate(record).errors]
    except engine.RecordError as error:
        return [row["path"] for row in error.errors]
