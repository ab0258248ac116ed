"""The database: a SQLite file beside the site, or PostgreSQL when DATABASE_URL names one."""

import contextlib
import sys
from typing import Any

from thunee_tournaments.settings.environment import EMBEDDED, VAR, env

__all__ = ["DATABASES"]

# Before 3.51.3 a bug in write-ahead logging could corrupt a database when a checkpoint and a writer met (the
# "WAL reset" bug), so only a newer SQLite gets WAL.
WAL_SAFE_FROM = (3, 51, 3)


def newest_sqlite() -> tuple[int, ...]:
    """Let Django use the SQLite of the package `pysqlite3` where it is installed, and say its version.

    Operating systems ship old ones. Django's backend imports `sqlite3` by name, so the name is given to the package;
    this has to happen before the first connection, and settings are read before that.
    """
    with contextlib.suppress(ImportError):
        import pysqlite3

        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
    import sqlite3

    return sqlite3.sqlite_version_info


def sqlite_options(version: tuple[int, ...]) -> dict[str, Any]:
    """Options of Django's SQLite backend: writers queue up instead of failing, a commit survives a power cut."""
    journal = "WAL" if version >= WAL_SAFE_FROM else "TRUNCATE"
    return {
        "transaction_mode": "IMMEDIATE",  # take the write lock at BEGIN: no "database is locked" half-way through
        "timeout": 20,
        # What is deleted is overwritten: a name that was forgotten must not stay in the file.
        "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON",
    }


def postgresql_options(pool_size: int) -> dict[str, Any]:
    """Options of Django's PostgreSQL backend; a pool of up to `pool_size` connections for each process, 0 for none."""
    return {"pool": {"min_size": 1, "max_size": pool_size, "timeout": 10}} if pool_size else {}


def database() -> dict[str, Any]:
    configured: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{(VAR / 'site.sqlite3').as_posix()}")
    options = configured.setdefault("OPTIONS", {})
    if EMBEDDED:
        configured["ENGINE"] = "thunee_tournaments.sqlite"
        options.update(sqlite_options(newest_sqlite()))
    else:
        options.update(postgresql_options(env.int("DATABASE_POOL", default=8)))
        configured["CONN_HEALTH_CHECKS"] = True
    # Never wrapped around whole requests: each service opens its own short transaction and locks in a fixed order.
    configured["ATOMIC_REQUESTS"] = False
    return configured


DATABASES = {"default": database()}
