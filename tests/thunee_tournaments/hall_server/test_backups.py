"""Between evenings: copies of the database, one instance at a time, static files collected once."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from thunee_tournaments.hall_server import backups as keeping

NOW = datetime(2026, 11, 21, 18, 30, 5)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE hand (balls)")
        connection.execute("INSERT INTO hand VALUES (2)")
        connection.commit()
    return path


def hands(path: Path) -> list[tuple[int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT balls FROM hand").fetchall()


def test_a_copy_is_made_and_named_by_the_moment(database: Path, tmp_path: Path) -> None:
    copy = keeping.backup(database, tmp_path / "backups", NOW)
    assert copy == tmp_path / "backups" / "site-20261121-183005.sqlite3"
    assert hands(copy) == [(2,)]


def test_the_copy_holds_what_a_power_cut_left_in_the_journal(database: Path, tmp_path: Path) -> None:
    program = (
        "import sqlite3, os, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode=WAL');"
        "c.execute('INSERT INTO hand VALUES (4)'); c.commit(); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", program, str(database)])
    assert database.with_name("site.sqlite3-wal").exists()
    copy = keeping.backup(database, tmp_path / "backups", NOW)
    assert copy is not None
    assert hands(copy) == [(2,), (4,)]
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_a_first_start_has_nothing_to_copy(tmp_path: Path) -> None:
    assert keeping.backup(tmp_path / "site.sqlite3", tmp_path / "backups", NOW) is None
    assert not (tmp_path / "backups").exists()


def names(folder: Path, *times: datetime) -> None:
    folder.mkdir()
    for time in times:
        (folder / f"site-{time:%Y%m%d-%H%M%S}.sqlite3").touch()


def test_of_an_evening_the_newest_twenty_copies_are_kept_and_the_last_of_each_hour(tmp_path: Path) -> None:
    times = [NOW + timedelta(minutes=5 * number) for number in range(60)]  # 18:30 to 23:25
    names(tmp_path / "backups", *times)
    keeping.thin(tmp_path / "backups")
    kept = [path.name[14:18] for path in sorted((tmp_path / "backups").iterdir())]
    assert kept[:4] == ["1855", "1955", "2055", "2150"]
    assert len(kept) == 23


def test_of_older_evenings_the_last_copy_of_each_day_is_kept_for_two_months(tmp_path: Path) -> None:
    days = [NOW - timedelta(days=day, minutes=minute) for day in range(3, 100) for minute in (0, 5)]
    names(tmp_path / "backups", NOW, *days)
    (tmp_path / "backups" / "site-of-my-own.sqlite3").touch()
    keeping.thin(tmp_path / "backups")
    kept = {path.name for path in (tmp_path / "backups").iterdir()}
    assert f"site-{NOW - timedelta(days=60):%Y%m%d-%H%M%S}.sqlite3" in kept
    assert f"site-{NOW - timedelta(days=61):%Y%m%d-%H%M%S}.sqlite3" not in kept
    assert f"site-{NOW - timedelta(days=40, minutes=5):%Y%m%d-%H%M%S}.sqlite3" not in kept
    assert "site-of-my-own.sqlite3" in kept


def test_a_damaged_database_is_not_copied_over_good_copies(database: Path, tmp_path: Path) -> None:
    good = keeping.backup(database, tmp_path / "backups", NOW)
    content = bytearray(database.read_bytes())
    content[100:3000] = b"\xff" * 2900
    database.write_bytes(content)
    with pytest.raises(keeping.Damaged, match=r"is damaged (.|\n)*Copies from earlier starts are in"):
        keeping.backup(database, tmp_path / "backups", NOW + timedelta(days=1))
    assert list((tmp_path / "backups").iterdir()) == [good]


CRAMPED = """
import datetime, resource, signal, sys
from pathlib import Path
from thunee_tournaments.hall_server import backups
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    backups.backup(Path(sys.argv[1]), Path(sys.argv[2]), datetime.datetime(2026, 3, 7, 18))
except backups.NoRoom as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="limits of files are POSIX's")
def test_a_copy_for_which_there_is_no_room_makes_no_damaged_database(database: Path, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    good = keeping.backup(database, backups, NOW)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE filler AS SELECT randomblob(50000) AS what")
    command = [sys.executable, "-c", CRAMPED, str(database), str(backups)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "No copy of the database was made" in said
    assert "damaged" not in said
    assert list(backups.iterdir()) == [good]
    assert keeping.backup(database, backups, NOW + timedelta(days=1)) is not None


HOLDER = """
import sys, time
from pathlib import Path
from thunee_tournaments.hall_server.backups import only_instance
with only_instance(Path(sys.argv[1]), "port 8123"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_instance_is_refused_until_the_first_one_is_gone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as first:
        try:
            assert first.stdout is not None
            assert first.stdout.readline() == "held\n"
            with (
                pytest.raises(keeping.AlreadyServed, match=rf"process {first.pid}, port 8123"),
                keeping.only_instance(tmp_path, "port 8124"),
            ):
                pytest.fail("two instances on one database")
        finally:
            first.kill()
    with keeping.only_instance(tmp_path, "port 8124"):
        assert "port 8124" in (tmp_path / "serving.lock").read_text()


def test_static_files_are_collected_again_only_when_they_changed(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.css").write_text("body { margin: 0 }")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "root"
    keeping.collect_static(settings.STATIC_ROOT)
    assert (tmp_path / "root" / "a.css").exists()
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "call_command", lambda *_, **__: pytest.fail("collected again"))
        keeping.collect_static(settings.STATIC_ROOT)
    (source / "b.css").write_text("main { margin: 0 }")
    synced: list[bool] = []
    stamp = settings.STATIC_ROOT / ".collected"
    monkeypatch.setattr(keeping.os, "sync", lambda: synced.append(stamp.exists()), raising=False)
    keeping.collect_static(settings.STATIC_ROOT)
    assert (tmp_path / "root" / "b.css").exists()
    assert synced == [False], "a power cut could keep the stamp and empty what it stands for"
