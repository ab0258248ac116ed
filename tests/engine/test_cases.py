"""Every golden hand gets the ruling it is known to deserve."""

from typing import Any

import pytest

import engine
from tests.engine import cases

CASES = cases.load()


def test_there_are_cases_of_every_file() -> None:
    files = {name.split(":")[0] for name, _, _ in CASES}
    assert files == {path.stem for path in cases.FOLDER.glob("*.jsonl")}
    assert len(CASES) >= 222


@pytest.mark.parametrize(("record", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_golden_hand_gets_its_ruling(record: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = engine.adjudicate(record).to_dict()
    assert cases.cut_down(ruling, expected) == expected


@pytest.mark.parametrize(("record", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_verdict_stands_before_anybody_asks_why(record: dict[str, Any], expected: dict[str, Any]) -> None:
    """The fast path, without steps, gives the same verdict as the attributes made with them."""
    ruling = engine.adjudicate(engine.read(record))
    keys = [key for key in ("status", "kind", "detail", "winner", "scores", "balls") if key in expected]
    assert [getattr(ruling, key) for key in keys] == [expected[key] for key in keys]


def test_every_kind_of_result_with_four_players_is_among_the_cases() -> None:
    kinds = {expected.get("kind") for _, _, expected in CASES}
    assert kinds >= {
        "count",
        "call_and_loss",
        "thunee",
        "royals",
        "blind_thunee",
        "double",
        "backside_double",
        "khanuck",
        "backside_khanuck",
        "four_ball",
        "false_accusation",
        "cornerhouse_double",
        "trumpless",
    }
