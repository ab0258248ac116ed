"""Hands a second: reading, judging, both, and judging with the explanation, beside the nearest engines of others.

    python3 dev.py bench engine [--rounds 9] [--hands 1500] [--json FILE]

All contestants take turns in each round, so that a busy machine slows them alike; what is said is the median over the
rounds, and the ratios are medians of the ratios within a round. A HandRecord is read anew before every round, outside
the clock, so that nothing can have been kept from the round before. The clock is the processor's time spent in this
process, so that other work on the machine does not count.
"""

import argparse
import gc
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import engine
from tests.bench import rivals
from tests.engine import random_hands

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 304
GOALS = {"OpenSpiel euchre": 1.5, "jass-kit Schieber": 40.0}
IMPORT_GOAL_MS = 50
JUDGED = "adjudicate, on a HandRecord"
TOLD = "adjudicate, and the result read"


def verdict(record: Any) -> Any:
    """Judge, and ask for what a table wants to know: who opens how many balls."""
    ruling = engine.adjudicate(record)
    return ruling.status, ruling.kind, ruling.winner, ruling.balls


def explained(record: Any) -> Any:
    """Judge, and ask for everything: count, tricks, claims, steps, differences."""
    return engine.adjudicate(record).to_dict()


def read_and_judge(given: Any) -> Any:
    """From JSON's objects to the result."""
    return verdict(engine.read(given))


class Contestant:
    """Something that is measured: its name, where its hands come from (made anew each round), what is done to each."""

    def __init__(self, name: str, hands: Callable[[], list[Any]], act: Callable[[Any], Any]) -> None:
        self.name, self.hands, self.act = name, hands, act
        self.rates: list[float] = []

    def run(self) -> None:
        """One round: all hands once, on the clock."""
        hands, act = self.hands(), self.act
        gc.collect()
        gc.freeze()  # the hands themselves are no garbage to be looked through on the clock
        started = time.process_time()
        for hand in hands:
            act(hand)
        self.rates.append(len(hands) / (time.process_time() - started))
        gc.unfreeze()

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    def ratio(self, other: "Contestant") -> float:
        """How many times as fast as another, as the median of the rounds."""
        return statistics.median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def ours(title: str, given: list[Any]) -> list[Contestant]:
    """The engine on one set of hands, in its ways of being used."""

    def fresh() -> list[Any]:
        return [engine.read(one) for one in given]

    return [
        Contestant(f"{title}: read", lambda: given, engine.read),
        Contestant(f"{title}: {JUDGED}", fresh, engine.adjudicate),
        Contestant(f"{title}: {TOLD}", fresh, verdict),
        Contestant(f"{title}: read and adjudicate", lambda: given, read_and_judge),
        Contestant(f"{title}: adjudicate with the whole explanation", fresh, explained),
    ]


def others(hands: int) -> Iterable[Contestant]:
    """The rivals that are installed; says plainly which are not."""
    for number, make in ((hands, rivals.openspiel), (max(hands // 5, 50), rivals.jass_kit)):
        try:
            rival = make(Random(SEED), number)
        except rivals.Missing as missing:
            print(f"NOT MEASURED: {missing}")
            continue
        yield Contestant(rival.name, lambda kept=rival.hands: kept, rival.replay)


def import_time() -> float:
    """Milliseconds that `import engine` takes in a fresh interpreter (median of nine)."""
    code = "import time; t = time.perf_counter(); import engine; print((time.perf_counter() - t) * 1000)"
    runs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True) for _ in range(9)]
    return statistics.median(float(run.stdout) for run in runs)


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    rng = Random(SEED)
    plain = [random_hands.plain(rng) for _ in range(options.hands)]
    odd = [random_hands.odd(rng) for _ in range(options.hands)]
    for one in plain:
        assert not engine.adjudicate(one).infractions
    contestants = [*ours("plain hands", plain), *ours("odd hands", odd), *others(options.hands)]
    for contestant in contestants:  # once to warm up
        contestant.run()
        contestant.rates.clear()
    for _ in range(options.rounds):
        for contestant in contestants:
            contestant.run()
    imported = import_time()
    _report(contestants, options, imported)
    if options.json:
        rates = {contestant.name: contestant.rate for contestant in contestants}
        Path(options.json).write_text(json.dumps({"rates": rates, "import_ms": imported}, indent=1))
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds (9)")
    parser.add_argument("--hands", type=int, default=1500, help="hands of each kind (1500)")
    parser.add_argument("--json", default="", help="write the rates to this file too")
    return parser.parse_args(arguments)


def _report(contestants: list[Contestant], options: argparse.Namespace, imported: float) -> None:
    print(f"Python {platform.python_version()}, {options.rounds} rounds of {options.hands} hands, medians\n")
    for contestant in contestants:
        low, high = min(contestant.rates), max(contestant.rates)
        print(f"{contestant.rate:>12,.0f} hands/s   {contestant.name}   ({low:,.0f} to {high:,.0f})")
    print()
    measured = {one.name: one for one in contestants}
    for name, goal in GOALS.items():
        if name not in measured:
            print(f"{name}: not measured, so its goal of {goal} times is open")
            continue
        ratios = {way: measured[way].ratio(measured[name]) for way in _ways()}
        word = "reached" if ratios[f"plain hands: {JUDGED}"] >= goal else "MISSED"
        told = "; ".join(f"{ratio:.2f} ({way})" for way, ratio in ratios.items())
        print(f"times {name}: {told}. Goal {goal}: {word}")
    print(f"import engine: {imported:.0f} ms; goal under {IMPORT_GOAL_MS}: {'reached' if imported < 50 else 'MISSED'}")


def _ways() -> list[str]:
    return [f"{title}: {way}" for title in ("plain hands", "odd hands") for way in (JUDGED, TOLD)]
