"""`dev.py bench load`: how long does saving a hand take on a full evening, and when the whole hall saves at once?

The site as `dev.py run` serves it, on its SQLite file, with 20 scorekeepers who each look at the table's page, open the
form, check the hand and save it, every two to five seconds. Wanted: 95 of 100 savings in less than 200 ms; a burst of
20 through within a second; no answer from 500 on, no "database is locked". Loopback only.
"""

import argparse
import contextlib
import http.client
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlencode

from tests.bench import events, processes
from tests.bench.phones import CSRF, FORM, HAND, HEAD, Phone
from tests.support.ports import free_port

PERCENTILE, GOAL, BURST_GOAL = 95, 0.200, 1.0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench load", description=__doc__)
    parser.add_argument("--keepers", type=int, default=20, help="scorekeepers at once, each at a table (20)")
    parser.add_argument("--seconds", type=float, default=40.0, help="how long (40)")
    parser.add_argument("--bursts", type=int, default=5, help="how often all save at once afterwards (5)")
    parser.add_argument("--between", type=float, nargs=2, default=[2.0, 5.0], metavar="S", help="pause of each (2 5)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="what chance depends on here (drawn)")
    options = parser.parse_args(arguments)
    os.environ.pop("DATABASE_URL", None)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="thunee-load-")))
        _book, tokens = events.prepare(folder, f"sqlite:///{(folder / 'site.sqlite3').as_posix()}", options.keepers)
        port = free_port()
        stack.enter_context(served(folder, port))
        keepers = [Keeper(port, token, f"{options.seed}/{n}", options.between) for n, token in enumerate(tokens)]
        before = processor_seconds(folder)
        evening(keepers, options.seconds)
        used = processor_seconds(folder) - before
        bursts = [burst(keepers) for _ in range(options.bursts)]
        log = "".join(path.read_text(errors="replace") for path in (folder / "logs").glob("*.log"))
    return tell(keepers, used, bursts, log, options.seed)


@contextlib.contextmanager
def served(folder: Path, port: int):
    """The site, by the command that `dev.py run` becomes."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment.update(
        DJANGO_SETTINGS_MODULE="thunee_tournaments.settings", THUNEE_VAR=str(folder), LOG_LEVEL="WARNING",
        PUBLIC_URL=f"http://127.0.0.1:{port}",
    )  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
        cwd=processes.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        if not any("Stop with Ctrl-C" in line for line in process.stdout):
            raise SystemExit("the site did not start")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield
    finally:
        process.terminate()
        process.wait(30)


class Keeper(Phone):
    """A scorekeeper on a good network, with a clock."""

    def __init__(self, port: int, token: str, seed: str, between: list[float]) -> None:
        super().__init__(port, token, seed, threading.Event(), 0)
        self.between = between
        self.took: dict[str, list[float]] = defaultdict(list)
        self.written = 0
        self.broken = 0  # answers from 500 on

    def open_form(self) -> tuple[str, dict[str, str]] | None:
        """The address of the form and a hand typed into it; None if nothing is played at this table."""
        if "thunee_table" not in self.cookies:
            self.let_in()
        found = HAND.search(self.timed("table", self.get, "/table"))
        if not found:
            return None
        address = f"/table/{found[1]}/hand"
        page = self.timed("form", self.get, address)
        head, csrf = HEAD.search(page), CSRF.search(page)
        if not head or not csrf:
            return None
        # The sides win by turns, so that no game ends while this is measured.
        hand = {
            "trumper": "0",
            "points": "85",
            "points_of": "counting",
            "last_trick": str(self.written % 2),
            "call": "0",
        }
        if self.written % 2:
            hand["points"] = "120"
        key = str(uuid.UUID(int=self.rng.getrandbits(128)))
        return address, {**hand, "head": head[1], "key": key, "csrfmiddlewaretoken": csrf[1]}

    def get(self, path: str) -> str:
        before = len(self.failures)
        page = super().get(path)
        self.broken += len(self.failures) - before
        return page

    def save(self, address: str, typed: dict[str, str]) -> None:
        status, body = self.timed("save", self.send, address, {**typed, "action": "save"})
        self.written += 1
        if status != 302:
            self.failures.append(f"{status} on saving: {body[-300:]!r}")

    def send(self, address: str, typed: dict[str, str]) -> tuple[int, bytes]:
        connection = self.connect()
        try:
            connection.request("POST", address, urlencode(typed), {**self.headers(), **FORM})
            answer = connection.getresponse()
            body = answer.read()
            self.broken += answer.status >= 500
            return answer.status, body
        finally:
            connection.close()

    def timed(self, what: str, call, *args):
        started = time.monotonic()
        answer = call(*args)
        self.took[what].append(time.monotonic() - started)
        return answer

    def run(self) -> None:
        self.stop.wait(self.rng.uniform(0, self.between[1]))
        while not self.stop.is_set():
            started = time.monotonic()
            try:
                if opened := self.open_form():
                    address, typed = opened
                    self.timed("check", self.send, address, {**typed, "action": "check"})
                    self.save(address, typed)
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(f"no answer: {error!r}")
            self.stop.wait(max(0.0, self.rng.uniform(*self.between) - (time.monotonic() - started)))


def evening(keepers: list[Keeper], seconds: float) -> None:
    for keeper in keepers:
        keeper.start()
    time.sleep(seconds)
    for keeper in keepers:
        keeper.stop.set()
    for keeper in keepers:
        keeper.join(30)


def burst(keepers: list[Keeper]) -> float:
    """All press Save at the same moment; how long until the last has its answer."""
    opened = [(keeper, keeper.open_form()) for keeper in keepers]
    ready = [(keeper, *form) for keeper, form in opened if form]
    barrier = threading.Barrier(len(ready) + 1)

    def press(keeper: Keeper, address: str, typed: dict[str, str]) -> None:
        barrier.wait()
        keeper.save(address, typed)

    taken = [len(keeper.took["save"]) for keeper, *_ in ready]
    threads = [threading.Thread(target=press, args=one) for one in ready]
    for thread in threads:
        thread.start()
    started = time.monotonic()
    barrier.wait()
    for thread in threads:
        thread.join()
    took = time.monotonic() - started
    for (keeper, *_), count in zip(ready, taken, strict=True):
        keeper.took["save in a burst"] += keeper.took["save"][count:]
        del keeper.took["save"][count:]
    if len(ready) < len(keepers):
        keepers[0].failures.append(f"only {len(ready)} of {len(keepers)} had a hand to save")
    return took


def processor_seconds(folder: Path) -> float:
    """What the site's processes used of the processor so far, where the system tells (Linux): 0.0 elsewhere. A busy
    machine makes every answer slower, but not this."""
    used = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (
                b"THUNEE_VAR=" + str(folder).encode() in (process / "environ").read_bytes()
                and int(process.name) != os.getpid()
            ):
                fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
                used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK") if used else 0.0


def tell(keepers: list[Keeper], used: float, bursts: list[float], log: str, seed: str) -> int:
    took: dict[str, list[float]] = defaultdict(list)
    for keeper in keepers:
        for what, times in keeper.took.items():
            took[what] += times
    for what, times in took.items():
        print(f"{what:<16} {len(times):>5} times: half in {ms(statistics.median(times))}, "
              f"{PERCENTILE} of 100 in {ms(percentile(times))}, the longest {ms(max(times))}")  # fmt: skip
    failures = [fault for keeper in keepers for fault in keeper.failures]
    locked, broken = log.count("database is locked"), sum(keeper.broken for keeper in keepers)
    if locked or broken:
        failures.append(f"{broken} answers from 500 on; the log says {locked} times: database is locked")
    for fault in failures[:20]:
        print("FAULT:", fault)
    hands = len(took["save"])
    if used and hands:
        print(f"the site used {used / hands * 1000:.0f} ms of processor time for each of {hands} hands and its pages")
    saved = percentile(took["save"]) if took["save"] else float("inf")
    longest = max(bursts, default=0.0)
    print(f"saving: {ms(saved)} of the {ms(GOAL)} allowed; {len(keepers)} at once: {ms(longest)} of {ms(BURST_GOAL)}; "
          f"{broken} answers from 500 on, {locked} times locked, {len(failures)} faults (seed {seed!r})")  # fmt: skip
    return 1 if failures or saved >= GOAL or longest >= BURST_GOAL else 0


def percentile(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * PERCENTILE // 100)]


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
