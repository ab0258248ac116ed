"""Between tests the tables are emptied, entries too: the one moment in which the database's guards are off.

What Django writes into empty tables, who may change which of its models, nobody here asks for: it is left out.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connections

from adjudication import guards
from thunee_tournaments.fundraising.guards import TABLES as MONEY
from thunee_tournaments.teams.guards import TABLES as ROSTER

TABLES = (*guards.TABLES, *MONEY, *ROSTER)


@pytest.fixture(scope="session", autouse=True)
def _flush_may_empty_the_record() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    for operations in {type(connections[alias].ops) for alias in connections}:
        patch.setattr(operations, "sql_flush", _with_guards_off(operations.sql_flush))
    patch.setattr(flush, "emit_post_migrate_signal", lambda *_args, **_kwargs: None)
    yield
    patch.undo()


def _with_guards_off(sql_flush: Callable[..., list[str]]) -> Callable[..., list[str]]:
    def unguarded(self: Any, *args: Any, **kwargs: Any) -> list[str]:
        statements = sql_flush(self, *args, **kwargs)
        if not statements:
            return statements
        return [*guards.off(self.connection, TABLES), *statements, *guards.on(self.connection, TABLES)]

    return unguarded
