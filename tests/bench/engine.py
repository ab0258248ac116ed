"""Hands a second: reading, judging, both, and judging with the explanation, beside the nearest engines of others.

    python3 dev.py bench engine [--rounds 9] [--hands 1500] [--json FILE] [--check | --keep 5]

All contestants take turns in each round, so that a busy machine slows them alike; what is said is the median over the
rounds, and the ratios are medians of the ratios within a round. A HandRecord is read anew before every round, outside
the clock, so that nothing can have been kept from the round before. The clock is the processor's time spent in this
process, so that other work on the machine does not count.

One run is no figure to quote: `--keep 5` takes the median of five runs, each a process of its own, and writes it down
with its spread (`engine_ratios.json`); `--check` holds a run against that.
"""

import argparse
import gc
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine.lines import AT_ONCE, Answer, answers
from tests.bench import ratios, rivals, yardstick
from tests.engine import random_hands

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 304
GOALS = {"OpenSpiel euchre": 1.8, "jass-kit Schieber": 40.0}
# Of plain hands, this way as a part of the speed of that one; and of odd hands beside OpenSpiel.
PARTS = {"read": 0.45, "read and adjudicate": 0.35}
ODD_GOAL = 0.6
FROM_LINES = "from a line of JSON to"
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


def in_brief(lines: list[bytes]) -> list[Answer]:
    """As `adjudicate --brief` does it with a file, from lines to lines."""
    return list(answers(lines, brief=True, at_once=AT_ONCE))


def in_full(lines: list[bytes]) -> list[Answer]:
    """As `adjudicate` does it with a file, from lines to lines."""
    return list(answers(lines, at_once=AT_ONCE))


class Contestant:
    """Something that is measured: its name, where its hands come from (made anew each round), what is done to each
    or, where they come in one list, to all."""

    def __init__(self, name: str, hands: Callable[[], list[Any]], act: Callable[[Any], Any], all: bool = False) -> None:
        self.name, self.hands, self.act, self.all = name, hands, act, all
        self.rates: list[float] = []

    def run(self) -> None:
        """One round: all hands once, on the clock."""
        hands, act = self.hands(), self.act
        gc.collect()
        gc.freeze()  # the hands themselves are no garbage to be looked through on the clock
        started = time.process_time()
        for hand in [hands] if self.all else hands:
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

    lines = [json.dumps(one).encode() for one in given]

    def as_lines() -> list[Any]:
        return lines

    return [
        Contestant(f"{title}: read", lambda: given, engine.read),
        Contestant(f"{title}: {JUDGED}", fresh, engine.adjudicate),
        Contestant(f"{title}: {TOLD}", fresh, verdict),
        Contestant(f"{title}: read and adjudicate", lambda: given, read_and_judge),
        Contestant(f"{title}: adjudicate with the whole explanation", fresh, explained),
        Contestant(f"{title}: {FROM_LINES} the result", as_lines, in_brief, all=True),
        Contestant(f"{title}: {FROM_LINES} the whole ruling", as_lines, in_full, all=True),
    ]


def others(hands: int) -> Iterable[Contestant]:
    """The rivals that are installed; says plainly which are not."""
    for number, make in ((hands, rivals.openspiel), (max(hands // 5, 50), rivals.jass_kit)):
        try:
            rival = make(Random(SEED), number)
        except rivals.Missing as missing:
            print(f"NOT MEASURED: {missing}")
            continue
        yield Contestant(rival.name, partial(list, rival.hands), rival.replay)


def beside(hands: int) -> Contestant:
    """The yardstick, which is always there."""
    name, make, act = yardstick.CONTESTANT
    kept = make(Random(SEED), hands)
    return Contestant(name, lambda: kept, act)


def import_time() -> float:
    """Milliseconds that `import engine` takes in a fresh interpreter (median of nine)."""
    code = "import time; t = time.perf_counter(); import engine; print((time.perf_counter() - t) * 1000)"
    runs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True) for _ in range(9)]
    return statistics.median(float(run.stdout) for run in runs)


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    if options.keep:
        return keep(options)
    contestants = measure(options)
    imported = import_time()
    _report(contestants, options, imported)
    measured = _ratios(contestants)
    if options.json:
        rates = {contestant.name: contestant.rate for contestant in contestants}
        told = {"rates": rates, "import_ms": imported, "ratios": measured}
        Path(options.json).write_text(json.dumps(told, indent=1))
    return check(measured, options.margin) if options.check else 0


def measure(options: argparse.Namespace) -> list[Contestant]:
    """Let all contestants take their turns."""
    rng = Random(SEED)
    plain = [random_hands.plain(rng) for _ in range(options.hands)]
    odd = [random_hands.odd(rng) for _ in range(options.hands)]
    for one in plain:
        assert not engine.adjudicate(one).infractions
    contestants = [*ours("plain hands", plain), *ours("odd hands", odd), beside(options.hands), *others(options.hands)]
    for contestant in contestants:  # once to warm up
        contestant.run()
        contestant.rates.clear()
    for _ in range(options.rounds):
        for contestant in contestants:
            contestant.run()
    return contestants


def keep(options: argparse.Namespace) -> int:
    """Measure several times, each time in a new process, and write the medians down."""
    runs = []
    with tempfile.TemporaryDirectory(prefix="thunee-engine-") as folder:
        told = Path(folder) / "run.json"
        command = [sys.executable, "-m", "tests.bench", "engine", "--json", str(told)]
        command += ["--rounds", str(options.rounds), "--hands", str(options.hands)]
        for number in range(1, options.keep + 1):
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            runs.append(json.loads(told.read_text())["ratios"])
            print(f"run {number} of {options.keep}", flush=True)
    ratios.keep(runs)
    for name, one in ratios.of(runs).items():
        print(f"{name}: {one['median']:.3g} ({one['lowest']:.3g} to {one['highest']:.3g} in {one['runs']} runs)")
    return 0


def check(measured: ratios.Measured, margin: float) -> int:
    """Hold this run's ratios against those that are kept."""
    lines, wrong = ratios.compare(ratios.load(), measured, margin)
    print("\n" + "\n".join(lines))
    print(f"{len(lines)} ratios, {len(wrong)} of them wrong (margin {margin:.0%})")
    return 1 if wrong or not lines else 0


def _ratios(contestants: list[Contestant]) -> ratios.Measured:
    """Each way of the engine beside the yardstick; what others are asked for, beside them."""
    measured = {one.name: one for one in contestants}
    yard = measured.pop(yardstick.CONTESTANT[0])
    found = {f"{one.name} / {yard.name}": one.ratio(yard) for one in measured.values() if one.name not in GOALS}
    for name in GOALS:
        if name in measured:
            found |= {f"{way} / {name}": measured[way].ratio(measured[name]) for way in _ways()}
    return found


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds (9)")
    parser.add_argument("--hands", type=int, default=1500, help="hands of each kind (1500)")
    parser.add_argument("--json", default="", help="write the rates to this file too")
    parser.add_argument("--check", action="store_true", help="hold the ratios against those kept in the repository")
    parser.add_argument("--margin", type=float, default=0.15, help="how much slower is still the same (0.15)")
    parser.add_argument("--keep", type=int, default=0, metavar="RUNS", help="keep the medians of so many runs anew")
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
        if name == "OpenSpiel euchre":
            reached = "reached" if ratios[f"odd hands: {JUDGED}"] >= ODD_GOAL else "MISSED"
            print(f"odd hands beside {name}: goal {ODD_GOAL}: {reached}")
        told = "; ".join(f"{ratio:.2f} ({way})" for way, ratio in ratios.items())
        print(f"times {name}: {told}. Goal {goal}: {word}")
    judged = measured[f"plain hands: {JUDGED}"]
    for way, goal in PARTS.items():
        ratio = measured[f"plain hands: {way}"].ratio(judged)
        word = "reached" if ratio >= goal else "MISSED"
        print(f"plain hands, {way}: {ratio:.2f} of the speed of adjudicating. Goal {goal}: {word}")
    print(f"import engine: {imported:.0f} ms; goal under {IMPORT_GOAL_MS}: {'reached' if imported < 50 else 'MISSED'}")


def _ways() -> list[str]:
    return [f"{title}: {way}" for title in ("plain hands", "odd hands") for way in (JUDGED, TOLD)]
