"""The database itself refuses to change what was written, whoever asks and however."""

import pytest
from django.core.management import call_command
from django.db import Error, connection, transaction

from adjudication import guards
from tests.adjudication.conftest import Write

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE adjudication_entry SET reason = 'x'",
        "UPDATE adjudication_entry SET seq = 9 WHERE seq = 1",
        "DELETE FROM adjudication_entry",
        "TRUNCATE adjudication_entry",
    ],
)
def test_raw_sql_cannot_change_or_remove_an_entry(write: Write, statement: str) -> None:
    entry = write().entry
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    entry.refresh_from_db()
    assert (entry.seq, entry.reason) == (1, "")


def test_every_guard_is_on() -> None:
    assert guards.missing(connection) == []


def test_a_guard_that_was_lost_is_put_on_again_by_migrate() -> None:
    with connection.cursor() as cursor:
        for statement in guards.off(connection):
            cursor.execute(statement)
    assert guards.missing(connection)
    guards.put_on(using="default")
    assert guards.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_still_leaves_the_guards_on(write: Write) -> None:
    write()
    call_command("flush", verbosity=0, interactive=False)
    assert guards.missing(connection) == []
