"""An engine that comes later: by it a thunee opens seven balls, and its digest is another."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engine
from adjudication import judge
from engine import profiles
from engine.thunee import parameters

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


@pytest.fixture
def forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """`forgets("balls_to_win")`: from now on an engine judges that knows no such parameter."""

    def update(name: str) -> None:
        left = tuple(one for one in parameters.PARAMETERS if one.name != name)
        monkeypatch.setattr(parameters, "PARAMETERS", left)
        monkeypatch.setattr(judge, "today", lambda: TODAY)
        profiles._written.cache_clear()

    yield update
    profiles._written.cache_clear()
