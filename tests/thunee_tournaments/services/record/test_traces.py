"""Who was forgotten is in no file of the database any more: not in its free pages, its journal or a copy."""

import io
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, transaction

from tests.factories import RunningTournamentFactory, TeamFactory
from thunee_tournaments.hall_server import backups
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.record import traces
from thunee_tournaments.settings.database import newest_sqlite, sqlite_options

SECRET = "Xolaniqwert Sivanandi"
NOW = datetime(2026, 11, 21, 18, 30, 5)


def files() -> list[Path]:
    """The database's file and what stands beside it while it is open."""
    name = Path(connection.settings_dict["NAME"])
    return [path for path in sorted(name.parent.glob(f"{name.name}*")) if path.is_file()]


@pytest.fixture
def forgotten(transactional_db: None, settings: Any, tmp_path: Path) -> str:
    """A player of a long name, in the database's files."""
    settings.BACKUPS = tmp_path / "backups"
    TeamFactory(tournament=RunningTournamentFactory(slug="shield"), name="Aces", players=(SECRET, "Priya"))
    return SECRET


def test_the_files_hold_no_name_that_was_forgotten(forgotten: str, settings: Any) -> None:
    said = io.StringIO()
    if connection.vendor != "sqlite":
        call_command("forget", forgotten, "--yes", stdout=said)
        assert "VACUUM FULL" in said.getvalue()
        return
    name = forgotten.encode()
    assert any(traces.holds(path, name) for path in files())
    old = backups.backup(Path(connection.settings_dict["NAME"]), settings.BACKUPS, NOW)
    call_command("forget", forgotten, "--yes", stdout=said)
    assert not [path for path in files() if traces.holds(path, name)]
    new = backups.backup(Path(connection.settings_dict["NAME"]), settings.BACKUPS, NOW.replace(hour=19))
    assert old is not None
    assert new is not None
    assert traces.holds(old, name)
    assert not traces.holds(new, name)
    assert f"copy {old}: holds a name that was erased" in said.getvalue()
    assert "Delete the copies that hold a name" in said.getvalue()


def test_a_list_that_was_pasted_and_not_entered_is_forgotten_too(forgotten: str) -> None:
    session = SessionStore()
    session["desk-paste-1"] = f"Kings: {forgotten}, Sam"
    session["theme"] = "dark"
    session.save()
    done = pseudonyms.forget(pseudonyms.find(forgotten))
    assert "1 pasted lists that were not entered yet" in done
    assert dict(SessionStore(session.session_key).load()) == {"theme": "dark"}


def test_where_the_site_is_reading_it_is_said_to_do_it_again(forgotten: str) -> None:
    with transaction.atomic():
        said = traces.wipe()
    assert ("VACUUM FULL" in said[0]) if connection.vendor != "sqlite" else ("Stop the site" in said[0])


def old_database(path: Path, command: str) -> None:
    """A database in which a name was written and deleted again, among others that stay."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(command)
        database.execute("CREATE TABLE player (name)")
        rows = [(f"{SECRET} {number}" if number % 2 else f"Somebody {number}",) for number in range(400)]
        database.executemany("INSERT INTO player VALUES (?)", rows)
        database.commit()
        database.execute("DELETE FROM player WHERE name LIKE ?", (f"{SECRET}%",))
        database.commit()


def test_a_copy_brings_nothing_along_that_was_deleted_before(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    old_database(path, "PRAGMA secure_delete=OFF")
    assert traces.holds(path, SECRET.encode())
    copy = backups.backup(path, tmp_path / "backups", NOW)
    assert copy is not None
    assert not traces.holds(copy, SECRET.encode())
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM player").fetchone() == (200,)


@pytest.mark.parametrize("mode", ["WAL", "TRUNCATE"])
def test_what_is_deleted_is_overwritten_in_the_file(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "site.sqlite3"
    command = sqlite_options(newest_sqlite())["init_command"]
    old_database(path, command.replace("journal_mode=WAL", f"journal_mode={mode}"))
    assert not traces.holds(path, SECRET.encode())


def test_a_name_is_found_wherever_it_lies_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (traces.PIECE - 5) + SECRET.encode() + b"y" * 100)
    assert traces.holds(path, SECRET.encode())
    assert not traces.holds(path, b"Priya")


def test_the_pages_remembered_for_phones_are_forgotten_too(forgotten: str) -> None:
    pages = caches["sent_pages"]
    pages.set("a-page-of-a-table", f"<li>{forgotten}</li>")
    assert forgotten in pages.get("a-page-of-a-table")
    call_command("forget", forgotten, "--yes", stdout=io.StringIO())
    assert pages.get("a-page-of-a-table") is None
