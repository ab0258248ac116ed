"""An engine that comes later: by it a thunee opens seven balls, and its digest is another."""

from collections.abc import Callable
from typing import Any

import pytest

import engine
from adjudication import judge

TODAY = "f" * 64
Newer = Callable[[], None]


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Newer:
    """`newer()`: from now on the later engine judges."""
    old = engine.adjudicate

    def seven(record: Any) -> Any:
        found = old(record)
        if found.kind != "thunee":
            return found
        return type(found)(found.record, found.facts, found.verdict._replace(balls=7))

    def update() -> None:
        monkeypatch.setattr(engine, "adjudicate", seven)
        monkeypatch.setattr(judge, "today", lambda: TODAY)

    return update
