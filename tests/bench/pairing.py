"""`dev.py bench pairing`: how long a Swiss round takes, beside swisspair and networkx, and whether swisspair agrees.

Fields of several sizes after some rounds decided by chance. A round is measured whole: what each pair costs, and the
matching. networkx is given the same graph, for sizes it ends with within a minute. swisspair is another pairing
program: whenever one of the two finds a legal pairing, so must the other. Last how fair the pairings are (`fairness`).
"""

import argparse
import random
import time
from dataclasses import replace
from typing import Any

from tests.bench import fairness
from thunee_tournaments.brackets.formats import assigning, swiss
from thunee_tournaments.brackets.formats.swiss import Entrant

LIMITS = {512: 1.0, 1024: 3.0}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench pairing", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 128, 512, 1024])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--agree", type=int, default=300, help="small fields compared with swisspair (300)")
    parser.add_argument("--fields", type=int, default=80, help="fields a size by which fairness is measured (80)")
    options = parser.parse_args(arguments)
    slow = []
    print(f"{'teams':>6} {'round':>6} {'here':>8} {'networkx':>9} {'swisspair':>10}   seconds of processor time")
    for size in options.sizes:
        for number, field in enumerate(fields(size, options.rounds), start=1):
            own, _round = timed(lambda field=field: swiss.pair(field))
            others = [with_networkx(field) if size <= 128 else None, with_swisspair(field) if size <= 128 else None]
            said = ["-" if one is None else f"{one:.2f}" for one in others]
            print(f"{size:>6} {number:>6} {own:>8.3f} {said[0]:>9} {said[1]:>10}")
            if own > LIMITS.get(size, 60.0):
                slow.append((size, number, own))
    disagreements = agree(options.agree)
    for size, number, own in slow:
        print(f"SLOW: {size} teams, round {number}: {own:.2f} s, not {LIMITS[size]:g}")
    fair = fairness.table(options.fields) if options.fields else True
    if options.fields:
        fairness.table(options.fields, (128,), fairness.FEW, fairness.LARGE)
    if not fair:
        print("UNFAIR: somebody sat on one side three times running, or three times oftener than on the other")
    return 1 if slow or disagreements or not fair else 0


def timed(function: Any) -> tuple[float, Any]:
    """Processor time, so that a busy machine changes nothing."""
    start = time.process_time()
    result = function()
    return time.process_time() - start, result


def fields(teams: int, rounds: int) -> list[list[Entrant]]:
    """The field before each round, results by chance."""
    chance = random.Random(teams)
    now = {seed: Entrant(seed) for seed in range(1, teams + 1)}
    found = []
    for _round in range(rounds):
        found.append(list(now.values()))
        for a, b in swiss.pair(found[-1]).pairs:
            winner = chance.choice((a, b))
            for me, other, side in ((a, b, 1), (b, a, -1)):
                old = now[me]
                now[me] = replace(old, score=old.score + (winner == me), met=old.met | {other}, sides=old.sides + side)
    return found


def with_networkx(field: list[Entrant]) -> float | None:
    """The same matching by networkx."""
    try:
        import networkx
    except ImportError:
        return None
    ordered = sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))
    costs = swiss._Field(ordered, frozenset(), False)
    pairs, figures = costs.edges(ordered[0].score - ordered[-1].score)
    folded = assigning.folded(figures, len(ordered) // 2)
    graph = networkx.Graph()
    most = max(folded) + 1
    graph.add_weighted_edges_from((a, b, most - figure) for (a, b), figure in zip(pairs, folded, strict=True))
    return timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True))[0]


def with_swisspair(field: list[Entrant]) -> float | None:
    try:
        import swisspair
    except ImportError:
        return None
    players = fairness.swisspair_players(field)
    return timed(lambda: swisspair.create_matches(players))[0]


def agree(count: int) -> int:
    """Small fields in which many have met: does swisspair find a legal pairing exactly when we do?"""
    try:
        import swisspair
    except ImportError:
        print("swisspair is not installed: not compared")
        return 0
    chance, different, none = random.Random(7), 0, 0
    for _field in range(count):
        teams = chance.choice([4, 5, 6, 7, 8])
        pairs = [(a, b) for a in range(1, teams + 1) for b in range(1, a)]
        met = {pair for pair in pairs if chance.random() < 0.6}
        field = [
            Entrant(seed, chance.randrange(4), frozenset(a + b - seed for a, b in met if seed in (a, b)),
                    had_bye=chance.random() < 0.5)
            for seed in range(1, teams + 1)
        ]  # fmt: skip
        try:
            swiss.pair(field)
            ours = True
        except swiss.NoPairing:
            ours, none = False, none + 1
        try:
            theirs = len(swisspair.create_matches(fairness.swisspair_players(field))) == (teams + 1) // 2
        except Exception:
            theirs = False
        different += ours != theirs
    print(f"swisspair: {count} fields, {none} without a legal pairing, {different} disagreements")
    return different
