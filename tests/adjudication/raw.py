"""Somebody with the database's password: writes past every guard, as tampering would."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper


@contextmanager
def tampering() -> Iterator[CursorWrapper]:
    with connection.cursor() as cursor:
        yield cursor
