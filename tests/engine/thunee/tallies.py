"""Sheets of a hand known by its tally: what tests of tallies write and how they read the errors."""

from typing import Any

import pytest

import engine
from tests.engine.hands import Story, sheet

# Seat 3 dealt, so seat 0 sets trump and side B counts, unless the sheet says otherwise.
BASE: dict[str, Any] = {"card_points": {"B": 85}, "last_trick": 1}


def written(rules: str = "durban-classic", how: dict[str, Any] | None = None, **tally: Any) -> Story:
    return sheet(rules, **(how or {})).tally(**{**BASE, **tally})


def fault(**tally: Any) -> str:
    with pytest.raises(engine.RecordError) as wrong:
        engine.read(sheet().tally(**tally).record)
    return wrong.value.errors[0]["path"]
