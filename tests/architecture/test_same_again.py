"""A property that fails in CI fails again, whatever the process that asks it was given before."""

import subprocess
import sys

import pytest

DRAWN = """
import sys
from hypothesis import given, settings, strategies as st
if "same" in sys.argv:
    from tests.support.same_again import try_the_same_again
    try_the_same_again()
if "after others" in sys.argv:
    import engine.solver, engine.rulebook, engine.record
drawn = []
@settings(derandomize=True, max_examples=300, database=None)
@given(st.integers(0, 10_000))
def draw(number):
    drawn.append(number)
draw()
print(drawn)
"""


def draws(*how: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", DRAWN, *how], check=True, capture_output=True, text=True, timeout=60
    ).stdout


@pytest.mark.slow
def test_ci_draws_the_same_whatever_was_imported_before() -> None:
    assert draws("same") == draws("same", "after others")


@pytest.mark.slow
def test_without_it_what_is_imported_changes_what_is_drawn() -> None:
    assert draws() != draws("after others")
