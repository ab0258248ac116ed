"""A million hands in columns beside OpenSpiel's checked replay of euchre, on one core, in one run.

    python3 dev.py bench bulk [--hands 100000] [--rounds 5]

The columns are packed before the clock runs, as OpenSpiel's actions are; what reading and packing take is said apart,
and what it takes from a file of packed hands to a file of what they come to. The clock is this process's own time, and
both take turns in each round.
"""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

import engine
from engine import bulk
from engine.bulk import kept
from tests.bench import rivals
from tests.engine import random_hands

SEED = 304
GOAL = 12.0
DIFFERENT = 2_000


def quiet_hands(number: int) -> list[engine.record.HandRecord]:
    """Different plain hands in which nothing was said during the play."""
    rng, hands = Random(SEED), []
    while len(hands) < number:
        record = random_hands.plain(rng, rng.choice(random_hands.PRESETS))
        events = [event for event in record["events"] if event["type"] in ("call", "trump", "play")]
        hands.append(engine.read(record | {"events": events}))
    return hands


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
    records = quiet_hands(DIFFERENT)
    started = time.process_time()
    packed, _ = bulk.pack_plain(records)
    packing = len(records) / (time.process_time() - started)
    columns = packed.part(np.arange(options.hands) % len(packed))
    try:
        rival = rivals.openspiel(Random(SEED), 2_000)
    except rivals.Missing as missing:
        print(f"NOT COMPARED: {missing}")
        rival = None
    ours, ratios, filed = [], [], []
    for _ in range(options.rounds):
        started = time.process_time()
        judged = bulk.judge_columns(columns)
        ours.append(len(columns) / (time.process_time() - started))
        filed.append(len(columns) / from_file_to_file(columns))
        if rival is not None:
            started = time.process_time()
            for hand in rival.hands:
                rival.replay(hand)
            ratios.append(ours[-1] / (len(rival.hands) / (time.process_time() - started)))
    print(f"in columns: {statistics.median(ours):,.0f} hands a second; odd ones among them: {int(judged.odd.sum())}")
    print(f"reading apart, packing into columns: {packing:,.0f} hands a second")
    print(f"from a file of packed hands to a file of what they come to: {statistics.median(filed):,.0f} a second")
    if not ratios:
        return 0
    ratio = statistics.median(ratios)
    print(f"{ratio:.1f} x OpenSpiel euchre (goal {GOAL:g})")
    return 0 if ratio >= GOAL else 1
