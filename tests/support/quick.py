"""What `dev.py test` leaves to `test --all`."""

from collections.abc import Iterable
from typing import Any

import pytest


def first(values: Iterable[Any], count: int = 1, ids: Iterable[str | None] | None = None) -> list[Any]:
    """Values of one parameter of a test, of which the quick run asks the first `count` only."""
    chosen = list(values)
    names = [None] * len(chosen) if ids is None else list(ids)
    return [
        pytest.param(value, id=name, marks=() if n < count else pytest.mark.slow)
        for n, (value, name) in enumerate(zip(chosen, names, strict=True))
    ]
