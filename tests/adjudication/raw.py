"""Somebody with the database's password: writes past every guard, as tampering would."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

from adjudication import guards


@contextmanager
def tampering() -> Iterator[CursorWrapper]:
    with connection.cursor() as cursor:
        for statement in guards.off(connection):
            cursor.execute(statement)
        yield cursor
