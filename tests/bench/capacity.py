"""`dev.py bench capacity`: how many tables, viewers and events does a core of this machine carry?

The site on SQLite, or on a PostgreSQL of its own with --postgresql. Each thing that people do is done again and again
through the site's addresses, one thing at a time, and the processor time of the site's processes is measured, those of
the database server counted in: a hand with its pages (the table, the form, the check, the saving), a page opened, the
same page asked for after a nudge (as it was, or after a hand), a stream that is held. What the worker does behind them
is not counted. Medians over the rounds, and how far these lie apart; from them follows what a core carries with half
of it left free. Loopback only.
"""

import argparse
import asyncio
import contextlib
import http.client
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import events, processes
from tests.bench.crowded import a_database
from tests.bench.load import Keeper, processor_seconds
from tests.support.ports import free_port

FREE = 0.5  # of each core: for what nobody foresees
HAND_EVERY = 120.0  # seconds between two hands of a table
TABLES, VIEWERS = 20, 200  # of an event, when events are reckoned
HANDS, PAGES, STREAMS, HELD = 10, 60, 300, 20.0  # in a round; seconds for which streams are held
SLOWEST = 4.0  # seconds within which a page asks after a nudge, where very many look on
Seconds = dict[str, list[float]]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench capacity", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5)")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own, not on a SQLite file")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-capacity-") as place, a_database(options, Path(place)) as url:
        folder = Path(place)
        (folder / "static").mkdir()
        book, tokens = events.prepare(folder, url, TABLES)
        server = processes.Server(free_port(), folder / "server.log")
        server.start()
        try:
            used = Measurement(server.port, folder, slug_of(book), tokens).rounds(options.rounds)
        finally:
            server.kill()
            close()
    return tell(used)


def slug_of(book: str) -> str:
    from thunee_tournaments.tournaments.models import Tournament

    return Tournament.objects.get(public_id=book).slug


def close() -> None:
    from django.db import connection

    connection.close()


class Measurement:
    """One site, one event in play, and what each thing costs there; every answer must be the one that is meant."""

    def __init__(self, port: int, folder: Path, slug: str, tokens: list[str]) -> None:
        self.port, self.folder, self.page = port, folder, f"/{slug}/"
        self.keepers = [Keeper(port, token, f"capacity/{n}", [0.0, 0.0]) for n, token in enumerate(tokens)]
        self.turn = 0

    def rounds(self, number: int) -> Seconds:
        """The processor time of each thing, round by round."""
        self.hands(len(self.keepers))  # every phone is let in, and every process of the site has made each page once
        self.look(PAGES)
        used: Seconds = {}
        for _ in range(number):
            for what, seconds in self.one_round():
                used.setdefault(what, []).append(seconds)
        return used

    def one_round(self) -> Iterator[tuple[str, float]]:
        yield "hand", self.per(HANDS, lambda: self.hands(HANDS))
        yield "page", self.per(PAGES, lambda: self.look(PAGES))
        tag = self.look(1, fragment=True)
        yield "same", self.per(PAGES, lambda: self.look(PAGES, tag=tag, fragment=True, wanted=304))
        yield "fresh", self.after_hands(5)
        yield "stream", self.per(STREAMS, lambda: asyncio.run(self.hold(STREAMS, HELD))) / HELD * 60

    def per(self, times: int, act: Callable[[], object]) -> float:
        """The processor time of one of so many."""
        before = self.processor()
        act()
        return (self.processor() - before) / times

    def processor(self) -> float:
        """What the site and its database have used of the processor so far."""
        time.sleep(0.2)  # what goes on behind an answer comes to its end
        return processor_seconds(self.folder) + database_seconds()

    def hands(self, number: int) -> None:
        """Hands at tables by turns."""
        for _ in range(number):
            keeper = self.keepers[self.turn % len(self.keepers)]
            self.turn += 1
            opened = keeper.open_form()
            assert opened is not None
            address, typed = opened
            status, _body = keeper.send(address, {**typed, "action": "check"})
            assert status == 200
            keeper.save(address, typed)
            assert not keeper.failures, keeper.failures

    def after_hands(self, number: int) -> float:
        """The processor time of a page that has changed, for each of those who look: the first has it made."""
        seconds = []
        for _ in range(number):
            self.hands(1)
            seconds.append(self.per(PAGES, lambda: self.look(PAGES, fragment=True)))
        return statistics.median(seconds)

    def look(self, times: int, tag: str = "", fragment: bool = False, wanted: int = 200) -> str:
        """Open the event's page so often, on a connection that is kept as a browser does; the tag of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Accept-Encoding": "gzip"} | ({"If-None-Match": tag} if tag else {})
        found = ""
        for _ in range(times):
            connection.request("GET", self.page + ("?fragment=1" if fragment else ""), headers=headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == wanted, f"{answer.status} instead of {wanted}"
            found = answer.headers["ETag"]
        connection.close()
        return found

    async def hold(self, number: int, seconds: float) -> None:
        """Hold so many streams of the event for so long."""
        lines = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(number)]
        for reader, writer in lines:
            writer.write(f"GET {self.page}live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert b"200" in await reader.readline()
        await asyncio.sleep(seconds)
        for _reader, writer in lines:
            writer.close()


def database_seconds() -> float:
    """What the processes of a database server have used of the processor; 0.0 where the database is a file."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity")
        pids = [pid for (pid,) in cursor.fetchall()]
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


TOLD = {
    "hand": "a hand: the table's page, the form, the check, the saving",
    "page": "the event's page, opened",
    "same": "the same asked again, nothing changed",
    "fresh": "the same asked again after a hand",
    "stream": "a page left open, a minute",
}


def tell(used: Seconds) -> int:
    cost = {what: statistics.median(seconds) for what, seconds in used.items()}
    for what, seconds in used.items():
        low, high = min(seconds) * 1000, max(seconds) * 1000
        print(f"{TOLD[what]:<58}{cost[what] * 1000:>8.2f} ms   ({low:.2f} to {high:.2f})")
    if not cost["hand"]:
        print("NOT MEASURED: this system does not tell what a process has used of the processor")
        return 1
    free, every = 1 - FREE, max(SLOWEST, HAND_EVERY / TABLES)
    table, viewer = cost["hand"] / HAND_EVERY, cost["fresh"] / every + cost["stream"] / 60
    print(f"\nA core with {FREE:.0%} left free carries")
    print(f"{free / table:>8,.0f} tables, a hand each {HAND_EVERY:.0f} seconds; or")
    print(f"{free / viewer:>8,.0f} pages that are open and ask every {every:.0f} seconds; or")
    print(f"{free / cost['page']:>8,.0f} pages opened a second; or")
    print(
        f"{free / (TABLES * table + VIEWERS * viewer):>8,.1f} events of {TABLES} tables with {VIEWERS} open pages each"
    )
    return 0
