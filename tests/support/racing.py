"""Several act at the same instant: real processes, a real database, a start gun.

Who acts is a module that calls `race` (`tests/adjudication/racer.py`): for each line of JSON orders it says `ready`,
waits for a line, does one act and says in JSON what it got. Between reading and writing each of them calls `meet`. With
the guards in place that is a short pause, in which another would slip in if it could; with the lock taken away (orders:
`"without": "lock"`) everybody gets there for certain, so they wait for each other however busy the machine is.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
CERTAIN = 60.0  # seconds; where nothing keeps them apart, they wait this long for each other


class Race:
    """`run([orders, …])` lets one process per orders act at once and gives what each of them got."""

    def __init__(self, module: str, folder: Path, *, from_settings: bool = False) -> None:
        """`from_settings`: the database is that of the environment, and not that of the test."""
        from tests.support.worker import database_url

        self.command = [sys.executable, "-m", module]
        self.folder = folder
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
            "DATABASE_URL": os.environ["DATABASE_URL"] if from_settings else database_url(),
            "DATABASE_POOL": "0",
            "SECRET_KEY": "for-tests-only-" + "k9" * 20,
            "THUNEE_VAR": str(folder),
        }
        self.racers: list[Any] = []

    def run(self, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
        while len(self.racers) < len(orders):
            self.racers.append(self._start())
        running = self.racers[: len(orders)]
        folder = tempfile.mkdtemp(prefix="meeting-", dir=self.folder)
        for racer, each in zip(running, orders, strict=True):
            self._tell(racer, json.dumps({**each, "meeting": {"folder": folder, "of": len(orders)}}))
        for racer in running:
            assert racer.stdout.readline() == "ready\n", "a racer did not get to the start"
        for racer in running:
            self._tell(racer, "go")
        return [json.loads(racer.stdout.readline()) for racer in running]

    def end(self) -> None:
        for racer in self.racers:
            racer.stdin.close()
            racer.wait(60)

    def _start(self) -> Any:
        return subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def _tell(self, racer: Any, line: str) -> None:
        racer.stdin.write(line + "\n")
        racer.stdin.flush()


def meet(folder: str, of: int, seconds: float = 0.0) -> None:
    """In a racer: wait until so many of them are here, for at most so many seconds; at its end it was here, too."""
    (Path(folder) / str(os.getpid())).touch()
    until = time.monotonic() + seconds
    while len(os.listdir(folder)) < of and time.monotonic() < until:
        time.sleep(0.005)


def race(
    act: Callable[[dict[str, Any]], dict[str, Any]],
    guards: Callable[[dict[str, Any], float, dict[str, Any]], AbstractContextManager[Any]],
) -> None:
    """In a racer: follow the orders that come in. `guards(orders, seconds, meeting)` slows the moment between reading
    and writing down so that they can `meet` there, and takes a guard away where the orders say `without`."""
    import django

    django.setup()
    from django.db import connection

    serial = connection.settings_dict["OPTIONS"].get("transaction_mode")
    for line in sys.stdin:
        orders = json.loads(line)
        unlocked = orders.get("without") == "lock"
        if serial:
            connection.settings_dict["OPTIONS"]["transaction_mode"] = None if unlocked else serial
        connection.ensure_connection()
        pause, certain, meeting = orders.pop("pause", 0.0), orders.pop("certain", CERTAIN), orders.pop("meeting")
        with guards(orders, certain if unlocked else pause, meeting):
            print("ready", flush=True)
            sys.stdin.readline()
            got = act(orders)
            meet(**meeting)
        connection.close()  # before anybody looks at what came of it
        print(json.dumps(got), flush=True)
