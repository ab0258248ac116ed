"""What every test may use. The fixtures themselves are in `tests/support`, by subject."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.support.ci import CI

# No test depends on how busy the machine is; and what CI finds, it finds again.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=CI)
settings.load_profile("suite")

pytest_plugins = [
    "tests.support.loudly",
    "tests.support.append_only",
    "tests.support.chance",
    "tests.support.browser",
    "tests.support.worker",
    "tests.support.worlds",
    "tests.support.passed",
]


@pytest.fixture(autouse=True)
def _every_test_begins_in_english() -> Iterator[None]:
    """A page asked for in another language leaves its thread in it."""
    yield
    translation.deactivate()


DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}


# Folders of tests that read what is shown, and that ask what no database decides.
PAGES = {"desk", "public", "scoring", "api", "drawing", "hand_form", "pages"}
ANYWHERE = {"attack"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches a database, so that `dev.py test` can run exactly that on PostgreSQL as well."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        test_class: Any = getattr(item, "cls", None)
        if (
            item.get_closest_marker("django_db")
            or fixtures & DATABASE_FIXTURES
            or (isinstance(test_class, type) and issubclass(test_class, TransactionTestCase))
        ):
            item.add_marker(pytest.mark.database)
        if item.path.parent.name in PAGES:
            item.add_marker(pytest.mark.pages)
        if item.path.parent.name in ANYWHERE:
            item.add_marker(pytest.mark.anywhere)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage after every few objects is a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
