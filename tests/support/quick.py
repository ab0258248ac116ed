"""What `dev.py test` leaves to `test --all`."""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def first(values: Iterable[Any], count: int = 1, ids: Iterable[str | None] | None = None) -> list[Any]:
    """Values of one parameter of a test (or `pytest.param`s), of which the quick run asks the first `count` only."""
    chosen = list(values)
    names = [None] * len(chosen) if ids is None else list(ids)
    given = [
        value if isinstance(value, ParameterSet) else pytest.param(value, id=name)
        for value, name in zip(chosen, names, strict=True)
    ]
    return [
        *given[:count],
        *(pytest.param(*one.values, id=one.id, marks=[*one.marks, pytest.mark.slow]) for one in given[count:]),
    ]
