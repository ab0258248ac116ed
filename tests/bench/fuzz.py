"""Spoiling records by the hundred thousand: nothing that is handed in may raise anything but RecordError.

    python3 dev.py bench fuzz [--records 200000] [--seconds 600] [--seed N] [--processes 2]

Each record is a random hand, a scoresheet or a golden hand of any game, with one to six mutations (dropped, doubled,
swapped, retyped, cut short, half characters, huge numbers, deep nesting), or with well-formed events at other times and
places. It goes through `read`, `adjudicate`, `to_dict`, JSON, and `read` of what `to_dict` wrote; as text through the
reader of JSON Lines; with others through `adjudicate_game`; and on the way it is held against what is true of every
hand. Some are sheets made to be slow, as full as can be with little that decides them: none may take 20 ms. Every run
tries others, unless it is given a seed. Exit status 1 if anything was found.
"""

import argparse
import copy
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import engine
from engine import lines
from engine.explain import explain
from tests.engine import cases, mutations, random_hands, random_tallies

GOLDEN = [record for _, record, _ in cases.load()]
BATCH = 500
SHOWN = 5
SLOWEST = 0.02  # seconds


class Found(NamedTuple):
    """Something that was raised: what, where, the seed and number that make it again, and the record."""

    what: str
    seed: int
    number: int
    record: str


class Outcome(NamedTuple):
    """What became of a batch: how many of each outcome, and everything that was found."""

    counts: Counter[str]
    found: list[Found]


def batch(seed: int) -> Outcome:
    """One batch of records, all from one seed."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    found: list[Found] = []
    for number in range(BATCH):
        valid = _valid(rng)
        spoilt = (mutations.mutated if rng.random() < 0.6 else mutations.rearranged)(rng, valid)
        act = rng.choices(ACTS, weights=(78, 10, 10, 2))[0]
        try:
            counts[act(rng, spoilt)] += 1
        except Exception as error:
            counts["UNCAUGHT"] += 1
            found.append(Found(_where(error), seed, number, _written(spoilt)))
    return Outcome(counts, found)


def _valid(rng: random.Random) -> Any:
    wheel = rng.random()
    if wheel < 0.4:
        return random_hands.odd(rng)
    return random_tallies.tally(rng) if wheel < 0.65 else copy.deepcopy(rng.choice(GOLDEN))


def judged(rng: random.Random, spoilt: Any) -> str:
    """Through read, adjudicate, to_dict, JSON and an explanation."""
    try:
        record = engine.read(spoilt)
    except engine.RecordError as wrong:
        _check_faults(wrong.errors)
        return "refused"
    ruling = engine.adjudicate(record)
    told = ruling.to_dict()
    text = json.dumps(told)
    assert json.dumps(engine.adjudicate(record).to_dict()) == text, "the same record, another ruling"
    assert engine.read(record.to_dict()).to_dict() == record.to_dict(), "a record written out reads otherwise"
    assert explain(ruling)[-1].startswith("Result"), "an explanation without its result"
    _check_ruling(told)
    if record.game == "thunee" and record.players == 4 and len(told["tricks"]) == 6:
        assert sum(trick["points"] for trick in told["tricks"]) == 304, "the points are not 304"
    return ruling.status


def as_a_line(rng: random.Random, spoilt: Any) -> str:
    """Through the reader of JSON Lines, sometimes with a byte out of place."""
    try:
        line = json.dumps(spoilt).encode()
    except (ValueError, TypeError, RecursionError):
        return "no JSON"
    if rng.random() < 0.5 and line:
        place = rng.randrange(len(line))
        line = line[:place] + bytes([rng.randrange(256)]) + line[place + rng.randrange(2) :]
    for as_text in (False, True):
        for answer in lines.answers([line], as_text=as_text):
            answer.text.encode()
    return "line"


def in_a_game(rng: random.Random, spoilt: Any) -> str:
    """With two other hands through adjudicate_game."""
    hands = [random_hands.plain(rng, "durban-classic"), spoilt, random_tallies.tally(rng, "durban-classic")]
    rng.shuffle(hands)
    ledger = engine.adjudicate_game(hands)
    told = ledger.to_dict()
    json.dumps(told)
    assert len(told["hands"]) == len(hands)
    return "game"


def slow_sheet(rng: random.Random, _spoilt: Any) -> str:
    """A sheet full of jodhi of which little else is known: judged and written out within its time."""
    players = rng.choice((2, 4, 6))
    record = random_tallies.tally(rng, missing=6)
    values = (20, 30, 40, 50)
    jodhi = [
        {"seat": rng.randrange(players), "suit": rng.choice("shdc"), "value": rng.choice(values)}
        for _ in range(rng.randint(0, 24))
    ]
    specials = {key: rng.randrange(players) for key in ("double", "khanuck") if rng.random() < 0.5}
    record["players"], record["dealer"] = players, rng.randrange(players)
    record["tally"] = {"call": rng.choice((0, 20, 100)), "jodhi": jodhi, **specials}
    took = min(_seconds_for(record) for _ in range(3))
    assert took < SLOWEST, f"a sheet took {took * 1000:.0f} ms"
    return "slow sheet"


def _seconds_for(record: Any) -> float:
    started = time.thread_time()
    engine.adjudicate(record).to_dict()
    return time.thread_time() - started


ACTS: tuple[Callable[[random.Random, Any], str], ...] = (judged, as_a_line, in_a_game, slow_sheet)


def _check_faults(errors: list[dict[str, str]]) -> None:
    assert errors, "refused without a fault"
    assert all(fault.keys() == {"path", "message"} for fault in errors)
    json.dumps(errors, ensure_ascii=False).encode()


def _check_ruling(told: dict[str, Any]) -> None:
    status, balls = told["status"], told.get("balls")
    if told["game"] != "thunee":
        return
    if status == "decided":
        assert 0 in balls.values(), "balls to both sides"
        assert told["winner"] in ("A", "B")
    elif status == "void":
        assert balls == {"A": 0, "B": 0}
    else:
        assert balls is None
        assert told["reasons"] if status == "undecidable" else told["errors"]


def _where(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if f"{engine.__name__}/" in frame.filename]
    place = f" at {frames[-1].filename.rpartition('/engine/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {str(error)[:200]}{place}"


def _written(spoilt: Any) -> str:
    try:
        return repr(spoilt)[:3000]
    except (RecursionError, ValueError):
        return "(too deep or too long to be written)"


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    first = options.seed if options.seed is not None else random.SystemRandom().randrange(10**12)
    print(f"seed {first}; the same again: --seed {first}", flush=True)
    counts: Counter[str] = Counter()
    found: list[Found] = []
    batches = -(-options.records // BATCH)
    started = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        waiting = range(first, first + batches)
        for done, outcome in enumerate(pool.map(batch, waiting, chunksize=2), 1):
            counts += outcome.counts
            found += outcome.found
            if done % 50 == 0:
                print(f"  {sum(counts.values()):,} records, {counts['UNCAUGHT']} found", flush=True)
            if time.perf_counter() - started > options.seconds:
                pool.shutdown(cancel_futures=True)
                break
    _report(counts, found, time.perf_counter() - started)
    return 1 if found else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench fuzz", description=__doc__)
    parser.add_argument("--records", type=int, default=200_000, help="how many (200,000)")
    parser.add_argument("--seconds", type=int, default=600, help="at most so long (600)")
    parser.add_argument("--seed", type=int, default=None, help="to try the same records again")
    parser.add_argument("--processes", type=int, default=2, help="at once (2)")
    return parser.parse_args(arguments)


def _report(counts: Counter[str], found: list[Found], seconds: float) -> None:
    total = sum(counts.values())
    print(f"\n{total:,} spoilt records in {seconds:.0f} s, {total / seconds:,.0f} a second")
    for outcome, number in counts.most_common():
        print(f"{number:>10,}  {number / total:6.1%}  {outcome}")
    by_kind = Counter(one.what for one in found)
    for what, number in by_kind.most_common():
        print(f"\n{number} times {what}")
        for one in [one for one in found if one.what == what][:SHOWN]:
            print(f"  batch --seed {one.seed}, record {one.number}: {one.record}")
    print("\nnothing was raised but RecordError" if not found else f"\n{len(found)} FOUND", file=sys.stdout, flush=True)
