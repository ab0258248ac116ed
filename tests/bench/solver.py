"""How long the solver takes for full hands of thunee, and whether it agrees with the double-dummy solver of bridge.

    python3 dev.py bench solver [--hands 100] [--deals 1000]

Times are this process's own, so that other work on the machine does not count; each hand is asked by a solver that has
seen nothing before. Endings of six cards of a 52-card pack, where every trick counts one, are held against endplay
(DDS) where it is installed.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

from engine.positions import Position, Stakes, Table
from engine.solver import Solver
from engine.thunee import pack
from engine.tricks import FULL_PACK

SEED = 304
GOALS_MS = {"reaches 105?": 2.0, "most, exactly": 20.0}
POINTS = {bit: pack.RANK_POINTS[text[0]] for bit, text in pack.TEXT_OF.items()}
OWN = (0, 1, 0, 1)


def hands_of(rng: Random, pack_size: int, each: int) -> tuple[int, ...]:
    dealt = rng.sample(range(pack_size), 4 * each)
    return tuple(sum(1 << place for place in dealt[seat::4]) for seat in range(4))


def timed(hands: int, question: Callable[[Solver, Position], object]) -> tuple[float, float]:
    """The median and the slowest of so many hands, in milliseconds."""
    rng, taken = Random(SEED), []
    for _ in range(hands):
        table = Table(pack.SUIT_MASKS, rng.choice(pack.SUIT_MASKS), undercut=True)
        solver, position = Solver(table, Stakes(POINTS, 0, 10, OWN), 4), Position(hands_of(rng, 24, 6), 0)
        started = time.process_time()
        question(solver, position)
        taken.append(1000 * (time.process_time() - started))
    return statistics.median(taken), max(taken)


def agreement(deals: int) -> tuple[int, int] | None:
    """How many deals of six cards were held against DDS, and how many differ; None where it is not installed."""
    try:
        from endplay.dds import solve_board
        from endplay.types import Deal, Denom, Player
    except ImportError:
        return None
    denominations = {0: Denom.nt, 1: Denom.spades, 2: Denom.hearts, 3: Denom.diamonds, 4: Denom.clubs}
    rng, differing = Random(SEED), 0
    for _ in range(deals):
        hands, trump = hands_of(rng, 52, 6), rng.randrange(5)
        table = Table(FULL_PACK.suits[:4], 0 if trump == 0 else FULL_PACK.suits[trump - 1])
        stakes = Stakes({1 << place: 0 for place in range(52)}, 1, 0, OWN)
        mine = Solver(table, stakes, 4).most(Position(hands, 0))
        deal = Deal("N:" + " ".join(_as_pbn(hand) for hand in hands), first=Player.north, trump=denominations[trump])
        theirs = max(tricks for _, tricks in solve_board(deal))
        differing += mine != theirs
    return deals, differing


def _as_pbn(hand: int) -> str:
    """Spades, hearts, diamonds, clubs, each from the top, with a dot between."""
    suits = []
    for suit in FULL_PACK.suits[:4]:
        suits.append("".join(name[0] for name in reversed(FULL_PACK.cards(hand & suit))))
    return ".".join(suits)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench solver", description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--deals", type=int, default=1000)
    options = parser.parse_args(arguments)
    questions: dict[str, Callable[[Solver, Position], object]] = {
        "reaches 105?": lambda solver, position: solver.reaches(position, 105),
        "most, exactly": lambda solver, position: solver.most(position),
    }
    missed = False
    for name, question in questions.items():
        median, slowest = timed(options.hands, question)
        missed |= median > GOALS_MS[name]
        print(f"{name:16} median {median:6.2f} ms (goal {GOALS_MS[name]:g}), slowest {slowest:7.1f} ms")
    held = agreement(options.deals)
    if held is None:
        print("NOT COMPARED: endplay is not installed here")
    else:
        print(f"endplay (DDS): {held[0]} deals of six cards, {held[1]} differ")
        missed |= held[1] > 0
    return 1 if missed else 0
