"""What compiling the engine's rules would bring: the same sources through mypyc, beside the plain ones.

    python3 dev.py bench compiled [--rounds 9] [--hands 1500]

The modules that judge Thunee are compiled in a copy, unchanged; needs a C compiler. Both judge and read the same hands
by turns, in a process each; what is told is the median of the ratios of the rounds. That they find the same is asserted
before.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# What judges a hand of Thunee; `transcript` makes an object without its constructor, which mypyc does not take.
COMPILED = (
    "play", "count", "judge", "calling", "pack", "facts", "order", "race", "claims", "jodhi", "double", "khanuck",
    "quick",
)  # fmt: skip
MEASURE = """
import gc, hashlib, json, sys, time
sys.path[:0] = [sys.argv[1]]
sys.path.append(sys.argv[2])
from random import Random
import engine
from tests.engine import random_hands
rng, hands = Random(304), int(sys.argv[3])
sets = {
    "plain": [random_hands.plain(rng) for _ in range(hands)],
    "odd": [random_hands.odd(rng) for _ in range(hands)],
}
found = hashlib.sha256()
for given in sets.values():
    for one in given:
        found.update(json.dumps(engine.adjudicate(one).to_dict()).encode())
print(json.dumps({"from": engine.__file__, "found": found.hexdigest()}), flush=True)
for _ in sys.stdin:
    told = {}
    for name, given in sets.items():
        records = [engine.read(one) for one in given]
        gc.collect()
        for way, act, some in (("adjudicate", engine.adjudicate, records), ("read", engine.read, given)):
            began = time.process_time()
            for one in some:
                act(one)
            told[f"{name} hands: {way}"] = hands / (time.process_time() - began)
    print(json.dumps(told), flush=True)
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench compiled", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds (9)")
    parser.add_argument("--hands", type=int, default=1500, help="hands of each kind (1500)")
    options = parser.parse_args(arguments)
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        print("NOT MEASURED: there is no C compiler on this machine")
        return 0
    with tempfile.TemporaryDirectory(prefix="thunee-compiled-") as folder:
        if not _compiled(Path(folder)):
            return 1
        contestants = {"plain": _started(ROOT, options.hands), "compiled": _started(Path(folder), options.hands)}
        return _measure(contestants, options.rounds)


def _compiled(folder: Path) -> bool:
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    mypyc = [str(Path(sys.executable).with_name("mypyc"))]
    made = subprocess.run(
        [*mypyc, *(f"engine/thunee/{name}.py" for name in COMPILED)], cwd=folder, capture_output=True, text=True
    )
    if made.returncode:
        print(made.stdout[-2000:], made.stderr[-2000:], sep="\n")
    return made.returncode == 0


def _started(home: Path, hands: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", MEASURE, str(home), str(ROOT), str(hands)],
        cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def _measure(contestants: dict[str, subprocess.Popen], rounds: int) -> int:
    first = {name: json.loads(process.stdout.readline()) for name, process in contestants.items()}
    assert first["plain"]["from"] != first["compiled"]["from"], "one engine is measured against itself"
    if first["plain"]["found"] != first["compiled"]["found"]:
        print("the compiled engine finds something else: nothing else counts")
        return 1
    rates: dict[str, list[dict[str, float]]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, process in contestants.items():
            process.stdin.write("\n")
            process.stdin.flush()
            rates[name].append(json.loads(process.stdout.readline()))
    for process in contestants.values():
        process.stdin.close()
        process.wait()
    for way in rates["plain"][0]:
        ratios = [mine[way] / plain[way] for mine, plain in zip(rates["compiled"], rates["plain"], strict=True)]
        middle = statistics.median(ratios)
        print(f"{way}: {middle:.2f} times as fast compiled ({min(ratios):.2f} to {max(ratios):.2f})")
    return 0
