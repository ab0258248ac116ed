"""A million hands in columns beside OpenSpiel's checked replay of euchre, on one core, in one run.

    python3 dev.py bench bulk [--hands 100000] [--rounds 5]

The columns are packed before the clock runs, as OpenSpiel's actions are; what reading and packing take is said apart,
what it takes from lines of JSON to what they come to, and from a file of packed hands to such a file. The clock is this
process's own time, and all take turns in each round.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

import engine
from engine import bulk
from engine.bulk import kept
from tests.bench import rivals
from tests.engine import random_hands

SEED = 304
GOAL = 12.0
GOAL_LINES = 100_000
DIFFERENT, DIFFERENT_LINES = 2_000, 20_000


def quiet_hands(number: int) -> Iterator[dict[str, Any]]:
    """Different plain hands in which nothing was said during the play."""
    rng = Random(SEED)
    for _ in range(number):
        record = random_hands.plain(rng, rng.choice(random_hands.PRESETS))
        yield record | {"events": [event for event in record["events"] if event["type"] in ("call", "trump", "play")]}


def from_lines(lines: list[bytes]) -> float:
    """Seconds from lines of JSON to what they come to, in columns."""
    started = time.process_time()
    columns, others = bulk.pack_lines(lines)
    bulk.judge_columns(columns)
    assert len(others) < len(lines) / 100
    return time.process_time() - started


def from_file_to_file(columns: bulk.Columns) -> float:
    """Seconds to read packed hands from a Parquet file, judge them, and write what they come to into another."""
    with tempfile.TemporaryDirectory() as folder:
        packed, done = Path(folder) / "packed.parquet", Path(folder) / "judged.parquet"
        kept.write_columns(packed, columns)
        started = time.process_time()
        again = kept.read_columns(packed)
        kept.write_judged(done, again, bulk.judge_columns(again))
        return time.process_time() - started


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench bulk", description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    records = [engine.read(hand) for hand in quiet_hands(DIFFERENT)]
    lines = [json.dumps(hand).encode() for hand in quiet_hands(DIFFERENT_LINES)]
    started = time.process_time()
    packed, _ = bulk.pack_plain(records)
    packing = len(records) / (time.process_time() - started)
    columns = packed.part(np.arange(options.hands) % len(packed))
    try:
        rival = rivals.openspiel(Random(SEED), 2_000)
    except rivals.Missing as missing:
        print(f"NOT COMPARED: {missing}")
        rival = None
    ours, ratios, filed, lined = [], [], [], []
    for _ in range(options.rounds):
        started = time.process_time()
        judged = bulk.judge_columns(columns)
        ours.append(len(columns) / (time.process_time() - started))
        filed.append(len(columns) / from_file_to_file(columns))
        lined.append(len(lines) / from_lines(lines))
        if rival is not None:
            started = time.process_time()
            for hand in rival.hands:
                rival.replay(hand)
            ratios.append(ours[-1] / (len(rival.hands) / (time.process_time() - started)))
    print(f"in columns: {statistics.median(ours):,.0f} hands a second; odd ones among them: {int(judged.odd.sum())}")
    print(f"reading apart, packing into columns: {packing:,.0f} hands a second")
    print(f"from lines of JSON to what they come to: {statistics.median(lined):,.0f} a second (goal {GOAL_LINES:,})")
    print(f"from a file of packed hands to a file of what they come to: {statistics.median(filed):,.0f} a second")
    if not ratios:
        return 0
    ratio = statistics.median(ratios)
    print(f"{ratio:.1f} x OpenSpiel euchre (goal {GOAL:g})")
    return 0 if ratio >= GOAL else 1
