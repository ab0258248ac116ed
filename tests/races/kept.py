"""A database that is brought back as it was, again and again: a file that is copied, or rows."""

import shutil
from abc import ABC, abstractmethod
from pathlib import Path

from django.db import connection, transaction


class Kept(ABC):
    """`keep(name)` remembers the database as it is now, `back(name)` brings that back. Nobody may be connected."""

    def keep(self, name: str) -> None:
        connection.close()
        self._keep(name)

    def back(self, name: str) -> None:
        connection.close()
        self._back(name)

    @abstractmethod
    def _keep(self, name: str) -> None: ...

    @abstractmethod
    def _back(self, name: str) -> None: ...


class File(Kept):
    """SQLite: what stands in the journal belongs to it, so the journal goes with what was."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def _keep(self, name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        shutil.copyfile(self.path, self.path.with_suffix(f".{name}"))

    def _back(self, name: str) -> None:
        for journal in ("-wal", "-shm", "-journal"):
            Path(f"{self.path}{journal}").unlink(missing_ok=True)
        shutil.copyfile(self.path.with_suffix(f".{name}"), self.path)


class Rows(Kept):
    """PostgreSQL: every row, in tables of another schema. Numbers go on where they were."""

    def _keep(self, name: str) -> None:
        tables = connection.introspection.table_names()
        copied = [f'CREATE TABLE "kept_{name}"."{one}" AS TABLE "public"."{one}"' for one in tables]
        self._run([f'DROP SCHEMA IF EXISTS "kept_{name}" CASCADE', f'CREATE SCHEMA "kept_{name}"', *copied])

    def _back(self, name: str) -> None:
        tables = connection.introspection.table_names()
        emptied = [f'DELETE FROM "public"."{one}"' for one in tables]
        filled = [f'INSERT INTO "public"."{one}" SELECT * FROM "kept_{name}"."{one}"' for one in tables]
        # Without what refuses to change the record, and without asking what points where: all of it comes back.
        self._run(["SET LOCAL session_replication_role = replica", *emptied, *filled])

    def _run(self, statements: list[str]) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("; ".join(statements))
        connection.close()


def kept() -> Kept:
    """For the database of the settings."""
    return File(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else Rows()
