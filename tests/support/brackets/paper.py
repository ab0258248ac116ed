"""Events played on paper: the pure formats with results in memory, each state held against `from_scratch`.

A `PaperEvent` is a chain of stages. Whoever plays it decides matches, gives walkovers, begins matches and leaves them
open, corrects and takes back results, lets teams go home, resolves conflicts, and goes on: to the next round, entry or
stage. What is refused on a real desk is not offered here.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.support.brackets.paper_rounds import PaperStreak, PaperSwiss
from tests.support.brackets.paper_stages import PaperBracket, PaperStage, PaperTable
from thunee_tournaments.brackets.formats import feeds

KINDS = {"knockout": PaperBracket, "double": PaperBracket, "groups": PaperTable, "league": PaperTable,
         "swiss": PaperSwiss, "streak": PaperStreak}  # fmt: skip


class PaperEvent:
    """A chain of stages, each fed by the one before with the better half, out of groups with the first two."""

    def __init__(self, chain: Sequence[str], teams: int, seed: int) -> None:
        self.chain, self.rng, self.gone = list(chain), Random(seed), set[int]()
        self.stages: list[PaperStage] = []
        self.draw(list(range(1, teams + 1)))

    @property
    def stage(self) -> Any:
        return self.stages[-1]

    def draw(self, teams: list[int]) -> None:
        format_ = self.chain[len(self.stages)]
        stage: Any = KINDS[format_](teams, self.gone, self.rng)
        parameters = {
            "knockout": {"third_place": self.rng.random() < 0.5, "plate": self.rng.random() < 0.5},
            "double": {"grand_final": self.rng.choice(["none", "single", "reset"])},
            "groups": {"groups": max(1, len(teams) // self.rng.choice([3, 4])), "legs": self.rng.choice([1, 1, 2]),
                       "spread": self.rng.choice(["snake", "drawn"])},
            "league": {"legs": 1},
            "swiss": {"rounds": max(1, min(4, len(teams) - 1))},
            "streak": {"wins": self.rng.choice([1, 2, 3]), "entries": self.rng.choice([1, 2, 3])},
        }[format_]  # fmt: skip
        stage.prepare(format_, parameters)
        self.stages.append(stage)

    def going_on(self, stage: PaperStage) -> list[int]:
        tiers, group_of = stage.tiers()
        left = [[team for team in tier if team not in self.gone] for tier in tiers]
        if isinstance(stage, PaperTable) and len(stage.groups) > 1:
            order = feeds.crossed([tier for tier in left[:2] if tier], group_of)
            assert {*order} == {team for tier in left[:2] for team in tier}, "somebody is lost between two stages"
            return order
        return left[0] if isinstance(stage, PaperStreak) else left[0][: max(2, len(left[0]) // 2)]

    def go_on(self) -> bool:
        if self.stage.step():
            return True
        if self.stage.over() and len(self.stages) < len(self.chain):
            order = self.going_on(self.stage)
            if len(order) > 1:
                self.draw(order)
                return True
        return False

    def changed(self, stage: PaperStage) -> None:
        """A result of the last stage but one has changed: the last one, not begun, is taken back."""
        if stage is not self.stage:
            self.stages.pop()

    def faults(self) -> list[str]:
        found = [fault for stage in self.stages for fault in stage.faults()]
        for before, after in zip(self.stages, self.stages[1:], strict=False):
            if len(set(after.teams)) != len(after.teams) or not set(after.teams) <= set(before.teams):
                found.append(f"{after.teams} cannot come out of {before.teams}")
        return found
