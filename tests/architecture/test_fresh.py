"""The database that tests are given in a moment is the one that the migrations make."""

import sqlite3
from pathlib import Path

import pytest

from tests.support import fresh


def tables(path: Path) -> set[tuple[str, str]]:
    with sqlite3.connect(path) as connection:
        return set(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


@pytest.mark.slow
def test_a_copied_database_is_the_one_the_migrations_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.database(tmp_path / "copied.sqlite3")
    monkeypatch.setattr(fresh, "KEPT", tmp_path / "made")
    fresh.database(tmp_path / "made.sqlite3")
    assert tables(tmp_path / "copied.sqlite3") == tables(tmp_path / "made.sqlite3") != set()


def test_a_database_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "site.sqlite3").write_bytes(b"mine")
    fresh.database(tmp_path / "site.sqlite3")
    assert (tmp_path / "site.sqlite3").read_bytes() == b"mine"
