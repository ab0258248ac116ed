"""Laptops in a hall, each in a folder of its own, with the commands that people give."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from tests.bench.crashing import alive
from tests.bench.processes import ROOT, START_LIMIT, DidNotStart

NOT_OURS = ("SITE_KEY", "DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "CI", "PUBLIC_URL")
CODE = re.compile(r"code  (\S+)")


def environment(folder: Path, port: int) -> dict[str, str]:
    """As `dev.py` sets it for the site in this folder."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return kept | {
        "THUNEE_VAR": str(folder), "PUBLIC_URL": f"http://localhost:{port}", "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
    }  # fmt: skip


def manage(folder: Path, port: int, *arguments: str) -> str:
    """What a command says. Raises DidNotStart when it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=environment(folder, port), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    if done.returncode:
        raise DidNotStart(f"manage.py {' '.join(arguments)} ended with {done.returncode}: {done.stderr[-1500:]}")
    return done.stdout


class Program:
    """A command that goes on until it is stopped, or killed with all that it started."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self.output = folder, port, folder.with_name(f"{folder.name}.txt")
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self, *arguments: str, typed: str = "") -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment(self.folder, self.port),
                stdin=subprocess.PIPE, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(f"{typed}\n".encode())
        self.process.stdin.close()

    def said(self) -> str:
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def until(self, done: Callable[[], bool], limit: float = 5 * START_LIMIT) -> None:
        """Return when it is done; DidNotStart when the program ends before, or never gets there."""
        assert self.process is not None
        deadline = time.monotonic() + limit
        while not done():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise DidNotStart(f"the site, or the spare, did not get there:\n{self.said()[-3000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL to it and to all that it has started, at once."""
        if self.process is None:
            return
        family = [self.process.pid]
        for pid in family:
            family += alive.children(pid)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(30)
        alive.wait_until_gone(lambda: any(alive.of(pid) for pid in family))

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        self.kill()


class Laptop(Program):
    """The one that runs the evening."""

    def serve(self, *arguments: str) -> None:
        said = len(self.said())
        self.begin("serve", "--port", str(self.port), "--organiser", "ann", *arguments)
        self.until(lambda: "Stop with Ctrl-C" in self.said()[said:])

    @property
    def code(self) -> str:
        """What a spare is asked for."""
        found = CODE.findall(self.said())
        return str(found[-1]) if found else ""

    def destroy(self) -> set[str]:
        """It is gone, with everything on it; the keys of the hands that it had written."""
        self.kill()
        with closing(sqlite3.connect(self.folder / "site.sqlite3")) as database:
            written = {key for (key,) in database.execute("SELECT client_uuid FROM adjudication_entry")}
        shutil.rmtree(self.folder)
        return written


class Spare(Program):
    """The one that follows."""

    def follow(self, laptop: Laptop) -> None:
        self.begin("follow", f"http://localhost:{laptop.port}", typed=laptop.code)
        self.until(lambda: "Everything is here" in self.said())
