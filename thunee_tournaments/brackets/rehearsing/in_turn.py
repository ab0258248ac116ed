"""Stages whose matches are all known at the draw: groups, a league, rounds at tables. Each waits for the earlier ones
of its teams."""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from random import Random

from thunee_tournaments.brackets.rehearsing.plays import Call, Due, ranked


class InTurn:
    """`matches`: who plays in each, in order. `won`: the winners of those that are over, by their place in it."""

    def __init__(
        self,
        matches: Sequence[tuple[int, ...]],
        groups: Sequence[Sequence[int]],
        best_of: int = 1,
        won: Mapping[int, int] | None = None,
    ) -> None:
        self.matches, self.groups, self.best_of = matches, groups, best_of
        self.wins: dict[int, int] = defaultdict(int)
        self._lines: dict[int, deque[int]] = defaultdict(deque)
        self._due = Due()
        for number, teams in enumerate(matches):
            if won and number in won:
                self.wins[won[number]] += 1
                continue
            for team in teams:
                self._lines[team].append(number)
        self._left = len(matches) - len(won or {})
        for number, teams in enumerate(matches):
            if not won or number not in won:
                self._offer(number, teams)

    @property
    def over(self) -> bool:
        return self._left == 0

    def call(self, _now: float) -> Call | None:
        return None if self._due.first is None else self.take(self._due.first)

    def offers(self, match: int) -> bool:
        return match in self._due

    def take(self, match: int) -> Call:
        self._due.take(match)
        return Call(match, self.matches[match], self.best_of)

    def finish(self, call: Call, winner: int, _now: float) -> None:
        self._left -= 1
        self.wins[winner] += 1
        for team in call.teams:
            self._lines[team].popleft()
        following = {self._lines[team][0] for team in call.teams if self._lines[team]}
        for number in following:
            self._offer(number, self.matches[number])

    def _offer(self, number: int, teams: Sequence[int]) -> None:
        """It can be called once it is the next one of everybody who plays in it."""
        if all(self._lines[team][0] == number for team in teams):
            self._due.add(number)

    def ranking(self, rng: Random) -> list[int]:
        return ranked([team for group in self.groups for team in group], self.wins, rng)

    def beaten_in(self, _round: int) -> None:
        """Nobody goes out by losing."""
