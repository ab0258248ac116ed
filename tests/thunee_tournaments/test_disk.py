"""A full or read-only disk: pages are read on, nothing is saved, and everybody is told why."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.factories import RunningTournamentFactory, TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments import disk
from thunee_tournaments.hall_server import backups, processes

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """
import os
from thunee_tournaments.settings.testing import *
DATABASES["default"]["NAME"] = os.environ["DATABASE_FILE"]
"""
# A site of its own on a copy of the database, that asks itself; `{unwritable}` is what happens to its disk first.
PROGRAM = """
import os, signal, sys
import django; django.setup()
from django.db import connection
from django.test import Client
client = Client(raise_request_exception=False)
if connection.settings_dict["OPTIONS"]["init_command"]:
    connection.ensure_connection(); connection.close()  # as an evening leaves it, in write-ahead mode
for path in ("/", "/shield/", "/shield/teams", "/api/v1/tournaments/"):
    client.get(path)  # what is loaded late is loaded
connection.close()
{unwritable}
for path in ("/", "/shield/", "/shield/teams", "/api/v1/tournaments/shield/", "/healthz"):
    answer = client.get(path)
    connection.close()  # as each request outside a test ends
    print(path, answer.status_code, "Shield" in answer.content.decode() or answer.content.decode().strip())
answer = client.post("/accounts/login", {{"username": "ann", "password": "nine of spades"}})
print("saving", answer.status_code, answer.headers.get("Retry-After"), "computer is full" in answer.content.decode())
"""
FULL = """
import resource
signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
"""
READ_ONLY = """
folder = os.path.dirname(os.environ["DATABASE_FILE"])
os.chmod(os.environ["DATABASE_FILE"], 0o444); os.chmod(folder, 0o555)
if os.geteuid() == 0:  # whom no mode of a file stops, but for what the system grants beside it
    import ctypes
    none = (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), none) == 0
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that another user may look into."""
    made = Path(tempfile.mkdtemp(prefix="thunee-disk-"))
    made.chmod(0o755)
    yield made
    made.chmod(stat.S_IRWXU)
    shutil.rmtree(made)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="limits of files are POSIX's")
@pytest.mark.parametrize("unwritable", [FULL, READ_ONLY], ids=["full", "read-only"])
def test_a_disk_that_takes_nothing_is_read_on_and_saving_says_why(
    transactional_db: None, folder: Path, unwritable: str
) -> None:
    if connection.vendor != "sqlite":
        return  # the disk is the server's
    UserFactory(username="ann")
    TeamFactory(tournament=RunningTournamentFactory(slug="shield", name="The Shield"), name="Aces")
    copy = backups.backup(Path(connection.settings_dict["NAME"]), folder / "copies", datetime(2026, 11, 23))
    assert copy is not None
    database = folder / "base"
    database.mkdir()
    shutil.copy(copy, database / "site.sqlite3")
    (folder / "disk_settings.py").write_text(SETTINGS)
    environment = {
        **os.environ,
        "DATABASE_FILE": str(database / "site.sqlite3"),
        "DJANGO_SETTINGS_MODULE": "disk_settings",
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(unwritable=unwritable)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    database.chmod(0o755)
    said = ran.stdout.splitlines()
    assert said[:4] == [
        "/ 200 True",
        "/shield/ 200 True",
        "/shield/teams 200 True",
        "/api/v1/tournaments/shield/ 200 True",
    ], ran.stderr[-3000:]
    assert said[4] == "/healthz 503 disk full: nothing can be saved"
    assert said[5] == "saving 503 60 True", ran.stderr[-3000:]


@pytest.fixture
def nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "free", lambda: 123 * disk.MB)


@pytest.mark.django_db
def test_the_desk_and_machines_are_warned_below_a_limit(client: Client, nearly_full: None, organiser: Any) -> None:
    assert client.get("/healthz").content == b"ok, but the disk is nearly full: 123 MB left\n"
    TournamentFactory(slug="cup", organiser=organiser)
    client.force_login(organiser)
    assert "The disk is nearly full: 123 MB left." in text_of(client.get("/desk/cup/"))


@pytest.mark.django_db
def test_while_there_is_room_nobody_is_told(client: Client, organiser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "free", lambda: disk.LOW)
    TournamentFactory(slug="cup", organiser=organiser)
    client.force_login(organiser)
    assert "disk" not in text_of(client.get("/desk/cup/"))


def test_whoever_serves_an_evening_is_warned(nearly_full: None) -> None:
    said: list[str] = []
    processes.watch([], lambda: bool(said), said.append, lambda: None)
    assert "nearly full: 123 MB left" in said[0]


def test_the_room_that_is_left_is_that_of_the_databases_disk() -> None:
    assert disk.free() > 0


@pytest.fixture
def organiser() -> Any:
    return UserFactory()
