"""Hands a second by `adjudicate` on a file, as a program of its own, its start included.

    python3 dev.py bench files [--hands 60000] [--rounds 5]

A file of different plain hands (`tests.engine.random_hands.plain`) is judged in brief, in brief into a Parquet file and
with the whole ruling, by turns; what is said is the median of the rounds with the least and the most, by the time the
processor spent in that program. Each time all hands must have been judged.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.engine import random_hands

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 304


def rows_of(path: Path) -> int:
    """How many hands of a file of results were decided or void."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        status = pq.read_table(path, columns=["status"]).column(0).to_pylist()
    else:
        with path.open("rb") as lines:
            status = [json.loads(line)["status"] for line in lines]
    return sum(one in ("decided", "void") for one in status)


# What is measured: its name, the options, where the results go, and the goal in hands a second.
WAYS = (
    ("in brief", ("--brief",), "results.jsonl", 20_000),
    ("in brief, into a Parquet file", ("--brief",), "results.parquet", None),
    ("the whole ruling", (), "rulings.jsonl", 6_000),
)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench files", description=__doc__)
    parser.add_argument("--hands", type=int, default=60_000, help="hands in the file (60000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (5)")
    options = parser.parse_args(arguments)
    rng = Random(SEED)
    with tempfile.TemporaryDirectory(prefix="thunee-files-") as folder:
        given = Path(folder) / "hands.jsonl"
        with given.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(random_hands.plain(rng)) + "\n" for _ in range(options.hands))
        rates: dict[str, list[float]] = {name: [] for name, *_ in WAYS}
        for _ in range(options.rounds):
            for name, how, to, _goal in WAYS:
                results = Path(folder) / to
                rates[name].append(options.hands / seconds_of("adjudicate", *how, str(given), "-o", str(results)))
                judged = rows_of(results)
                assert judged == options.hands, f"{name}: {judged:,} of {options.hands:,} hands were judged"
                results.unlink()
    reached = True
    for name, _how, _to, goal in WAYS:
        median, least, most = statistics.median(rates[name]), min(rates[name]), max(rates[name])
        print(f"{name}: {median:,.0f} a second ({least:,.0f} to {most:,.0f})" + (f"; goal {goal:,}" if goal else ""))
        reached = reached and median >= (goal or 0)
    return 0 if reached else 1


def seconds_of(*arguments: str) -> float:
    """What the processor spends on the engine's command with these arguments."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "engine", *arguments], cwd=ROOT, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
