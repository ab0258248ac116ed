"""Worlds that are built once and used by many tests, each of which starts from the same rows.

    @kept
    def world() -> Tournament:
        ...

makes a fixture of a function without arguments. The first test that asks for it builds the rows, in a transaction that
stays open for the tests after it; each of these has a savepoint of its own as any database test has, and a copy of what
was built. The transaction is rolled back before a test that wants another world, or none. So that this is seldom, the
tests of a folder that want the same world are put next to each other. A test whose tables are emptied afterwards
(`transactional_db`) builds the world for itself.
"""

import copy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.support.chance import chance_of

Build = Callable[[], Any]
TRANSACTIONAL = {"transactional_db", "live_server", "django_db_reset_sequences", "django_db_serialized_rollback"}


def kept(build: Build) -> Any:
    """A fixture, called as the function is, that gives a copy of what the function built."""

    def copy_of_what_was_built(db: None, _worlds: "Worlds") -> Any:
        _nothing_is_remembered()
        return copy.deepcopy(_worlds.built) if _worlds.build is build else build()

    copy_of_what_was_built.__doc__ = build.__doc__
    copy_of_what_was_built.build = build  # type: ignore[attr-defined]
    return pytest.fixture(name=build.__name__)(copy_of_what_was_built)


def _nothing_is_remembered() -> None:
    """Each test makes a next version of its own of the same event; what is kept for a version is of another test."""
    from thunee_tournaments.public.caching import FRAGMENTS

    cache.clear()
    FRAGMENTS.kept.clear()
    FRAGMENTS.size = 0


class Worlds:
    """The one world that is there now, if any."""

    def __init__(self, blocker: Any) -> None:
        self.blocker = blocker
        self.build: Build | None = None
        self.built: Any = None
        self.transaction: transaction.Atomic | None = None

    def turn_to(self, build: Build | None) -> None:
        """Have this world there and no other; None for an empty database."""
        if build is self.build and not (build and self.lost()):
            return
        with self.blocker.unblock():
            self.leave()
            if build:
                self.enter(build)

    def lost(self) -> bool:
        """Whether a test has closed the connection, and the open transaction with it."""
        return not connection.in_atomic_block or connection.needs_rollback or connection.closed_in_transaction

    def enter(self, build: Build) -> None:
        opened = transaction.atomic()
        opened._from_testcase = True  # type: ignore[attr-defined]  # durable blocks may be inside, as in a TestCase
        opened.__enter__()
        try:
            with chance_of(build.__qualname__):  # not that of the test which happens to come first
                self.built = build()
            connection.check_constraints()
        except BaseException:
            opened.__exit__(*sys.exc_info())
            raise
        self.build, self.transaction = build, opened

    def leave(self) -> None:
        opened, self.transaction, self.build, self.built = self.transaction, None, None, None
        if opened and connection.in_atomic_block:
            connection.needs_rollback = True
            opened.__exit__(None, None, None)


def wanted(item: pytest.Item) -> Build | None:
    """What builds the kept world a test asks for, itself or through another fixture."""
    marker = item.get_closest_marker("django_db")
    if (marker and marker.kwargs.get("transaction")) or TRANSACTIONAL & set(getattr(item, "fixturenames", ())):
        return None
    definitions = getattr(item, "_fixtureinfo", None)
    found = [
        build
        for fixtures in (definitions.name2fixturedefs.values() if definitions else ())
        if (build := getattr(fixtures[-1].func, "build", None))
    ]
    return found[0] if found else None


@pytest.fixture(scope="session")
def _worlds(django_db_setup: None, django_db_blocker: Any) -> Iterator[Worlds]:
    worlds = Worlds(django_db_blocker)
    yield worlds
    worlds.turn_to(None)


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> None:
    """Before a test's own transaction is opened, or the tables are its own: the world it wants, or none."""
    if fixturedef.argname == "_django_db_helper":
        request.getfixturevalue("_worlds").turn_to(wanted(request.node))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a folder that want the same world follow the first of them; all others stay where they are."""
    together: dict[tuple[Path, Build], list[pytest.Item]] = {}
    for item in items:
        if build := wanted(item):
            together.setdefault((item.path.parent, build), []).append(item)
    ordered: list[pytest.Item] = []
    for item in items:
        build = wanted(item)
        ordered += together.pop((item.path.parent, build), []) if build else [item]
    items[:] = ordered
