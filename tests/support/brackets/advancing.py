"""Tournaments on paper, a step at a time: what can happen at a desk, chosen by hypothesis."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.support.brackets.paper import PaperEvent
from tests.support.brackets.paper_rounds import PaperStreak
from tests.support.brackets.paper_stages import WALKOVER, Outcome, PaperBracket
from tests.support.brackets.walking import Walk, walk

CHAINS = [
    *(["knockout"], ["double"], ["groups"], ["league"], ["swiss"], ["streak"]),
    *(["groups", "knockout"], ["groups", "double"], ["swiss", "knockout"], ["streak", "knockout"]),
    *(["groups", "swiss", "double"], ["league", "streak", "knockout"], ["knockout", "groups"], ["double", "swiss"]),
]
PICKS = st.integers(0, 1000)
SIDES = st.sampled_from("AB")
taken: Counter[str] = Counter()


class Advancing(Walk):
    """What can happen at a desk, on paper."""

    taken = taken
    event: PaperEvent

    def finished(self) -> bool:
        return bool(self.event.stage.over()) and len(self.event.stages) == len(self.event.chain)

    @precondition(finished)
    @rule(chain=st.sampled_from(CHAINS), teams=st.integers(2, 14), seed=st.integers(0, 2**16))
    def another_event(self, chain: list[str], teams: int, seed: int) -> None:
        taken["finished"] += 1
        self.event = PaperEvent(chain, teams, seed)

    @initialize(chain=st.sampled_from(CHAINS), teams=st.integers(2, 14), seed=st.integers(0, 2**16))
    def begin_event(self, chain: list[str], teams: int, seed: int) -> None:
        self.event = PaperEvent(chain, teams, seed)

    def of(self, numbers: list[int], pick: int) -> int:
        return numbers[pick % len(numbers)]

    def can_play(self) -> bool:
        return bool(self.event.stage.open())

    def correctable(self) -> Any:
        """The last stage, or the one before while nothing was begun in the last."""
        stages = self.event.stages
        return stages[-2] if len(stages) > 1 and not stages[-1].touched() else stages[-1]

    @precondition(can_play)
    @rule(pick=PICKS, side=SIDES, balls=st.tuples(st.integers(12, 13), st.integers(0, 11)))
    def play(self, pick: int, side: Any, balls: tuple[int, int]) -> None:
        taken["played"] += 1
        own, other = balls
        self.event.stage.end(
            self.of(self.event.stage.open(), pick), Outcome(side, balls=(own, other) if side == "A" else (other, own))
        )

    @precondition(can_play)
    @rule(pick=PICKS, side=SIDES)
    def play_another(self, pick: int, side: Any) -> None:
        taken["played"] += 1
        self.event.stage.end(self.of(self.event.stage.open(), pick), Outcome(side, balls=(12, 11)))

    @precondition(can_play)
    @rule(pick=PICKS, side=SIDES)
    def walk_over(self, pick: int, side: Any) -> None:
        taken["walkovers"] += 1
        self.event.stage.end(self.of(self.event.stage.open(), pick), Outcome(side, WALKOVER))

    @precondition(lambda self: self.can_play() and isinstance(self.event.stage, PaperBracket))
    @rule(pick=PICKS)
    def begin_a_match(self, pick: int) -> None:
        taken["begun"] += 1
        self.event.stage.begin(self.of(self.event.stage.open(), pick))

    @precondition(lambda self: bool(self.correctable().decided()))
    @rule(pick=PICKS)
    def correct(self, pick: int) -> None:
        taken["corrected"] += 1
        stage = self.correctable()
        number = self.of(stage.decided(), pick)
        if isinstance(stage, PaperBracket):
            stage.turn(number)
        elif isinstance(stage, PaperStreak):
            stage.end(number, stage.ended[number].turned())
        else:
            stage.ended[number] = stage.ended[number].turned()
        self.event.changed(stage)

    @precondition(lambda self: bool(self.correctable().decided()))
    @rule(pick=PICKS)
    def reverse(self, pick: int) -> None:
        taken["reversed"] += 1
        stage = self.correctable()
        stage.take_back(self.of(stage.decided(), pick))
        self.event.changed(stage)

    @precondition(lambda self: isinstance(self.event.stage, PaperBracket) and bool(self.event.stage.conflicts()))
    @rule(pick=PICKS, keep=st.booleans())
    def resolve(self, pick: int, keep: bool) -> None:
        taken["resolved"] += 1
        self.event.stage.resolve(self.of(self.event.stage.conflicts(), pick), keep)

    @precondition(lambda self: len(self.event.gone) < 2)
    @rule(pick=PICKS)
    def withdraw(self, pick: int) -> None:
        there = [team for team in self.event.stage.teams if team not in self.event.gone]
        if len(there) > 2 and pick % 3 == 0:
            taken["withdrawn"] += 1
            team = self.of(there, pick)
            self.event.gone.add(team)
            self.event.stage.withdraw(team)

    @rule()
    def go_on(self) -> None:
        taken["gone on"] += self.event.go_on()

    @rule(times=st.integers(2, 12), pick=PICKS)
    def play_on(self, times: int, pick: int) -> None:
        """Some matches in a row, so that events come to their ends."""
        for turn in range(times):
            if not self.event.stage.open():
                taken["gone on"] += self.event.go_on()
                continue
            taken["played"] += 1
            self.event.stage.end(
                self.of(self.event.stage.open(), pick + turn), Outcome("AB"[(pick + turn) % 2], balls=(12, 3))
            )
            faults = self.event.faults()
            assert not faults, faults


def advance(examples: int, steps: int = 40, derandomize: bool = True) -> None:
    walk(Advancing, examples, steps, derandomize)
