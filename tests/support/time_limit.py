"""Each try of a test has its own time, and so has each clearing up.

pytest-timeout counts once for a test, with all its tries, and stops counting at the first failure: a second try that
hangs as the first did, or a clearing up that waits for a lock, would last for ever.
"""

from typing import Any

import pytest

CLEARING_UP = 100  # seconds: longer than the live server may take to answer what is under way
SETTINGS = pytest.StashKey[Any]()


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> None:
    item.stash.setdefault(SETTINGS, settings)


def begin_to_count(item: pytest.Item, most: float | None = None) -> None:
    settings = item.stash.get(SETTINGS, None)
    if settings is not None:
        item.ihook.pytest_timeout_cancel_timer(item=item)
        limit = settings.timeout if most is None else min(most, settings.timeout)
        item.ihook.pytest_timeout_set_timer(item=item, settings=settings._replace(timeout=limit))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begin_to_count(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    begin_to_count(item, CLEARING_UP)
