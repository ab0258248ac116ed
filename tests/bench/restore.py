"""`dev.py bench restore`: what is missing after a laptop was destroyed in the middle of play?

Each drill: scorekeepers write; at a random moment every process of the laptop is killed and its folder deleted. Then
the evening goes on elsewhere, in turn: the spare takes over; another laptop goes back to the newest copy on a stick; or
nothing is left but the phones, and an empty site with keys of its own takes in the bundles that they keep. All of it by
the commands that people give. What is missing then must be no older than the stated interval; the phones give it back,
and in the end every hand that was acknowledged is there, once, as it was typed, and everything adds up.
A hand that was written, and whose phone has not heard so, is given back as well, as a phone sends it until somebody
answers: such a hand may end a match, and its teams are free for the next one only then.
A drill counts only among writers: with fewer than --least hands acknowledged since the one before, the run fails.
--plant deaf: the spare hears nothing from the moment it has everything; that has to be found. Loopback only; Linux.
"""

import argparse
import contextlib
import os
import queue
import random
import secrets
import shutil
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import events
from tests.bench.crash import database, spread
from tests.bench.crashing import judging
from tests.bench.phones import Sent
from tests.bench.processes import DidNotStart
from tests.bench.restoring.from_phones import Keeping, begin_again
from tests.bench.restoring.laptops import Laptop, Spare, environment, manage
from tests.bench.restoring.remembering import Rememberer, TimedLedger
from tests.support import fresh
from tests.support.ports import free_port

SPARE, COPY, PHONES = "spare", "copy", "phones"
WAYS = (SPARE, COPY, PHONES)
DEAF = "deaf"
KEYS = ("secret.key", "site.key")  # what has to be at hand beside a copy
TABLES = 5  # of each event
# Seconds that may be missing: beyond the interval of the copies, or at all. A phone fetches a bundle each minute, which
# was made twenty seconds before, at most.
WITHIN = {SPARE: 10.0, COPY: 10.0, PHONES: 90.0}
LONGEST = 600.0  # seconds until it goes on
PLAN = (("league", 10), ("groups", 12))  # in turn: events with many matches for each table


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench restore", description=__doc__)
    parser.add_argument("--drills", type=int, default=20, help="how many laptops are destroyed (20)")
    parser.add_argument("--by", choices=[*WAYS, "all"], default="all", help="where it goes on (all, in turn)")
    parser.add_argument("--keepers", type=int, default=10, help="scorekeepers at once, each at a table (10)")
    parser.add_argument("--pause", type=float, default=3.0, help="longest pause of a scorekeeper between hands (3)")
    parser.add_argument("--copy-every", type=float, default=10.0, help="seconds between copies to the stick (10)")
    parser.add_argument("--least", type=int, default=5, help="hands acknowledged between two drills, or it fails (5)")
    parser.add_argument("--plant", choices=[DEAF], default="", help="a fault that has to be found")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="what chance depends on here (drawn)")
    options = parser.parse_args(arguments)
    if sys.platform != "linux":
        print("NOT MEASURED: what is killed is found as Linux shows it")
        return 2
    with tempfile.TemporaryDirectory(prefix="thunee-restore-") as folder:
        run = Run(options, Path(folder))
        try:
            run.go()
        finally:
            run.end()
        return run.tell()


@dataclass
class Measured:
    """What the closing line is made of, of the drills of one kind."""

    missing: list[int] = field(default_factory=list)  # hands that the phones had to give back
    as_they_were: int = 0  # of these, with the hash they had: their time and their table stand as before
    oldest: list[float] = field(default_factory=list)  # seconds before the end at which the oldest of these was saved
    away: list[float] = field(default_factory=list)  # seconds from the end until the site answered again


class Run:
    """One measurement: an evening, on laptop after laptop."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder, self.port = options, folder, free_port()
        self.rng = random.Random(options.seed)
        self.here, self.stick = folder / "now", folder / "stick"  # `now` points to the laptop that runs the evening
        self.stick.mkdir()
        self.tables: queue.Queue[str] = queue.Queue()
        self.ledger, self.stop, self.faults = TimedLedger(), threading.Event(), list[str]()
        self.books: list[str] = []
        self.keepers: list[Rememberer] = []
        self.measured = {way: Measured() for way in WAYS}
        self.keeping = Rememberer.keeping = Keeping()
        self.seen, self.drills, self.called = 0, 0, 0
        self.laptop, self.spare = self.new_laptop(), Spare(folder / "spare-0", self.port)

    def new_laptop(self) -> Laptop:
        laptop = Laptop(self.folder / f"laptop-{self.drills}", self.port)
        laptop.folder.mkdir()
        self.here.unlink(missing_ok=True)
        self.here.symlink_to(laptop.folder)
        return laptop

    def go(self) -> None:
        os.environ.update(environment(self.here, self.port))
        for name in ("DATABASE_URL", "SECRET_KEY", "SITE_KEY", "CELERY_BROKER_URL"):
            os.environ.pop(name, None)
        fresh.database(self.here / "site.sqlite3")
        import django

        django.setup()
        try:
            self.open()
            self.draw_events(self.options.keepers)
            self.begin_to_write()
            while self.drills < self.options.drills and not self.faults:
                self.drill(self.options.by if self.options.by != "all" else WAYS[self.drills % len(WAYS)])
        except (DidNotStart, RuntimeError) as error:
            self.faults.append(str(error))
        finally:
            self.stop.set()
            Rememberer.gate.set()
            for keeper in self.keepers:
                keeper.join(30)
        with database(self.faults):
            self.faults += judging.check(self.books, self.sent())
        self.faults += [f"server error: {said}" for _asked, _told, _status, said in self.ledger.failures]

    def open(self) -> None:
        """The site opens on the laptop that is there, and a spare begins to follow it."""
        minutes = str(self.options.copy_every / 60)
        self.laptop.serve("--spare", "--copies-to", str(self.stick), "--copy-every", minutes)
        for key in KEYS:
            shutil.copyfile(self.here / key, self.folder / key)

    def follow(self) -> None:
        self.spare = Spare(self.folder / f"spare-{self.drills}", self.port)
        if (self.here / "static").is_dir():
            shutil.copytree(self.here / "static", self.spare.folder / "static")
        self.spare.follow(self.laptop)
        if self.options.plant == DEAF:
            self.spare.stop()

    def begin_to_write(self) -> None:
        Rememberer.gate.set()
        for n in range(self.options.keepers):
            keeper = Rememberer(
                self.port, self.tables, f"{self.options.seed}/{n}", self.stop, self.options.pause, self.ledger
            )
            self.keepers.append(keeper)
            keeper.start()

    def draw_events(self, free: int) -> None:
        while self.tables.qsize() < free and not self.faults:
            plan, teams = PLAN[len(self.books) % len(PLAN)]
            with database(self.faults):
                book, tokens = events.draw(plan, teams, TABLES)
                self.books.append(book)
                self.keeping.note(tokens)
                for token in tokens:
                    self.tables.put(token)

    # --- one drill

    def drill(self, by: str) -> None:
        self.draw_events(self.options.keepers // 2)
        self.follow()
        time.sleep(self.rng.uniform(self.options.copy_every + 2, self.options.copy_every + 8))
        if (new := len(self.ledger.acknowledged) - self.seen) < self.options.least:
            self.faults.append(f"{new} hands acknowledged since the last drill, {self.options.least} are the least")
            return
        Rememberer.gate.clear()
        written = self.laptop.destroy()
        destroyed = time.monotonic()
        self.drills += 1
        self.laptop = self.new_laptop()
        {SPARE: self.go_on_by_the_spare, COPY: self.go_on_by_the_copy, PHONES: self.go_on_by_the_phones}[by]()
        self.open()
        self.measured[by].away.append(time.monotonic() - destroyed)
        if self.measured[by].away[-1] > LONGEST:
            self.faults.append(f"it took {self.measured[by].away[-1]:.0f} s until the evening went on")
        self.give_back(by, destroyed, written)
        print(f"drill {self.drills}, {by}: {self.measured[by].missing[-1]} hands given back", flush=True)
        Rememberer.gate.set()

    def go_on_by_the_spare(self) -> None:
        self.spare.stop()
        manage(self.laptop.folder, self.port, "take_over", str(self.spare.folder))
        for key in KEYS:
            if (self.here / key).read_bytes().strip() != (self.folder / key).read_bytes().strip():
                self.faults.append(f"the spare has another {key} than the laptop that was lost")

    def go_on_by_the_copy(self) -> None:
        self.spare.stop()
        for key in KEYS:
            shutil.copyfile(self.folder / key, self.here / key)
        if (self.spare.folder / "static").is_dir():
            shutil.copytree(self.spare.folder / "static", self.here / "static")  # it was started once before
        newest = max(self.stick.glob("site-*.sqlite3"))
        manage(self.laptop.folder, self.port, "restore", str(newest), "--yes")

    def go_on_by_the_phones(self) -> None:
        self.spare.stop()
        self.books = [book for book in self.books if book in self.keeping.events]  # at the others nobody sat yet
        with database(self.faults):
            tokens = begin_again(self.keeping, self.here, self.port, self.books)
        free = [self.tables.get_nowait() for _table in range(self.tables.qsize())]
        for token in free:
            if token in tokens:
                self.tables.put(tokens[token])
        for keeper in self.keepers:
            keeper.come_to(tokens)

    def give_back(self, by: str, destroyed: float, written: set[str]) -> None:
        """What was acknowledged and is not there may not be old, and the phones give it back, with what was written and
        not answered."""
        told = list(self.ledger.acknowledged)
        with database(self.faults):
            begun = {key: when for keeper in self.keepers for key, when in keeper.begun.items()}
            gone = lost(told)
            unheard = lost(hand for hand in self.sent() if not hand.acknowledged and uuid.UUID(hand.key).hex in written)
            ages = [destroyed - self.ledger.times[hand.key] for hand in gone]
            self.measured[by].missing.append(len(gone))
            self.measured[by].oldest.append(max(ages, default=0.0))
            allowed = WITHIN[by] + (self.options.copy_every if by == COPY else 0)
            if ages and max(ages) > allowed:
                self.faults.append(
                    f"a hand saved {max(ages):.1f} s before the end is missing; {allowed:.0f} are allowed"
                )
                return
            from tests.bench.restoring.giving_back import GivingBack  # asks the database, which is here by now

            tables = {key: token for keeper in self.keepers for key, token in keeper.tables_of.items()}
            phone = GivingBack(self.port, self.ledger, {*tables.values(), *self.keeping.places})
            self.faults += phone.give_all(sorted(gone + unheard, key=lambda hand: begun[hand.key]), tables)
            self.called += phone.called
            self.keeping.note([*self.keeping.places, *phone.more])
            for token in phone.more:
                self.tables.put(token)
            self.faults += judging.missing(told)
            self.measured[by].as_they_were += as_they_were(gone)
        self.seen = len(told)

    def sent(self) -> list[Sent]:
        return [hand for keeper in self.keepers for hand in list(keeper.sent)]

    def end(self) -> None:
        for program in (self.laptop, self.spare):
            with contextlib.suppress(OSError):
                program.kill()

    def tell(self) -> int:
        for fault in self.faults[:30]:
            print("FAULT:", fault)
        for by, measured in self.measured.items():
            if measured.missing:
                print(
                    f"{len(measured.missing)} drills by the {by}: missing {spread(measured.missing)} hands, of "
                    f"{sum(measured.missing)} given back {measured.as_they_were} stand as they were; "
                    f"saved at most {spread(measured.oldest)} s before the end; "
                    f"goes on after {spread(measured.away)} s"
                )
        print(
            f"{self.drills} laptops destroyed among {len(self.ledger.acknowledged)} hands acknowledged; "
            f"{self.called} matches called back to their table; {len(self.faults)} faults (seed {self.options.seed!r})"
        )
        return 1 if self.faults else 0


def as_they_were(hands: Iterable[Sent]) -> int:
    """How many of these hands are written with the hash that the site had signed."""
    from adjudication.models import Entry

    hashes = set(Entry.objects.values_list("hash", flat=True))
    return sum(hand.stamp is not None and hand.stamp["hash"] in hashes for hand in hands)


def lost(hands: Iterable[Sent]) -> list[Sent]:
    """Those of these hands that are not written, in their order."""
    from adjudication.models import Entry

    there = {str(key) for key in Entry.objects.values_list("client_uuid", flat=True)}
    return [hand for hand in hands if str(uuid.UUID(hand.key)) not in there]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
