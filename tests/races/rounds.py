"""Rounds of a race on one database: the state is brought back, everybody acts at once, and what came of it is judged.

With the guards in place no round may go wrong. Then the locks are taken away, and one has to: a race that cannot be
lost proves nothing.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.races.kept import Kept
from tests.races.races import RACES, Race
from tests.support import racing

BETWEEN = 0.02  # seconds between reading and writing, for another to slip in where it can
CERTAIN = 2.0  # seconds they wait for each other where nothing keeps them apart
CONTROLS = 80  # rounds without locks; the first that goes wrong is enough


@dataclass
class Ran:
    """What came of one race."""

    race: Race
    rounds: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    control: str = ""
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        return bool(self.faults) or not self.control

    def __str__(self) -> str:
        each = self.seconds / max(1, self.rounds) * 1000
        said = f"{self.race.name:<22} {self.rounds:>5} rounds, {each:>4.0f} ms each: "
        said += f"{self.faults.total()} WRONG {dict(self.faults.most_common(3))}" if self.faults else "none wrong"
        return f"{said}; control: {self.control[:90] or 'NOTHING WENT WRONG WITHOUT LOCKS'}"


def run(kept: Kept, folder: Path, rounds: int, names: Sequence[str] = ()) -> Iterator[Ran]:
    """Every race, or those named, one after the other, from the database as it is now."""
    kept.keep("empty")
    racers = racing.Race("tests.races.racer", folder, from_settings=True)
    # Of their own for the controls: a statement that was prepared with a lock in it would keep it.
    unlocked = racing.Race("tests.races.racer", folder, from_settings=True)
    try:
        for race in RACES:
            if not names or race.name in names:
                yield _run(race, kept, racers, unlocked, rounds)
    finally:
        racers.end()
        unlocked.end()


def _run(race: Race, kept: Kept, racers: racing.Race, unlocked: racing.Race, rounds: int) -> Ran:
    kept.back("empty")
    orders = race.prepared()
    kept.keep("before")
    ran = Ran(race)
    started = time.monotonic()
    for _ in range(rounds):
        kept.back("before")
        got = [one["got"] for one in racers.run([{**each, "pause": BETWEEN} for each in orders])]
        fault = race.fault(got)
        ran.rounds += 1
        ran.faults[fault] += bool(fault)
    ran.faults += Counter()  # forget what never happened
    ran.seconds = time.monotonic() - started
    for _ in range(CONTROLS):
        kept.back("before")
        got = [one["got"] for one in unlocked.run([{**each, "without": "lock", "certain": CERTAIN} for each in orders])]
        ran.control = race.fault(got)
        if ran.control:
            break
    return ran
