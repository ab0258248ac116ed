"""How long a win-streak qualifier may run: the same evening many times over, each match a throw of a coin.

It is played as `streak` plays it: who has waited longest is called first, against whoever waits on the same streak, as
soon as a table is free; when nobody is left to buy in, those left meet across streaks. Clubs, and who met before, are
left out of account: they change who meets whom, not how long it takes.
"""

import heapq
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from thunee_tournaments.brackets.formats.streak import GOES_ON

MATCHES = 6_000  # about as many are played for one forecast, which so takes a moment, whatever the field
FEWEST, MOST = 9, 60  # evenings
SHORTEST, LONGEST = 0.75, 1.25  # of the usual length of a match
SEED = 20_241


@dataclass(frozen=True)
class Qualifier:
    """What decides how long it runs. `minutes`: of a match, usually; `again`: which share of those who lose buys in
    again, as long as they may (`entries` of a team, the first included); `places`: 0 for no limit."""

    teams: int
    tables: int
    wins: int
    entries: int
    places: int
    minutes: float
    again: float
    goes_on: bool = True
    patience: float = 0  # minutes after which a team meets one with a win more or less; 0: never


@dataclass(frozen=True)
class Span:
    """What is in the middle of all evenings, and between what nine of ten lie."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Forecast:
    """`minutes` from the first call to the last hand, `matches` played, teams that get `through`, and the longest
    `wait` of anybody for a table or an opponent, in minutes."""

    minutes: Span
    matches: Span
    through: Span
    wait: Span


def of_parameters(
    parameters: dict[str, object], teams: int, tables: int, minutes: float, again: float
) -> Forecast:  # fmt: skip
    """The forecast of a stage with these parameters (`streak.Streak.settings`)."""

    def whole(name: str, otherwise: int) -> int:
        value = parameters.get(name, otherwise)
        return value if isinstance(value, int) else otherwise

    goes_on = parameters.get("last_waiting", GOES_ON) == GOES_ON
    return forecast(
        Qualifier(
            teams,
            tables,
            whole("wins", 3),
            whole("entries", 1),
            whole("places", 0),
            minutes,
            again,
            goes_on,
            whole("patience", 0),
        )
    )


def forecast(qualifier: Qualifier) -> Forecast:
    """The same answer for the same question: chance is drawn from one seed."""
    rng = Random(SEED)
    expected = qualifier.teams * (1 + qualifier.again * (qualifier.entries - 1))
    evenings = [
        Evening(qualifier, rng).played() for _ in range(min(MOST, max(FEWEST, int(MATCHES / max(1, expected)))))
    ]
    return Forecast(
        *(
            _span([getattr(evening, name) for evening in evenings])
            for name in ("now", "matches", "through", "longest_wait")
        )
    )


def _span(values: list[float]) -> Span:
    tenths = quantiles(values, n=20, method="inclusive")
    return Span(tenths[0], median(values), tenths[-1])


@dataclass
class Evening:
    """One evening as it is played; `now` is in minutes."""

    qualifier: Qualifier
    rng: Random
    now: float = 0.0
    matches: int = 0
    longest_wait: float = 0.0
    waiting: dict[int, deque[tuple[float, int]]] = field(default_factory=lambda: defaultdict(deque))
    playing: list[tuple[float, int, int, int, int]] = field(default_factory=list)
    bought: list[int] = field(default_factory=list)
    done: set[int] = field(default_factory=set)

    @property
    def through(self) -> int:
        """How many teams are through."""
        return len(self.done)

    def played(self) -> "Evening":
        """Play it to its end."""
        self.bought = [1] * self.qualifier.teams
        order = list(range(self.qualifier.teams))
        self.rng.shuffle(order)
        self.waiting[0].extend((0.0, team) for team in order)
        self._call()
        while self.playing:
            self._finish(*heapq.heappop(self.playing))
            self._call()
        if self.qualifier.goes_on and not self._full:
            self.done.update(team for _since, team in self.waiting[self.qualifier.wins - 1])
        return self

    @property
    def _full(self) -> bool:
        return 0 < self.qualifier.places <= self.through

    def _call(self) -> None:
        """Call whoever can be called, the longest wait first, while a table is free."""
        while not self._full and len(self.playing) < self.qualifier.tables and (pair := self._next_pair()):
            (streak, first), (other_streak, other) = pair
            self.longest_wait = max(self.longest_wait, self.now - first[0], self.now - other[0])
            length = self.qualifier.minutes * self.rng.uniform(SHORTEST, LONGEST)
            heapq.heappush(self.playing, (self.now + length, first[1], streak, other[1], other_streak))

    def _next_pair(self) -> tuple[tuple[int, tuple[float, int]], tuple[int, tuple[float, int]]] | None:
        alike = [streak for streak, line in self.waiting.items() if len(line) > 1]
        if alike:
            streak = min(alike, key=self._since)
            line = self.waiting[streak]
            return (streak, line.popleft()), (streak, line.popleft())
        left = sorted(streak for streak, line in self.waiting.items() if line)
        if near := self._neighbours(left):
            return near
        if self.playing or len(left) < 2:
            return None
        longest = min(left, key=self._since)
        others = [streak for streak in left if streak != longest]
        nearest = min(others, key=lambda streak: (abs(streak - longest), self._since(streak)))
        return (longest, self.waiting[longest].popleft()), (nearest, self.waiting[nearest].popleft())

    def _neighbours(
        self, left: Sequence[int]
    ) -> tuple[tuple[int, tuple[float, int]], tuple[int, tuple[float, int]]] | None:
        """Two of neighbouring streaks, the first of whom has waited long enough; looked at when a match ends."""
        patience = self.qualifier.patience
        for streak in sorted(left, key=self._since) if patience else []:
            others = [other for other in left if abs(other - streak) == 1]
            if others and self.now - self.waiting[streak][0][0] >= patience:
                other = min(others, key=self._since)
                return (streak, self.waiting[streak].popleft()), (other, self.waiting[other].popleft())
        return None

    def _since(self, streak: int) -> tuple[float, int]:
        """Since when the first on this streak waits; who has just won stands before who has just lost and bought in."""
        return self.waiting[streak][0][0], -streak

    def _finish(self, at: float, first: int, streak: int, other: int, other_streak: int) -> None:
        self.now, self.matches = at, self.matches + 1
        (won, wins), lost = ((first, streak), other) if self.rng.random() < 0.5 else ((other, other_streak), first)
        if wins + 1 < self.qualifier.wins:
            self.waiting[wins + 1].append((at, won))
        elif not self._full:
            self.done.add(won)
        if self.bought[lost] < self.qualifier.entries and self.rng.random() < self.qualifier.again:
            self.bought[lost] += 1
            self.waiting[0].append((at, lost))
