"""Copies of the database while the site is served: when something was saved, and to other folders beside its own."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from thunee_tournaments import copies_made
from thunee_tournaments.hall_server import backups, copying
from thunee_tournaments.hall_server.copying import Copies


@pytest.fixture
def database(tmp_path: Path, settings: Any) -> Path:
    settings.VAR, settings.BACKUPS = tmp_path, tmp_path / "backups"
    path = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    save(path)
    return path


def save(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS hand (balls)")
        connection.execute("INSERT INTO hand VALUES (2)")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What it is now, in seconds; names of copies go by it as well, for two can be made within one of ours."""
    now = [0.0]
    monkeypatch.setattr(copying.time, "monotonic", lambda: now[0])
    usual = backups.backup

    def backup(database: Path, folder: Path, when: datetime) -> Path | None:
        return usual(database, folder, when.replace(microsecond=0, second=int(now[0]) % 60))

    monkeypatch.setattr(backups, "backup", backup)
    return now


def copies_in(folder: Path) -> int:
    return len(list(folder.glob("site-*.sqlite3")))


def test_a_copy_is_made_only_when_it_is_time_and_something_was_saved(
    database: Path, clock: list[float], settings: Any
) -> None:
    copies = Copies(database, 5, [], print)
    save(database)
    copies.when_due()
    assert copies_in(settings.BACKUPS) == 0
    clock[0] = 301
    copies.when_due()
    assert copies_in(settings.BACKUPS) == 1
    clock[0] = 610
    copies.when_due()
    assert copies_in(settings.BACKUPS) == 1, "nothing was saved since"
    save(database)
    clock[0] = 922
    copies.when_due()
    assert copies_in(settings.BACKUPS) == 2


def test_with_no_minutes_none_is_made(database: Path, clock: list[float], settings: Any) -> None:
    copies = Copies(database, 0, [], print)
    save(database)
    clock[0] = 1e6
    copies.when_due()
    assert not settings.BACKUPS.exists()


def test_a_stick_gets_each_copy_and_one_that_is_not_there_is_told_once(
    database: Path, clock: list[float], tmp_path: Path
) -> None:
    said: list[str] = []
    stick = tmp_path / "stick"
    copies = Copies(database, 5, [stick], said.append)
    copies.make()
    clock[0] = 1
    copies.make()
    assert len(said) == 1
    assert "it is not there" in said[0]
    known = copies_made.read()
    assert known is not None
    assert (known.failed, known.missing) == (False, [str(stick)])
    stick.mkdir()
    clock[0] = 2
    copy = copies.make()
    assert copy is not None
    assert (stick / copy.name).read_bytes() == copy.read_bytes()
    known = copies_made.read()
    assert known is not None
    assert (known.failed, known.missing) == (False, [])
    assert [path.name for path in stick.iterdir()] == [copy.name]


def test_a_stick_that_takes_nothing_costs_no_copy(
    database: Path, clock: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying.shutil, "copyfile", full)
    said: list[str] = []
    assert Copies(database, 5, [tmp_path], said.append).make() is not None
    assert "No space left on device" in said[0]
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_database_is_told_while_the_site_goes_on_and_stops_a_start(
    database: Path, clock: list[float], tmp_path: Path
) -> None:
    content = bytearray(database.read_bytes())
    content[100:3000] = b"\xff" * 2900
    database.write_bytes(content)
    said: list[str] = []
    copies = Copies(database, 5, [tmp_path], said.append)
    copies_made.write(True, [])
    assert copies.make() is None
    assert "is damaged" in said[0]
    known = copies_made.read()
    assert known is not None
    assert known.failed
    assert known.at is not None, "when the last good one was made is still known"
    with pytest.raises(backups.Damaged):
        copies.make(damaged_is_told=False)


def test_a_database_that_is_in_use_is_not_called_damaged(
    database: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = sqlite3.connect
    monkeypatch.setattr(backups.sqlite3, "connect", lambda path: usual(path, timeout=0.01))
    said: list[str] = []
    with closing(usual(database)) as holder:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("PRAGMA journal_mode=DELETE")
        holder.execute("BEGIN EXCLUSIVE")
        assert Copies(database, 5, [], said.append).make(damaged_is_told=False) is None
    assert "it was in use" in said[0]


def test_whatever_becomes_of_a_copy_the_site_goes_on(
    database: Path, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(backups, "backup", refuse)
    said: list[str] = []
    copies = Copies(database, 5, [], said.append)
    save(database)
    clock[0] = 301
    copies.when_due()
    assert said == ["No copy of the database was made: [Errno 13] Permission denied."]
