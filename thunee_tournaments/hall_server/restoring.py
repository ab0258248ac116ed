"""Going back to a copy of the database: what it holds, whether it can be used, and putting it in place."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from thunee_tournaments.hall_server import backups


class Unusable(Exception):
    """A file that cannot be gone back to; the text says why."""


@dataclass(frozen=True)
class Holds:
    """What a database holds: its events, each with its status, how many entries on scoresheets, and when the last of
    them was made (as it is stored; "" if there is none)."""

    events: list[tuple[str, str]]
    entries: int
    last: str


def looked_into(path: Path) -> Holds:
    """What a database holds; it is only read. Raises Unusable."""
    if not path.is_file():
        raise Unusable(f"There is no file {path}.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as read:
            verdict = str(read.execute("PRAGMA integrity_check").fetchone()[0])
            if verdict != "ok":
                raise Unusable(f"{path} is damaged ({verdict}). Take an older copy.")
            applied = set(read.execute("SELECT app, name FROM django_migrations"))
            events = read.execute("SELECT name, status FROM tournaments_tournament ORDER BY id").fetchall()
            entries, last = read.execute("SELECT count(*), max(created_at) FROM adjudication_entry").fetchone()
    except sqlite3.DatabaseError as error:
        raise Unusable(f"{path} is no copy of a database of this site ({error}).") from None
    ours = {app.label for app in apps.get_app_configs()}
    if unknown := {(app, name) for app, name in applied - _migrations() if app in ours}:
        named = ", ".join(f"{app}.{name}" for app, name in sorted(unknown))
        raise Unusable(f"{path} was made by a version of this program that this one does not know ({named}).")
    return Holds(events, entries, last or "")


def _migrations() -> set[tuple[str, str]]:
    """The migrations of this version, and those they stand for."""
    disk = MigrationLoader(None).disk_migrations
    return {*disk, *(replaced for migration in disk.values() for replaced in migration.replaces)}


def restore(copy: Path, database: Path) -> list[Path]:
    """Put a copy in the place of the database; where the database as it was is kept now. The site must not be served
    meanwhile (`backups.only_instance`). Nothing is overwritten: a whole database is kept as a copy like the others, a
    damaged one is put aside as it is."""
    unfinished = database.with_suffix(".restoring")
    try:
        shutil.copyfile(copy, unfinished)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        looked_into(unfinished)
        kept = _put_away(database)
        unfinished.replace(database)
    finally:
        unfinished.unlink(missing_ok=True)
    # What was counted, promised and sent out of the database that has gone is not of this one.
    for made_again in ("queue", "counts", "sent-pages"):
        shutil.rmtree(settings.VAR / made_again, ignore_errors=True)
    return kept


def _put_away(database: Path) -> list[Path]:
    """Take the database away from its place: kept as a copy if it is whole, else as it is, with what belongs to it."""
    now = datetime.now()
    journals = [database.with_name(database.name + end) for end in ("-wal", "-shm")]
    try:
        whole = backups.backup(database, settings.BACKUPS, now)
    except backups.Damaged:
        settings.BACKUPS.mkdir(parents=True, exist_ok=True)
        return [
            part.replace(settings.BACKUPS / f"damaged-{now:%Y%m%d-%H%M%S}{part.name.removeprefix(database.stem)}")
            for part in (database, *journals)
            if part.exists()
        ]
    for journal in journals:
        journal.unlink(missing_ok=True)
    return [whole] if whole else []
