"""The guards of races taken away: rows are read without their locks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock


@contextmanager
def row_locks_taken_away() -> Iterator[None]:
    """`select_for_update` does nothing meanwhile, in questions that are prepared neither: these are written anew, and
    what is kept of them stays as it was."""
    from django.db.models import QuerySet

    from adjudication.prepared import Prepared

    ask = Prepared.all

    def unlocked(rows: Any, **_how: Any) -> Any:
        return rows

    def written_anew(prepared: Any, **values: Any) -> list[Any]:
        return ask(Prepared(prepared.make), **values)

    with mock.patch.object(QuerySet, "select_for_update", unlocked), mock.patch.object(Prepared, "all", written_anew):
        yield
