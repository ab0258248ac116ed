"""A knock-out or a double elimination: who plays comes out of the matches before."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from thunee_tournaments.brackets.formats.fixtures import BYE, OTHER, Fixture, Side, Source
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.rehearsing.plays import Call, Due


class FromMatchToMatch:
    """`teams`: in order of seed. `rounds`: their keys by number; `lengths`: best of how many games, by the same, where
    it is not one. `won`: the sides that have won already, by the numbers of their fixtures."""

    groups: Sequence[Sequence[int]] = ()

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        teams: Sequence[int],
        rounds: Mapping[int, str],
        lengths: Mapping[int, int] | None = None,
        won: Mapping[int, Side] | None = None,
    ) -> None:
        self._fixtures = {fixture.number: fixture for fixture in fixtures}
        self._seed = {team: seed for seed, team in enumerate(teams, start=1)}
        self._lengths, self._won = lengths or {}, won or {}
        self._stands: dict[int, dict[Side, int]] = {number: {} for number in self._fixtures}
        self._through: dict[int, int] = {}
        self._due = Due()
        self._reached = dict.fromkeys(teams, 0)
        self._lost: dict[int, list[int]] = defaultdict(list)
        self._behind: dict[Source, list[tuple[int, Side]]] = defaultdict(list)
        self._in_round: dict[int, list[int]] = defaultdict(list)
        for fixture in fixtures:
            self._in_round[fixture.round].append(fixture.number)
            for side, source in fixture.sides:
                self._behind[source].append((fixture.number, side))
        main = sorted(number for number in self._in_round if not rounds[number].startswith(BESIDE))
        self._main = dict(enumerate(main, start=1))
        for seed, team in enumerate(teams, start=1):
            self._put(("seed", seed), team)

    @property
    def over(self) -> bool:
        return len(self._through) == len(self._fixtures)

    def call(self, _now: float) -> Call | None:
        return None if self._due.first is None else self.take(self._due.first)

    def offers(self, match: int) -> bool:
        return match in self._due

    def take(self, match: int) -> Call:
        self._due.take(match)
        stands = self._stands[match]
        return Call(match, (stands["A"], stands["B"]), self._lengths.get(self._fixtures[match].round, 1))

    def finish(self, call: Call, winner: int, _now: float) -> None:
        self._settle(call.match, "A" if self._stands[call.match]["A"] == winner else "B")

    def ranking(self, rng: Random) -> list[int]:
        """Whoever got farther stands above."""
        return sorted(self._reached, key=lambda team: (-self._reached[team], rng.random()))

    def beaten_in(self, round_: int) -> list[int] | None:
        number = self._main.get(round_)
        return self._lost[number] if number is not None and self._round_over(number) else None

    def _round_over(self, round_: int) -> bool:
        return all(number in self._through for number in self._in_round[round_])

    def _put(self, source: Source, team: int) -> None:
        """Whoever comes out of there stands where it leads."""
        for number, side in self._behind.get(source, ()):
            self._fill(number, side, team)

    def _fill(self, number: int, side: Side, team: int) -> None:
        fixture, stands = self._fixtures[number], self._stands[number]
        stands[side] = team
        if BYE in fixture.sources:
            self._settle(number, side)
        elif len(stands) == len(fixture.sources):
            if number in self._won:
                self._settle(number, self._won[number])
            else:
                self._due.add(number)

    def _settle(self, number: int, winner: Side) -> None:
        round_, stands = self._fixtures[number].round, self._stands[number]
        won, lost = stands[winner], stands.get(OTHER[winner])
        self._through[number] = won
        if round_ in self._main.values():
            self._reached[won] = max(self._reached[won], round_ + 1)
            if lost is not None:
                self._reached[lost] = max(self._reached[lost], round_)
                self._lost[round_].append(lost)
        self._put(("winner", number), won)
        if lost is not None:
            self._put(("loser", number), lost)
        for again, side in self._behind.get(("again", number), ()):
            if winner == "B" and lost is not None:
                self._fill(again, side, lost)
            else:  # whoever came through without a loss has won: no second match is needed
                self._settle(again, "A")
        self._lay(round_)

    def _lay(self, round_: int) -> None:
        """Where each round is seeded anew: once this one is over, whoever is left goes on by seed."""
        coming = [self._fixtures[number] for number in self._in_round.get(round_ + 1, ())]
        sides = {source: (each.number, side) for each in coming for side, source in each.sides if source[0] == "left"}
        if not sides or not self._round_over(round_):
            return
        left = sorted((self._through[number] for number in self._in_round[round_]), key=self._seed.__getitem__)
        for place, team in enumerate(left, start=1):
            self._fill(*sides["left", place], team)
