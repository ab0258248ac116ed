"""A Swiss: all who are left play in every round, and the next one is paired when it is over."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from thunee_tournaments.brackets.rehearsing.plays import Call, Chance, ranked


class SwissRounds:
    """`rounds` are still to be paired; `playing`: who meets in the round that is on; `wins`: so far, a bye is one."""

    groups: Sequence[Sequence[int]] = ()

    def __init__(
        self,
        teams: Sequence[int],
        rounds: int,
        chance: Chance,
        best_of: int = 1,
        playing: Sequence[tuple[int, int]] = (),
        wins: Mapping[int, int] | None = None,
    ) -> None:
        self.teams, self.best_of = list(teams), best_of
        self._chance, self._rounds = chance, rounds
        self.wins: dict[int, int] = defaultdict(int, wins or {})
        self._due = dict(enumerate(playing))
        self._left = len(self._due)
        self._had_bye: set[int] = set()
        if not playing:
            self._pair()

    @property
    def over(self) -> bool:
        return self._left == 0 and self._rounds == 0

    def call(self, _now: float) -> Call | None:
        if not self._due:
            return None
        return self.take(next(iter(self._due)))

    def offers(self, match: int) -> bool:
        return match in self._due

    def take(self, match: int) -> Call:
        return Call(match, self._due.pop(match), self.best_of)

    def finish(self, _call: Call, winner: int, _now: float) -> None:
        self.wins[winner] += 1
        self._left -= 1
        if not self._left:
            self._pair()

    def _pair(self) -> None:
        order = [team for team in self.ranking(self._chance.rng) if team not in self._chance.gone]
        if self._rounds == 0 or len(order) < 2:
            self._rounds = 0
            return
        self._rounds -= 1
        if len(order) % 2:
            bye = next((team for team in reversed(order) if team not in self._had_bye), order[-1])
            order.remove(bye)
            self.wins[bye] += 1
            self._had_bye.add(bye)
        self._due = dict(enumerate(zip(order[::2], order[1::2], strict=True)))
        self._left = len(self._due)

    def ranking(self, rng: Random) -> list[int]:
        return ranked(self.teams, self.wins, rng)

    def beaten_in(self, _round: int) -> None:
        """Nobody goes out by losing."""
