"""`dev.py bench viewers`: how many can look on while score is kept, how soon do they know, and what does each cost?

The site on SQLite, as on a laptop. Twenty scorekeepers enter hands through their tables' pages, each every
half minute or so, which is four times as often as hands are played. *Active* viewers have a page of that event open:
each nudge makes them ask, spread as the server says, for their fragment, with the tag they hold. *Idle* viewers have a
page open of an event in which nothing happens: a stream and its heartbeats. Viewers run in a process of their own.
Loopback only.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import secrets
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench import events, processes
from tests.bench.phones import ACKNOWLEDGED, Phone, Sent
from tests.support.ports import free_port
from thunee_tournaments.hall_server.processes import allow_many_connections

OPENED_AT_ONCE = 50
RAMP = 0.1  # seconds between two lots of viewers


def main(arguments: list[str]) -> int:
    options = command_line().parse_args(arguments)
    allow_many_connections()
    with tempfile.TemporaryDirectory(prefix="thunee-viewers-") as place:
        folder = Path(place)
        (folder / "static").mkdir()  # nothing is collected: nobody looks at these pages
        book, tokens = events.prepare(folder, f"sqlite:///{(folder / 'site.sqlite3').as_posix()}", options.keepers)
        paths = pages(book)
        server = processes.Server(free_port(), folder / "server.log")
        server.start()
        try:
            measured = measure(server, tokens, paths, options)
        finally:
            server.kill()
        said = (folder / "server.log").read_text(errors="replace").strip()
    return report(measured, options, said)


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py bench viewers", description=__doc__)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--active", type=int, default=200)
    parser.add_argument("--keepers", type=int, default=20, help="scorekeepers at once (20)")
    parser.add_argument("--pause", type=float, default=60.0, help="longest pause between two hands of a table (60)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to measure (60)")
    return parser


def pages(book: str) -> dict[str, list[str]]:
    """What is open: pages of the event in play, and of one where nothing happens."""
    from thunee_tournaments.brackets.models import Match
    from thunee_tournaments.services import acts
    from thunee_tournaments.tournaments.models import Tournament

    played = Tournament.objects.get(public_id=book)
    quiet = acts.create_tournament(actor=played.roles.get().user, name=f"Quiet {secrets.token_hex(3)}")
    matches = Match.objects.filter(stage__tournament=played, state="ready").values_list("public_id", flat=True)
    open_pages = ["", "standings", *(f"m/{match}" for match in matches)]
    return {
        "active": [f"/{played.slug}/{path}" for path in open_pages],
        "idle": [f"/{quiet.slug}/"],
    }


@dataclass
class Measured:
    """Seconds, but for the counts and `memory` (bytes a viewer; 0 where the system does not say)."""

    saves: list[float] = field(default_factory=list)
    nudges: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    asked: int = 0
    unchanged: int = 0
    lost: int = 0
    memory: float = 0.0
    failures: list[str] = field(default_factory=list)


class Keeper(Phone):
    """A scorekeeper on a good network, whose savings are timed."""

    def save_somehow(self, hand: Sent) -> None:
        began = time.monotonic()
        self.post_quietly(hand)
        if ACKNOWLEDGED in hand.answers:
            self.took.append(time.monotonic() - began)

    def run(self) -> None:
        self.took: list[float] = []
        self.stop.wait(self.rng.uniform(0, self.pause))
        super().run()


class Versions(threading.Thread):
    """When each version of the event was there to be read, looked up every ten milliseconds."""

    def __init__(self, book: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.book, self.stop, self.seen = book, stop, dict[int, float]()

    def run(self) -> None:
        from django.db import connection

        while not self.stop.wait(0.01):
            with connection.cursor() as cursor:
                cursor.execute("SELECT version FROM tournaments_tournament WHERE slug = %s", [self.book])
                self.seen.setdefault(cursor.fetchone()[0], time.monotonic())
        connection.close()


def measure(server: processes.Server, tokens: list[str], paths: dict[str, list[str]], options: Any) -> Measured:
    assert server.process is not None
    before = memory_of(server.process.pid)
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    ready, finish = context.Event(), context.Event()
    many = {"active": options.active, "idle": options.idle}
    viewers = context.Process(target=watch, args=(server.port, many, paths, ready, finish, told))
    viewers.start()
    if not ready.wait(120):
        raise SystemExit("the viewers did not get in")
    time.sleep(2)
    held = memory_of(server.process.pid)
    stop = threading.Event()
    slug = paths["active"][0].strip("/")
    versions = Versions(slug, stop)
    keepers = [Keeper(server.port, token, f"viewers/{n}", stop, options.pause) for n, token in enumerate(tokens)]
    for thread in (versions, *keepers):
        thread.start()
    time.sleep(options.seconds)
    stop.set()
    for thread in (versions, *keepers):
        thread.join(30)
    time.sleep(5)  # the last nudges and what follows them
    finish.set()
    seen = told.get(timeout=60)
    viewers.join(30)
    result = Measured(asked=seen["asked"], unchanged=seen["unchanged"], lost=seen["lost"])
    result.memory = max(0.0, held - before) / (options.active + options.idle)
    for keeper in keepers:
        result.saves += keeper.took
        result.failures += keeper.failures
    for known, now, at, shown in seen["nudges"]:
        # What this viewer did not know yet: everything after the version it was told last. The oldest of it counts.
        happened = next((versions.seen[one] for one in range(known + 1, now + 1) if one in versions.seen), None)
        if happened is not None:
            result.nudges.append(max(0.0, at - happened))
            if shown:
                result.pages.append(max(0.0, shown - happened))
    return result


def memory_of(group: int) -> float:
    """The memory the processes of a group hold, in bytes; 0 where there is no /proc to say."""
    held = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((process / "stat").read_text().rsplit(")", 1)[1].split()[2]) == group:
                status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
                held += float(status.get("VmRSS", "0").split()[0]) * 1024
    return held


# --- the viewers' process


def watch(port: int, many: dict[str, int], paths: dict[str, list[str]], ready: Any, finish: Any, told: Any) -> None:
    """Open all viewers, let them look until `finish`, and put what they saw into `told`."""
    allow_many_connections()
    told.put(asyncio.run(_watch(port, many, paths, ready, finish)))


async def _watch(port: int, many: dict[str, int], paths: dict[str, list[str]], ready: Any, finish: Any) -> Any:
    seen: dict[str, Any] = {"nudges": [], "asked": 0, "unchanged": 0, "lost": 0}
    viewers = [
        Viewer(port, paths[kind][number % len(paths[kind])], kind == "active", seen)
        for kind, count in many.items()
        for number in range(count)
    ]
    tasks = []
    for start in range(0, len(viewers), OPENED_AT_ONCE):
        tasks += [asyncio.create_task(viewer.look()) for viewer in viewers[start : start + OPENED_AT_ONCE]]
        await asyncio.sleep(RAMP)
    while not all(viewer.known >= 0 for viewer in viewers):
        await asyncio.sleep(0.1)
    ready.set()
    while not finish.is_set():
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


class Viewer:
    """One open page."""

    def __init__(self, port: int, path: str, active: bool, seen: dict[str, Any]) -> None:
        self.port, self.path, self.active, self.seen = port, path, active, seen
        self.known = -1
        self.tag = ""
        self.soon: asyncio.Task[None] | None = None
        self.waiting: list[list[Any]] = []
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def look(self) -> None:
        slug = self.path.split("/")[1]
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**14)
                writer.write(f"GET /{slug}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                while line := await reader.readline():
                    if line.startswith(b"data: "):
                        self.nudged(json.loads(line[6:]))
            except OSError:
                pass
            self.seen["lost"] += 1
            await asyncio.sleep(random.uniform(2, 6))

    def nudged(self, nudge: dict[str, int]) -> None:
        known, self.known = self.known, nudge["version"]
        if known < 0 or known == self.known or not self.active:
            return
        entry = [known, self.known, time.monotonic(), 0.0]
        self.seen["nudges"].append(entry)
        self.waiting.append(entry)
        if self.soon is None or self.soon.done():
            self.soon = asyncio.create_task(self.fetch(random.uniform(0, nudge["spread"] / 1000)))

    async def fetch(self, wait: float) -> None:
        await asyncio.sleep(wait)
        while self.waiting:
            served, self.waiting = self.waiting, []
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                status = await self.ask()
                self.seen["asked"] += 1
                self.seen["unchanged"] += status == 304
                for entry in served:
                    entry[3] = time.monotonic()

    async def ask(self) -> int:
        """Ask for the page's fragment on a connection that is kept, as a browser does; the status of the answer."""
        if self.line is None or self.line[1].is_closing():
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        tag = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        asked = f"GET {self.path}?fragment=1 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{tag}\r\n"
        writer.write(asked.encode())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            writer.close()
            self.line = None
            raise
        names = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in head.split("\r\n"))}
        await reader.readexactly(int(names.get("content-length", 0)) if " 304 " not in head[:15] else 0)
        self.tag = names.get("etag", self.tag)
        return int(head.split()[1])


# --- what came of it


def report(measured: Measured, options: Any, said: str) -> int:
    cores = os.cpu_count()
    print(f"{options.idle} idle and {options.active} active viewers, {options.keepers} scorekeepers, {cores} cores")
    for name, values in (
        ("saving a hand", measured.saves),
        ("from the change to the nudge", measured.nudges),
        ("from the change to the fresh page", measured.pages),
    ):
        print(f"  {name:34} {spread(values)}")
    print(f"  {measured.asked} fragments asked for, {measured.unchanged} unchanged (304), {measured.lost} streams lost")
    if measured.memory:
        print(f"  memory of a viewer on the server   {measured.memory / 1024:.1f} KiB")
    for fault in (measured.failures + said.splitlines())[:10]:
        print("FAULT:", fault)
    return 1 if measured.failures or measured.lost or not measured.saves or not measured.nudges else 0


def spread(values: list[float]) -> str:
    if not values:
        return "nothing measured"
    ordered = sorted(values)

    def share(part: float) -> str:
        return f"{ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000:.0f} ms"

    return f"median {share(0.5)}, p95 {share(0.95)}, most {share(1)} ({len(values)})"
