"""`dev.py bench crash`: is an acknowledged hand ever lost, doubled or changed, or a promise of the worker forgotten?

Scorekeepers on a bad network write to the end, in ever new events, while the web server, the worker, the database
server (PostgreSQL, or one of its processes) or everything is killed with SIGKILL. With --power everything is killed
and the power of the disk cut: what was not synced is lost (a disk of its own; Linux, root). After each kill whatever
was acknowledged since the one before is there; in the end every hand is there once as it was typed, none that was
refused, none that nobody sent; every chain holds, totals are those of a second scorer, every promise is kept.
A kill counts only among writers: with fewer than --least hands acknowledged since the one before, the run fails.
--plant puts a fault in on purpose, to see that it is found: see `planted`. Loopback only.
"""

import argparse
import contextlib
import os
import queue
import random
import secrets
import signal
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import events, planted
from tests.bench.crashing import judging, stand
from tests.bench.crashing.disk import Disk, NotHere, in_memory
from tests.bench.crashing.keepers import Keeper, Ledger
from tests.bench.crashing.stand import BACKEND, DATABASE, POWER, TARGETS, WITH_WORKER, Stand
from tests.bench.processes import DidNotStart
from tests.support import postgres

TABLES = 5  # of each event
DRAWN = (("league", 10), ("knockout", 16), ("groups", 12), ("double", 12))  # in turn
IN_FLIGHT = 1.0  # seconds to wait for a moment at which somebody is saving
# The site may say so while the database is away, and a little longer: its pool finds dead connections one by one.
AWAY, AFTERWARDS = (503,), 15.0


def main(arguments: list[str]) -> int:
    options = command_line().parse_args(arguments)
    targets = targets_of(options)
    os.environ["THUNEE_PLANTED"] = options.plant
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # nothing stays behind: no server, no disk
    try:
        with contextlib.ExitStack() as stack:
            run = prepare(stack, options, targets)
            run.go()
            faults = run.judge()
            for log in run.stand.logs() if faults else []:
                print(f"the end of {log.name}:\n{log.read_text(errors='replace')[-1500:]}")
    except (NotHere, postgres.NotInstalled) as error:
        print(f"NOT MEASURED: {error}")
        return 2
    return tell(run, faults)


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py bench crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how many kills, or cuts (20)")
    parser.add_argument("--power", action="store_true", help="cut the power of the disk instead (Linux, root)")
    parser.add_argument(
        "--kill", default="", help="what is killed, drawn each time: site,worker,database,… (all of them)"
    )
    parser.add_argument("--least", type=int, default=5, help="hands acknowledged between two kills, or it fails (5)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds they have for that (60)")
    parser.add_argument("--minutes", type=float, default=15.0, help="the kills have to be over by then (15)")
    parser.add_argument("--keepers", type=int, default=20, help="scorekeepers at once, each at a table (20)")
    parser.add_argument("--seconds", type=float, default=3.0, help="longest time between two kills (3)")
    parser.add_argument("--pause", type=float, default=0.5, help="longest pause of a scorekeeper between hands (0.5)")
    parser.add_argument("--database", choices=list(TARGETS), default="sqlite")
    parser.add_argument("--plant", choices=planted.ALL, default="", help="a fault that has to be found")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="what chance depends on here (drawn)")
    return parser


def targets_of(options: argparse.Namespace) -> list[str]:
    known = TARGETS[options.database]
    chosen = [POWER] if options.power else options.kill.split(",") if options.kill else list(known)
    if wrong := set(chosen) - {POWER, *known}:
        raise SystemExit(
            f"on {options.database} these can be killed: {', '.join(known)}; not {', '.join(sorted(wrong))}"
        )
    return chosen


def prepare(stack: contextlib.ExitStack, options: argparse.Namespace, targets: list[str]) -> "Run":
    """The disk, the database and the site, not started yet; what is made here is undone by the stack."""
    rng = random.Random(options.seed)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="thunee-crash-", dir=in_memory())))
    folder.chmod(0o711)
    disk = stack.enter_context(Disk(rng)) if options.power else None
    files = (disk.place if disk else folder) / "files"
    (files / "static").mkdir(parents=True)  # nothing is collected: nobody looks at these pages
    url, cluster = f"sqlite:///{(files / 'site.sqlite3').as_posix()}", None
    if options.database == "postgresql":
        data = (disk.place if disk else folder) / "cluster" / "data"
        data.parent.mkdir()
        cluster = stack.enter_context(stand.own_cluster(folder / "socket", data))
        url = cluster.url.rsplit("/", 1)[0] + "/postgres"  # the one that is there
    events.configure(files, url, broker="filesystem://localhost//")
    site = Stand(folder, cluster, disk)
    stack.callback(site.end)
    return Run(options, targets, rng, site)


@dataclass
class Measured:
    """What the closing line is made of."""

    kills: int = 0
    between: list[int] = field(default_factory=list)  # hands acknowledged since the kill before
    in_flight: list[int] = field(default_factory=list)  # savings on their way when it struck
    away: list[float] = field(default_factory=list)  # seconds from the kill until the site answered
    excused: int = 0  # answers from 500 on while the database was away
    promises: int = 0
    seconds: float = 0.0


class Run:
    """One measurement: writers, kills, and what was found between them."""

    def __init__(self, options: argparse.Namespace, targets: list[str], rng: random.Random, site: Stand) -> None:
        self.options, self.targets, self.rng, self.stand = options, targets, rng, site
        self.tables: queue.Queue[str] = queue.Queue()
        self.books: list[str] = []
        self.ledger, self.stop, self.measured, self.faults = Ledger(), threading.Event(), Measured(), list[str]()
        self.seen = 0  # hands of the ledger that were found after a kill
        self.without: list[tuple[float, float]] = []  # when the database was away
        self.keepers: list[Keeper] = []

    def go(self) -> None:
        """Let them write while it is killed again and again, until enough or until something is broken."""
        options, began = self.options, time.monotonic()
        try:
            self.stand.start()
            self.draw_events(options.keepers)
            for n in range(options.keepers):
                keeper = Keeper(
                    self.stand.port, self.tables, f"{options.seed}/{n}", self.stop, options.pause, self.ledger
                )
                self.keepers.append(keeper)
                keeper.start()
            while self.measured.kills < options.kills and not self.faults:
                self.one_kill()
                if time.monotonic() - began > options.minutes * 60:
                    self.faults.append(f"only {self.measured.kills} of {options.kills} kills in {options.minutes} min")
            time.sleep(1)
        except (DidNotStart, RuntimeError) as error:
            self.faults.append(str(error))
        finally:
            self.stop.set()
            for keeper in self.keepers:
                keeper.join(30)
            self.measured.seconds = time.monotonic() - began

    def one_kill(self) -> None:
        target = self.rng.choice(self.targets)
        self.draw_events(self.options.keepers // 2)
        if self.stand.disk:
            self.stand.disk.note()
        promises = self.promises_kept()
        time.sleep(self.rng.uniform(min(1.0, self.options.seconds), self.options.seconds))
        if not self.among_writers(target, promises):
            return
        struck = time.monotonic()
        self.measured.in_flight.append(self.ledger.flying)
        self.stand.strike(target, self.rng)
        self.measured.kills += 1
        self.stand.bring_database_back()
        self.look_after_kill(target)
        self.stand.start()
        if target in (DATABASE, BACKEND):
            self.without.append((struck, time.monotonic() + AFTERWARDS))
        if target != stand.WORKER:
            self.measured.away.append(time.monotonic() - struck)
        if self.measured.kills % 10 == 0:
            print(f"{self.measured.kills} kills, {len(self.ledger.acknowledged)} hands acknowledged", flush=True)

    def among_writers(self, target: str, promises: int) -> bool:
        """Wait until what will be killed is at work, and for a moment at which somebody is saving."""
        least, deadline = self.options.least, time.monotonic() + self.options.patience
        while (new := len(self.ledger.acknowledged) - self.seen) < least and time.monotonic() < deadline:
            time.sleep(0.05)
        if new < least:
            self.faults.append(f"{new} hands acknowledged between two kills, {least} are the least: nobody is at work")
            return False
        while target in WITH_WORKER and self.promises_kept() == promises:
            if time.monotonic() > deadline:
                self.faults.append("the worker did nothing between two kills")
                return False
            time.sleep(0.1)
        self.wait_for_a_moment(target)
        return True

    def wait_for_a_moment(self, target: str) -> None:
        """Until somebody is saving; every other time that the worker is struck, until it has just ticked work off."""
        moment = time.monotonic() + IN_FLIGHT
        if target in WITH_WORKER and self.rng.random() < 0.5:
            ticked = self.promises_kept()
            while self.promises_kept() == ticked and time.monotonic() < moment:
                time.sleep(0.005)
        else:
            while not self.ledger.flying and time.monotonic() < moment:
                time.sleep(0.001)
        time.sleep(self.rng.uniform(0, 0.02))

    def look_after_kill(self, target: str) -> None:
        """Whatever was acknowledged is there, before anybody has had the time to send it once more."""
        told = self.ledger.acknowledged[self.seen :]
        self.measured.between.append(len(told))
        self.seen += len(told)
        with database(self.faults):
            self.faults += judging.missing(told)
            if target in WITH_WORKER:
                self.faults += judging.forgotten()

    def promises_kept(self) -> int:
        with database(self.faults):
            self.measured.promises = judging.kept()
        return self.measured.promises

    def draw_events(self, free: int) -> None:
        """New events, until so many tables are free for whoever has nothing left to write."""
        while self.tables.qsize() < free:
            plan, teams = DRAWN[len(self.books) % len(DRAWN)]
            with database(self.faults):
                book, tokens = events.draw(plan, teams, TABLES)
                self.books.append(book)
                for token in tokens:
                    self.tables.put(token)
            if self.faults:
                return

    def judge(self) -> list[str]:
        """Server errors, and everything that is written held against what was said."""
        for asked, told, status, said in self.ledger.failures:
            if status in AWAY and any(began <= told and asked <= ended for began, ended in self.without):
                self.measured.excused += 1
            else:
                self.faults.append(f"server error: {said}")
        with database(self.faults):
            if not self.faults:
                self.faults += judging.unkept()
        self.measured.promises = self.promises_kept()
        self.stand.end()  # nobody writes any more while it is looked at
        with database(self.faults):
            self.faults += judging.check(self.books, [hand for keeper in self.keepers for hand in keeper.sent])
        return self.faults + (self.stand.disk.proof() if self.stand.disk else [])


@contextlib.contextmanager
def database(faults: list[str]):
    """Ask the database in this process, and hold nothing of it open afterwards; what it cannot answer is a fault."""
    from django.db import DatabaseError, connections

    try:
        yield
    except DatabaseError as error:
        faults.append(f"the database does not answer: {error}")
    finally:
        connections.close_all()


def tell(run: Run, faults: list[str]) -> int:
    """What was found, and the figures in one closing line."""
    for fault in faults[:30]:
        print("FAULT:", fault)
    measured, options = run.measured, run.options
    what = "cuts" if options.power else f"kills ({', '.join(run.targets)})"
    said = [
        f"{options.database}: {measured.kills} {what} in {measured.seconds:.0f} s",
        f"{len(run.ledger.acknowledged)} hands acknowledged, {spread(measured.between)} between two",
        f"{sum(measured.in_flight)} in flight when it struck, {spread(measured.in_flight)} each time",
        f"back after {spread(measured.away)} s" if measured.away else "the site was never away",
        f"{measured.promises} promises kept",
    ]
    if run.stand.disk:
        said.append(f"{run.stand.disk.lost} of {run.stand.disk.cuts} cuts lost what was not synced")
    if measured.excused:
        said.append(f"{measured.excused} answers {' or '.join(map(str, AWAY))} while the database was away")
    print(f"{'; '.join(said)}; {len(faults)} faults (seed {options.seed!r})")
    return 1 if faults else 0


def spread(figures: list) -> str:
    """The median, the least and the most."""
    if not figures:
        return "none"
    form = "{:.1f}" if isinstance(figures[0], float) else "{:.0f}"
    middle, low, high = (form.format(one) for one in (statistics.median(figures), min(figures), max(figures)))
    return f"{middle} ({low} to {high})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
