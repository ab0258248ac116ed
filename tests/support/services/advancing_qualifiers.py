"""The same in qualifiers."""

from collections import Counter
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.support.brackets.walking import walk
from tests.support.services.advancing import AdvancingStored, stage
from tests.support.services.qualifier_moves import MOVES, QualifierMoves

PLANS = [
    *([stage("streak", wins=wins, entries=entries), stage("knockout")] for wins, entries in ((2, 2), (3, 3), (4, 2))),
    [stage("streak", wins=2, entries=3)],
    [stage("streak", wins=2, entries=3, places=2), stage("knockout")],
]
WANTED = [f"in a qualifier {move}" for move in MOVES]
taken: Counter[str] = Counter()


class Qualifying(AdvancingStored, QualifierMoves):
    """What can happen at the desk of a qualifier."""

    taken = taken

    @initialize(number=st.integers(0, len(PLANS) - 1), teams=st.integers(4, 7), seed=st.integers(0, 2**16))
    def begin_event(self, number: int, teams: int, seed: int) -> None:
        self.begin(PLANS[number], teams, seed)

    def another_event(self, rng: Random) -> None:
        self.begin_event(rng.randrange(len(PLANS)), rng.randint(4, 7), rng.getrandbits(16))


def advance(examples: int, steps: int = 20, derandomize: bool = True) -> None:
    walk(Qualifying, examples, steps, derandomize)
