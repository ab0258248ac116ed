"""Reading a whole event as of one moment, while everybody goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

MODE = "transaction_mode"  # of SQLite's connections alone
SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"


@contextmanager
def one_moment() -> Iterator[None]:
    """All that is read inside is as it was at the first question. Nothing is locked, and nothing is to be written.

    Inside a transaction it is that one's view: whoever began it has locked what must not change meanwhile.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _without_the_write_lock(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(SNAPSHOT)
            yield


@contextmanager
def _without_the_write_lock() -> Iterator[None]:
    """SQLite's own way to begin: who only reads keeps nobody waiting (settings/database.py takes the lock at once)."""
    connection.ensure_connection()
    usual = getattr(connection, MODE)
    setattr(connection, MODE, "DEFERRED")
    try:
        yield
    finally:
        setattr(connection, MODE, usual)
