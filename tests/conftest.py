"""What every test may use. The fixtures themselves are in `tests/support`, by subject."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.support import fresh
from tests.support.ci import CI
from tests.support.same_again import try_the_same_again
from thunee_tournaments import garbage

TESTS = Path(__file__).resolve().parent

# No test depends on how busy the machine is; and what CI finds, it finds again.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=CI)
settings.load_profile("suite")
if CI:
    try_the_same_again()

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


@pytest.fixture(autouse=True)
def _no_page_is_kept_of_another_test() -> None:
    """Databases that say the same of their versions hold other events in another test."""
    from thunee_tournaments.public.caching import FRAGMENTS

    FRAGMENTS.kept.clear()
    FRAGMENTS.size = 0


DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}


# Folders of tests that read what is shown, that ask what no database decides, that play whole events, that need no
# database, that drive a browser.
PAGES = {"desk", "public", "scoring", "api", "presentation", "hand_form", "pages"}
ANYWHERE = {"attack"}
WALKS = {"standings", "services/match", "services/officiating", "simulation"}
PURE = {"engine"}
BROWSER = {"pages"}


def area_of(path: Path) -> str:
    """The part of the suite a file or folder belongs to: `desk` for all of tests/thunee_tournaments/desk."""
    parts = path.relative_to(TESTS).parts
    return parts[min(len(parts), 2) - 1] if parts[0] == "thunee_tournaments" else parts[0]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not read what `-m` leaves out whole: eleven thousand tests take their time to find."""
    if not collection_path.is_dir() or TESTS not in collection_path.parents:
        return None
    asked, name = config.option.markexpr.split(" and "), area_of(collection_path)
    left_out = ("not pages" in asked and name in PAGES) or ("not anywhere" in asked and name in ANYWHERE)
    return True if left_out or ("database" in asked and name in PURE) or _no_browser(asked, collection_path) else None


def _no_browser(asked: list[str], folder: Path) -> bool:
    return "browser" in asked and folder.relative_to(TESTS).parts[0] not in BROWSER


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
        area = area_of(item.path)
        if area in PAGES:
            item.add_marker(pytest.mark.pages)
        if any(item.path.is_relative_to(TESTS / "thunee_tournaments" / walked) for walked in WALKS):
            item.add_marker(pytest.mark.walks)
        if area in ANYWHERE:
            item.add_marker(pytest.mark.anywhere)
        if item.get_closest_marker("browser") and area not in BROWSER:
            raise pytest.UsageError(f"{item.nodeid} drives a browser: it belongs in one of {sorted(BROWSER)}")
        if item.get_closest_marker("database") and area in PURE:
            raise pytest.UsageError(f"{item.nodeid} needs a database: it does not belong in one of {sorted(PURE)}")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Each process has a database of its own, which is not made by all migrations anew (`support.fresh`)."""
    if connection.vendor == "sqlite":
        fresh.database(Path(connection.settings_dict["TEST"]["NAME"]))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """What was put there is used; it goes with the folder of the process. PostgreSQL's goes with the server."""
    return connection.vendor == "sqlite"


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage after every few objects is a tenth of the time."""
    garbage.look_seldom()
