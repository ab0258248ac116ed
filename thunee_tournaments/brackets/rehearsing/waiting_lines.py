"""A win-streak qualifier: teams wait in a line for each number of wins, and who loses may buy in again.

It is played as `formats.streak` plays it: who has waited longest is called first, against whoever waits on the same
streak, as soon as a table is free; when nobody is left to buy in, those left meet across streaks. Clubs, and who met
before, are left out of account: they change who meets whom, not how long it takes.
"""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from thunee_tournaments.brackets.formats.streak import GOES_ON
from thunee_tournaments.brackets.rehearsing.plays import Call, Chance
from thunee_tournaments.brackets.shapes import Parameters

Waiter = tuple[float, int]  # since when, and which team
Pair = tuple[tuple[int, Waiter], tuple[int, Waiter]]  # the streak of each, and who it is


@dataclass(frozen=True)
class Terms:
    """What decides how long it runs. `entries` of a team, the first included; `places`: 0 for no limit; `patience`:
    minutes after which a team meets one with a win more or less, 0: never; `closes`: after how many minutes nobody may
    buy in again, None: never."""

    wins: int = 3
    entries: int = 3
    places: int = 0
    patience: float = 0
    goes_on: bool = True
    closes: float | None = None
    best_of: int = 1


def terms_of(parameters: Parameters, best_of: int = 1, closes: float | None = None) -> Terms:
    """The terms of a stage with these parameters (`streak.Streak.settings`)."""
    return Terms(
        parameters.get("wins", 3), parameters.get("entries", 1), parameters.get("places", 0),
        parameters.get("patience", 0), parameters.get("last_waiting", GOES_ON) == GOES_ON, closes, best_of,
    )  # fmt: skip


@dataclass
class Queue:
    """Where a qualifier stands: who waits on each streak, the longest wait first; who is through, in that order; how
    many entries each team has bought; of each match that is paired and not over the streaks of its teams."""

    waiting: Mapping[int, Sequence[Waiter]]
    through: Sequence[int] = ()
    bought: Mapping[int, int] = field(default_factory=dict)
    paired: Sequence[Mapping[int, int]] = ()


def at_the_start(teams: Sequence[int]) -> Queue:
    """Everybody waits for a first match."""
    return Queue({0: [(0.0, team) for team in teams]}, bought=dict.fromkeys(teams, 1))


class WaitingLines:
    """A qualifier that is being played from where the queue stands."""

    groups: Sequence[Sequence[int]] = ()

    def __init__(self, terms: Terms, queue: Queue, chance: Chance) -> None:
        self.terms, self._chance = terms, chance
        self.waiting: dict[int, deque[Waiter]] = defaultdict(deque)
        for streak, line in queue.waiting.items():
            self.waiting[streak].extend(line)
        self.through = list(queue.through)
        self.bought: dict[int, int] = defaultdict(int, queue.bought)
        self.rebuys = 0
        self._called = [dict(streaks) for streaks in queue.paired]  # of every match the streak of each team in it
        self._due = list(range(len(self._called)))  # those that wait for a table
        self._playing: dict[int, dict[int, int]] = {}

    @property
    def over(self) -> bool:
        return not (self._playing or self._due) and (self._full or self._nobody_left)

    @property
    def _full(self) -> bool:
        return 0 < self.terms.places <= len(self.through)

    @property
    def _nobody_left(self) -> bool:
        return sum(map(len, self.waiting.values())) < 2

    def call(self, now: float) -> Call | None:
        if self._due:
            return self.take(self._due[0])
        pair = None if self._full else self.next_pair(now)
        if pair is None:
            return None
        (streak, (_since, first)), (other_streak, (_other_since, other)) = pair
        self._due.append(len(self._called))
        self._called.append({first: streak, other: other_streak})
        return self.take(self._due[-1])

    def offers(self, match: int) -> bool:
        return match in self._due

    def take(self, match: int) -> Call:
        self._due.remove(match)
        self._playing[match] = self._called[match]
        return Call(match, tuple(self._called[match]), self.terms.best_of)

    def next_pair(self, now: float) -> Pair | None:
        """The next two, taken out of their lines."""
        alike = [streak for streak, line in self.waiting.items() if len(line) > 1]
        if alike:
            streak = min(alike, key=self._since)
            return self._taken(streak, streak)
        left = sorted(streak for streak, line in self.waiting.items() if line)
        if near := self._neighbours(left, now):
            return near
        if self._playing or len(left) < 2:
            return None
        longest = min(left, key=self._since)
        others = [streak for streak in left if streak != longest]
        return self._taken(longest, min(others, key=lambda streak: (abs(streak - longest), self._since(streak))))

    def _neighbours(self, left: Sequence[int], now: float) -> Pair | None:
        """Two of neighbouring streaks, the first of whom has waited long enough; looked at when a match ends."""
        for streak in sorted(left, key=self._since) if self.terms.patience else []:
            others = [other for other in left if abs(other - streak) == 1]
            if others and now - self.waiting[streak][0][0] >= self.terms.patience:
                return self._taken(streak, min(others, key=self._since))
        return None

    def _taken(self, streak: int, other: int) -> Pair:
        return (streak, self.waiting[streak].popleft()), (other, self.waiting[other].popleft())

    def _since(self, streak: int) -> tuple[float, int]:
        """Since when the first on this streak waits; who has just won stands before who has just lost and bought in."""
        return self.waiting[streak][0][0], -streak

    def finish(self, call: Call, winner: int, now: float) -> None:
        streaks = self._playing.pop(call.match)
        if streaks[winner] + 1 < self.terms.wins:
            self.waiting[streaks[winner] + 1].append((now, winner))
        elif not self._full:
            self.through.append(winner)
        for team in streaks:
            if team != winner and self._buys_again(team, now):
                self.waiting[0].append((now, team))
        if self.over and self.terms.goes_on and not self._full:  # whoever is left, if one win is all it lacks
            self.through += [team for _since, team in self.waiting[self.terms.wins - 1]]

    def _buys_again(self, team: int, now: float) -> bool:
        closed = self.terms.closes is not None and now >= self.terms.closes
        if closed or self.bought[team] >= self.terms.entries or team in self._chance.gone:
            return False
        if self._chance.rng.random() >= self._chance.again:
            return False
        self.bought[team] += 1
        self.rebuys += 1
        return True

    def ranking(self, _rng: Random) -> list[int]:
        """Who is through, in that order."""
        return list(dict.fromkeys(self.through))

    def beaten_in(self, _round: int) -> None:
        """Whoever loses may buy in again."""
