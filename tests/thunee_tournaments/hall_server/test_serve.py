"""A whole evening in small: start, use, power cut, start again, stop; with real processes."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support import fresh
from tests.support.ports import free_port
from tests.support.worker import eventually

ROOT = Path(__file__).resolve().parent.parent.parent.parent
WAYS_TO_STOP = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")]


def heed_a_closed_window() -> None:
    """In the child: as from a terminal's window, even if the tests themselves were started with nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Evening:
    """One start of `manage.py serve`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port = free_port()
        self.output = folder / "output.txt"
        environment = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CI", "SITE_KEY"}
        }
        environment |= {
            "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
            "THUNEE_VAR": str(folder / "var"),
            "PUBLIC_URL": f"http://192.168.1.20:{self.port}",
        }
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=heed_a_closed_window if os.name != "nt" else None,
            )

    def said(self) -> str:
        return self.output.read_text()

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.status, answer.read().decode()

    def wait_until_open(self) -> "Evening":
        eventually(lambda: "Stop with Ctrl-C" in self.said() or self.process.poll() is not None, 180)
        assert self.process.poll() is None, self.said()
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(120)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    evenings: list[Evening] = []

    def begin(*arguments: str) -> Evening:
        evenings.append(Evening(tmp_path, *arguments))
        return evenings[-1]

    yield begin
    for evening in evenings:
        evening.stop()


@pytest.fixture
def start_once_more(start: Callable[..., Evening], tmp_path: Path) -> Callable[..., Evening]:
    """A start on a database that is there already, which takes half as long."""
    (tmp_path / "var").mkdir()
    fresh.database(tmp_path / "var" / "site.sqlite3")
    return start


def test_an_evening_starts_stops_and_starts_again_with_everything_kept(
    start: Callable[..., Evening], tmp_path: Path
) -> None:
    stick, copies = tmp_path / "stick", tmp_path / "var" / "backups"
    stick.mkdir()
    first = start("--organiser", "ann", "--copies-to", str(stick)).wait_until_open()
    assert "password  " in first.said()
    assert f"http://192.168.1.20:{first.port}/" in first.said()
    assert "█" in first.said(), "the QR code for phones"
    assert first.get("/healthz") == (200, "ok\n")
    assert (tmp_path / "var" / "site.key").stat().st_size > 30, "made at the first start"
    assert first.stop(WAYS_TO_STOP[0]) == 0
    assert "Everything that was saved is kept" in first.said()
    (last,) = copies.glob("*.sqlite3")
    assert (stick / last.name).read_bytes() == last.read_bytes()

    for number, how in enumerate(WAYS_TO_STOP[1:], 1):
        again = start("--organiser", "ann").wait_until_open()
        assert "password  " not in again.said()
        assert "is kept in" in again.said()
        assert len(list(copies.glob("*.sqlite3"))) == 2 * number  # of each stop, and of each start after it
        assert again.stop(how) == 0


def test_after_the_watcher_is_killed_nothing_is_left_behind_and_the_next_start_finds_everything(
    start_once_more: Callable[..., Evening],
) -> None:
    first = start_once_more("--organiser", "ann").wait_until_open()
    first.stop(signal.SIGKILL)

    def port_is_free() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", first.port)) != 0

    if sys.platform == "linux":
        eventually(port_is_free, 120)
    second = start_once_more().wait_until_open()
    assert "password  " not in second.said(), "the first organiser's account is still there"


def test_nobody_can_serve_the_same_database_twice(start_once_more: Callable[..., Evening]) -> None:
    first = start_once_more("--organiser", "ann").wait_until_open()
    second = start_once_more()
    assert second.process.wait(120) != 0
    assert "Another instance already serves the database" in second.said()
    assert first.get("/healthz")[0] == 200


def test_a_new_password_for_nobody_is_refused_before_anything_is_open(start_once_more: Callable[..., Evening]) -> None:
    evening = start_once_more("--organiser", "ann", "--new-password", "bob")
    assert evening.process.wait(120) != 0
    assert 'no account with the name "bob"' in evening.said()
