"""`dev.py bench evenings`: events of all formats, with any plan, to their end, and nothing may differ.

Each has a plan by chance (`any_plan`), three to sixteen teams and some tables, is drawn and played by the simulator,
hand for hand through the same acts as people use: with corrections, disputes and their decisions, teams that do not
come, go home, come back or come late, rounds set by hand, places changed, draws and rounds taken back, and results that
are turned when others stand on them. After each match nobody may sit at two tables; at the end everything is decided,
every total equals its replay, and every draw can be made again. `--from N` begins at event N: each is played by its
number alone, so that a fault can be looked at again.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.bench import events

PEOPLE = ("organiser", "referee")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench evenings", description=__doc__)
    parser.add_argument("--events", type=int, default=100, help="how many are played (100)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first one (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once (a processor each)")
    options = parser.parse_args(arguments)
    done: Counter[str] = Counter()
    faults: list[str] = []
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="thunee-evenings-") as folder,
        ProcessPoolExecutor(options.jobs, initializer=begin, initargs=(folder,)) as pool,
    ):
        for number, told in enumerate(pool.map(evening, range(options.first, options.first + options.events)), 1):
            done.update(told["done"])
            if told["fault"]:
                faults.append(told["fault"])
                print(told["fault"], flush=True)
            if sys.stdout.isatty() or number % 100 == 0:
                print(f"{number} events, {len(faults)} faults, {time.monotonic() - began:,.0f} s", flush=True)
    for what, number in sorted(done.items()):
        print(f"{number:>8,} {what}")
    print(f"{options.events} events, {len(faults)} faults")
    return 1 if faults else 0


def begin(folder: str) -> None:
    """A process with a database of its own."""
    own = Path(folder) / str(os.getpid())
    (own / "static").mkdir(parents=True)
    events.configure(own, f"sqlite:///{own.as_posix()}/site.sqlite3")


def evening(number: int) -> dict[str, Any]:
    """Play the event of this number; what was done in it, and what went wrong ("" for nothing)."""
    from django.db import transaction

    from tests.support.brackets.any_evening import AnyEvening

    with transaction.atomic():
        one = AnyEvening(number)
        fault = one.fault()
        transaction.set_rollback(True)
    return {"done": one.done, "fault": f"event {number}: {one.told}: {fault}" if fault else ""}
