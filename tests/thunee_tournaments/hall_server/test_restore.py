"""Going back to a copy: it is looked into first, nothing is overwritten, and what is no copy of ours is refused."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"THUNEE_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings"}
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with every table and nothing in it."""
    folder = tmp_path_factory.mktemp("empty")
    assert manage(folder, "migrate").returncode == 0
    with closing(sqlite3.connect(folder / "site.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return (folder / "site.sqlite3").read_bytes()


@pytest.fixture
def folder(tmp_path: Path, empty: bytes) -> Path:
    """What is served now: a database with an account in it; and `copy.sqlite3`, made before there was one."""
    (tmp_path / "copy.sqlite3").write_bytes(empty)
    (tmp_path / "site.sqlite3").write_bytes(empty)
    with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as connection, connection:
        connection.execute("CREATE TABLE later (what)")
    return tmp_path


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def test_without_yes_it_says_what_the_copy_holds_and_changes_nothing(folder: Path) -> None:
    before = (folder / "site.sqlite3").read_bytes()
    asked = manage(folder, "restore", str(folder / "copy.sqlite3"))
    assert asked.returncode == 0, asked.stderr
    assert "The copy holds:\n  0 events, 0 entries on scoresheets\nThe database now holds:" in asked.stdout
    assert "Nothing was changed." in asked.stdout
    assert (folder / "site.sqlite3").read_bytes() == before
    assert not (folder / "backups").exists()


def test_with_yes_the_copy_is_in_place_and_what_was_there_is_kept(folder: Path) -> None:
    (folder / "queue").mkdir()
    gone_back = manage(folder, "restore", str(folder / "copy.sqlite3"), "--yes")
    assert gone_back.returncode == 0, gone_back.stderr
    assert "later" not in tables(folder / "site.sqlite3")
    (kept,) = (folder / "backups").iterdir()
    assert "later" in tables(kept)
    assert str(kept) in gone_back.stdout
    assert not (folder / "queue").exists()
    assert (folder / "copy.sqlite3").exists()


def test_a_damaged_database_is_put_aside_as_it_is(folder: Path) -> None:
    (folder / "site.sqlite3").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    gone_back = manage(folder, "restore", str(folder / "copy.sqlite3"), "--yes")
    assert gone_back.returncode == 0, gone_back.stderr
    (aside,) = (folder / "backups").iterdir()
    assert aside.name.startswith("damaged-")
    assert aside.stat().st_size == 5016
    assert "tournaments_tournament" in tables(folder / "site.sqlite3")


def test_what_is_no_copy_of_ours_is_refused(folder: Path) -> None:
    before = (folder / "site.sqlite3").read_bytes()
    for name, content in (("text", b"hello"), ("none", None)):
        path = folder / name
        if content is not None:
            path.write_bytes(content)
        refused = manage(folder, "restore", str(path), "--yes")
        assert refused.returncode == 1
        assert "Nothing was changed." in refused.stderr
        assert "Traceback" not in refused.stderr
    assert manage(folder, "restore", str(folder / "site.sqlite3"), "--yes").returncode == 1
    assert not list(folder.glob("*.restoring"))
    assert (folder / "site.sqlite3").read_bytes() == before


def test_a_copy_of_a_later_version_is_refused(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "copy.sqlite3")) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', '2027-01-01')"
        )
    refused = manage(folder, "restore", str(folder / "copy.sqlite3"), "--yes")
    assert refused.returncode == 1
    assert "tournaments.9999_later" in refused.stderr


def test_nobody_goes_back_while_the_site_is_served(folder: Path) -> None:
    holder = (
        "import sys, time\nfrom pathlib import Path\nfrom thunee_tournaments.hall_server.backups import only_instance\n"
        "with only_instance(Path(sys.argv[1]), 'port 8123'):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", holder, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as serving:
        try:
            assert serving.stdout is not None
            assert serving.stdout.readline() == "held\n"
            refused = manage(folder, "restore", str(folder / "copy.sqlite3"), "--yes")
        finally:
            serving.kill()
    assert refused.returncode == 1
    assert "Another instance already serves" in refused.stderr
    assert "later" in tables(folder / "site.sqlite3")


def test_a_copy_is_made_on_demand_and_the_desk_knows_of_it(folder: Path) -> None:
    stick = folder / "stick"
    stick.mkdir()
    done = manage(folder, "backup", "--to", str(stick))
    assert done.returncode == 0, done.stderr
    [copy] = (folder / "backups").glob("site-*.sqlite3")
    assert done.stdout.strip() == str(copy)
    assert tables(copy) == tables(stick / copy.name) == tables(folder / "site.sqlite3")
    assert json.loads((folder / "copies.json").read_text())["failed"] is False


def test_a_folder_that_is_not_there_is_told_and_the_copy_is_made_all_the_same(folder: Path) -> None:
    done = manage(folder, "backup", "--to", str(folder / "away"))
    assert done.returncode == 1
    assert "away: it is not there. Plug it in" in done.stderr
    assert len(list((folder / "backups").glob("site-*.sqlite3"))) == 1
