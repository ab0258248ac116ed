"""The rows that are locked, in their order."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db.models import QuerySet
from django.db.models.signals import post_save

from adjudication.models import Scoresheet
from adjudication.prepared import Prepared
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tournaments.models import Stage, Tournament


@contextmanager
def locks() -> Iterator[list[Any]]:
    """The rows that are locked meanwhile, each once, in order, but for those that are made meanwhile."""
    found: list[Any] = []
    new: list[Any] = []
    fetch, ask, create = QuerySet._fetch_all, Prepared.all, QuerySet.bulk_create

    def note(*rows: Any) -> None:
        found.extend(row for row in rows if row not in found and row not in new)

    def fetched(rows: Any) -> None:
        fetch(rows)
        if rows.query.select_for_update:
            note(*rows._result_cache)

    def asked(prepared: Prepared[Any], **values: Any) -> list[Any]:
        rows = ask(prepared, **values)
        if prepared.written and prepared.written.locks:
            note(*rows)
        return rows

    def made(instance: Any, created: bool, **_said: Any) -> None:
        if created:
            new.append(instance)

    def made_together(rows: Any, *args: Any, **kwargs: Any) -> Any:
        created = create(rows, *args, **kwargs)
        new.extend(created)
        return created

    post_save.connect(made)
    try:
        with (
            mock.patch.object(QuerySet, "_fetch_all", fetched),
            mock.patch.object(QuerySet, "bulk_create", made_together),
            mock.patch.object(Prepared, "all", asked),
        ):
            yield found
    finally:
        post_save.disconnect(made)


def in_order(found: list[Any]) -> bool:
    """Whether no sheet, stage or match is locked after the version row."""
    kinds = [type(row) for row in found if type(row) in (Scoresheet, Stage, Match, Tournament)]
    return Tournament in kinds and set(kinds[kinds.index(Tournament) :]) == {Tournament}
