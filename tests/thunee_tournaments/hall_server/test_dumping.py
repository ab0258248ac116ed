"""Dumps of a server's database: none that is not whole, none that is needed lost. A real one: test_deploy."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from thunee_tournaments.hall_server import dumping

NOW = datetime(2026, 11, 29, 4, 30)


def programs(folder: Path, dump: str, lists: str) -> str:
    """A folder with a pg_dump and a pg_restore that do this; for PATH."""
    for name, script in (("pg_dump", dump), ("pg_restore", lists)):
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


WRITES, HOLDS = 'echo dump > "$3"', f"echo '{dumping.OURS} thunee'"


@pytest.mark.parametrize(("dump", "lists", "why"), [
    ("echo 'no such database' >&2; exit 1", HOLDS, "pg_dump ended with 1: no such database"),
    (WRITES, "echo 'not in the format of a dump' >&2; exit 1", "pg_restore ended with 1: not in the format"),
    (WRITES, "echo 'TABLE DATA public other thunee'", "holds no scoresheets"),
])  # fmt: skip
def test_a_dump_that_is_not_whole_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dump: str, lists: str, why: str
) -> None:
    monkeypatch.setenv("PATH", programs(tmp_path, dump, lists))
    with pytest.raises(dumping.NotMade, match=why):
        dumping.dump(tmp_path / "backups", NOW)
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_whole_one_has_its_name_and_nobody_else_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", programs(tmp_path, WRITES, HOLDS))
    made = dumping.dump(tmp_path / "backups", NOW)
    assert made.name == "thunee-2026-11-29-043000.dump"
    assert made.stat().st_mode & 0o077 == 0


def test_without_the_programs_it_says_which_package_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(dumping.NotMade, match="postgresql-client"):
        dumping.dump(tmp_path, NOW)


def test_a_password_stands_on_no_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {"dbname": "cup", "user": "thunee", "password": "s3cret", "host": "/run", "port": 5432}
    monkeypatch.setattr(dumping, "connection", type("Line", (), {"get_connection_params": lambda _: given})())
    says = f'echo "$@" "$PGPASSWORD $PGHOST $PGDATABASE" > {tmp_path}/said'
    monkeypatch.setenv("PATH", programs(tmp_path, f"{says}; {WRITES}", HOLDS))
    dumping.dump(tmp_path / "backups", NOW)
    told = (tmp_path / "said").read_text()
    assert told.endswith("s3cret /run cup\n")
    assert told.count("s3cret") == 1


def test_old_dumps_go_the_newest_never_and_what_others_named_stays(tmp_path: Path) -> None:
    def name(days: int) -> str:
        return f"thunee-{NOW - timedelta(days=days):%Y-%m-%d-%H%M%S}.dump"

    kept = {"thunee-before-upgrade.dump", name(31), name(40)}
    for one in kept:
        (tmp_path / one).write_bytes(b"")
    dumping.thin(tmp_path, 30, NOW)
    assert {path.name for path in tmp_path.iterdir()} == kept - {name(40)}
    (tmp_path / name(0)).write_bytes(b"")
    dumping.thin(tmp_path, 30, NOW)
    assert {path.name for path in tmp_path.iterdir()} == {"thunee-before-upgrade.dump", name(0)}
