"""The database's own refusal to change, delete or truncate what was written, whoever asks it.

Put on after every `migrate` where they are missing (SQLite loses a table's triggers when a migration rebuilds it).
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = tuple(
    f"adjudication_{name}"
    for name in (
        "entry",
        "acceptance",
        "signoff",
        "dispute",
        "decision",
        "leave",
        "notice",
        "commitment",
        "auditexport",
        "sampledraw",
    )
)
MESSAGE = "what was written is never changed or deleted: append a correction"
FUNCTION = "adjudication_append_only"


def names(vendor: str, tables: Sequence[str] = TABLES) -> list[tuple[str, str, str]]:
    """Every guard as (trigger, table, what it refuses). `tables`: those of the record, or an app's own."""
    refused = ("update", "delete", "truncate") if vendor == "postgresql" else ("update", "delete")
    return [(f"{table}_no_{act}", table, act) for table in tables for act in refused]


def on(connection: BaseDatabaseWrapper, tables: Sequence[str] = TABLES) -> list[str]:
    """The statements that put every guard on."""
    if connection.vendor == "sqlite":
        return [
            f"CREATE TRIGGER IF NOT EXISTS {trigger} BEFORE {act.upper()} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            for trigger, table, act in names("sqlite", tables)
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        *(
            f"CREATE OR REPLACE TRIGGER {trigger} BEFORE {act.upper()} ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {FUNCTION}()"
            for trigger, table, act in names("postgresql", tables)
        ),
    ]


def off(connection: BaseDatabaseWrapper, tables: Sequence[str] = TABLES) -> list[str]:
    """The statements that take every guard off: for a test's clean-up, and for nothing else."""
    if connection.vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {trigger}" for trigger, _table, _act in names("sqlite", tables)]
    return [f"DROP TRIGGER IF EXISTS {trigger} ON {table}" for trigger, table, _act in names("postgresql", tables)]


def missing(connection: BaseDatabaseWrapper, tables: Sequence[str] = TABLES) -> list[str]:
    """The guards that are not on."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        there = {row[0] for row in cursor.fetchall()}
    return [trigger for trigger, _table, _act in names(connection.vendor, tables) if trigger not in there]


def put_on(using: str, tables: Sequence[str] = TABLES, **_signal: Any) -> None:
    """Put on whatever is missing (a receiver of `post_migrate`)."""
    from django.db import connections

    connection = connections[using]
    if not set(tables) <= set(connection.introspection.table_names()) or not missing(connection, tables):
        return
    with connection.cursor() as cursor:
        for statement in on(connection, tables):
            cursor.execute(statement)
