"""Tournaments on the database, a step at a time: what can happen at a desk, through the acts people use."""

from collections import Counter
from functools import partial
from random import Random
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.factories import UserFactory
from tests.support.brackets.walking import walk
from tests.support.services import late_moves
from tests.support.services.late_moves import LateMoves
from tests.support.services.stored import StoredEvent
from thunee_tournaments.brackets.formats.catalogue import format_of

PICKS = st.integers(0, 1000)
SIDES = st.sampled_from("AB")
CHOICES = st.sampled_from(["match_kept", "match_replayed", "match_void"])
taken: Counter[str] = Counter()


def stage(format_: str, **parameters: Any) -> dict[str, Any]:
    return {"format": format_, "parameters": parameters}


LOSERS = {"take": "losers", "stage": 1}
PLANS = [
    [stage("knockout", third_place=True, plate=True)],
    [stage("knockout", seed_anew=True, third_place=True)],
    [stage("double")],
    [stage("double", grand_final="single")],
    [stage("groups", groups=1), stage("knockout", feed={"take": "ranks", "first": 1, "last": 4})],
    [stage("groups", groups=2), stage("knockout"), stage("knockout", feed={**LOSERS, "round": 0})],
    [stage("knockout"), stage("knockout", feed={**LOSERS, "round": 1})],
    [stage("swiss", rounds=3), stage("double", feed={"take": "top", "count": 4})],
    [stage("streak", wins=2, entries=2), stage("knockout")],
    [stage("streak", wins=3, entries=3), stage("knockout")],
    [stage("streak", wins=2, entries=3, places=2), stage("knockout")],
    [stage("groups", groups=2), stage("swiss", rounds=3, feed={"take": "ranks", "first": 1, "last": 2})],
    [stage("groups", groups=1), stage("swiss", rounds=3, feed={"take": "top", "count": 3}),
     stage("knockout", feed={"take": "top", "stage": 2, "count": 2})],
    [stage("league")],
    [stage("knockout"), stage("league", feed={**LOSERS, "round": 1})],
    [stage("knockout"), stage("groups", groups=1, feed={**LOSERS, "round": 1}),
     stage("knockout", feed={"take": "top", "stage": 2, "count": 2})],
    [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 1}),
     stage("league", feed={**LOSERS, "round": 0})],
    [stage("groups", groups=2), stage("groups", groups=1, feed={"take": "top", "count": 3})],
    *late_moves.PLANS,
]  # fmt: skip


class AdvancingStored(LateMoves):
    """What can happen at a desk, through the acts people use."""

    taken = taken
    event: StoredEvent

    @initialize(plan=st.sampled_from(PLANS), teams=st.integers(4, 9), seed=st.integers(0, 2**16))
    def begin_event(self, plan: list[dict[str, Any]], teams: int, seed: int) -> None:
        groups = plan[0]["parameters"].get("groups", 1)
        self.begin(plan, max(teams, 2 * groups), seed)

    def another_event(self, rng: Random) -> None:
        self.begin_event(rng.choice(PLANS), rng.randint(4, 9), rng.getrandbits(16))

    def begin(self, plan: list[dict[str, Any]], teams: int, seed: int, **details: Any) -> None:
        self.block = transaction.atomic()
        self.block.__enter__()
        self.event = StoredEvent(UserFactory(), plan, teams, seed, **details)

    def teardown(self) -> None:
        if hasattr(self, "block"):
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    def do(self, what: str, matches: list[Any], pick: int, act: Any) -> None:
        if matches:
            refused = act(matches[pick % len(matches)])
            self.taken[f"{what}: {refused}" if refused else what] += 1

    @rule(pick=PICKS, side=SIDES)
    def play(self, pick: int, side: str) -> None:
        self.do("played", self.event.open(), pick, lambda match: self.event.write(match, side))

    @rule(pick=PICKS, side=SIDES)
    def play_another(self, pick: int, side: str) -> None:
        self.play(pick, side)

    @rule(pick=PICKS, side=SIDES)
    def write_a_hand(self, pick: int, side: str) -> None:
        self.do("begun", self.event.open(), pick, lambda match: self.event.write(match, side, whole=False))

    @rule(pick=PICKS, side=SIDES)
    def walk_over(self, pick: int, side: str) -> None:
        self.do("walkover", self.event.open(), pick, lambda match: self.event.walk_over(match, side))

    @rule(pick=PICKS)
    def correct(self, pick: int) -> None:
        self.do("corrected", self.event.decided(), pick, lambda match: self.event.correct(match, strike=False))

    @rule(pick=PICKS)
    def reverse(self, pick: int) -> None:
        self.do("reversed", self.event.decided(), pick, lambda match: self.event.correct(match, strike=True))

    @rule(pick=PICKS, choice=CHOICES)
    def resolve(self, pick: int, choice: str) -> None:
        conflicts = [match for match in self.event.matches() if match.conflict]
        tables = [match for match in conflicts if format_of(match.stage).table]
        what = f"in a table {choice}" if tables else "resolved"
        self.do(what, tables or conflicts, pick, lambda match: self.event.resolve(match, choice, alike=pick % 3 == 0))

    @rule(pick=PICKS, choice=CHOICES)
    def turn_before_a_table(self, pick: int, choice: str) -> None:
        """A result is turned round when groups, a Swiss or a league behind it have begun, and a referee decides."""
        behind = self.event.table_behind()
        if behind is None:
            return
        for turn in range(40):
            if behind.drawn_at is not None:
                break
            if self.event.open():
                self.play(pick + turn, "AB"[(pick + turn) % 2])
            else:
                self.go_on()
            behind.refresh_from_db()
        for whole in (False, True, True)[: 1 + pick % 3]:
            there = [match for match in self.event.open() if match.stage_id == behind.pk]
            self.do("begun in a table", there, pick, partial(self.event.write, side="A", whole=whole))
        before = [match for match in self.event.decided() if match.stage.order == behind.parameters["feed"]["stage"]]
        self.do("turned before a table", before, pick, lambda match: self.event.correct(match, strike=False))
        self.nothing_is_wrong()
        self.resolve(pick, choice)

    @rule(pick=PICKS)
    def withdraw(self, pick: int) -> None:
        if pick % 5 == 0 and self.event.tournament.teams.exclude(withdrawn_at=None).count() < 2:
            self.do("withdrawn", [pick], 0, self.event.withdraw)

    @rule()
    def go_on(self) -> None:
        """Where an event is over, another begins."""
        self.do("gone on", [None], 0, lambda _none: self.event.go_on())
        if self.event.over:
            self.teardown()
            self.another_event(self.event.rng)

    @rule(times=st.integers(2, 6), pick=PICKS)
    def play_on(self, times: int, pick: int) -> None:
        """Some matches in a row, so that events come to their ends."""
        for turn in range(times):
            if self.event.open():
                self.play(pick + turn, "AB"[(pick + turn) % 2])
            else:
                self.go_on()
            self.nothing_is_wrong()


def advance(examples: int, steps: int = 20, derandomize: bool = True) -> None:
    walk(AdvancingStored, examples, steps, derandomize)
