"""Stages played on paper: brackets and tables by the pure formats, with results in memory. See `paper`."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tests.support.brackets import from_scratch
from tests.support.brackets.from_scratch import Seen, Told
from thunee_tournaments.brackets.formats import propagation, scheduled
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.fixtures import Fixture, Side, standing
from thunee_tournaments.brackets.formats.propagation import Record
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.metrics import MatchLine, TeamRecord

OTHER: dict[Side, Side] = {"A": "B", "B": "A"}
PLAYED, WALKOVER = "played", "walkover"


@dataclass
class Outcome:
    """How a match ended: the side, how, and the balls."""

    side: Side
    how: str = PLAYED
    balls: tuple[int, int] = (0, 0)

    def turned(self) -> "Outcome":
        return Outcome(OTHER[self.side], self.how, self.balls[::-1])


@dataclass
class PaperStage(ABC):
    """What the stages have in common. `teams` are in order of seed, `gone` those that went home."""

    teams: list[int]
    gone: set[int]
    rng: Random
    begun: set[int] = field(default_factory=set)
    ended: dict[int, Outcome] = field(default_factory=dict)

    @abstractmethod
    def open(self) -> list[int]:
        """Matches that can be played now."""

    def decided(self) -> list[int]:
        """Matches whose result can be corrected or taken back."""
        return sorted(self.ended)

    def touched(self) -> bool:
        return bool(self.begun or self.ended)

    def end(self, number: int, outcome: Outcome) -> None:
        self.ended[number] = outcome
        if outcome.how == PLAYED:
            self.begun.add(number)

    def take_back(self, number: int) -> None:
        del self.ended[number]

    @abstractmethod
    def withdraw(self, team: int) -> None: ...

    def step(self) -> bool:
        """Go on within the stage, if there is a way to; False if nothing changed."""
        return False

    @abstractmethod
    def over(self) -> bool: ...

    @abstractmethod
    def tiers(self) -> tuple[list[list[int]], dict[int, int]]:
        """The teams from the top down, in tiers, and their groups."""

    @abstractmethod
    def faults(self) -> list[str]: ...


class PaperBracket(PaperStage):
    """A knock-out or a double elimination."""

    def prepare(self, format_: str, parameters: dict[str, Any]) -> None:
        self.format = format_
        bracket, _groups = FORMATS[format_].draw(parameters, [""] * len(self.teams), lambda items, _label: items)
        self.fixtures, self.rounds = bracket.fixtures, bracket.rounds
        self.pinned = False
        self.records: dict[int, Record[int]] = {}

    def places(self) -> dict[int, propagation.Place[int]]:
        return propagation.recompute(self.fixtures, self.teams, self.records, self.gone)

    def open(self) -> list[int]:
        return [n for n, one in self.places().items() if None not in one.teams and one.winner is None]

    def decided(self) -> list[int]:
        return [number for number, one in self.records.items() if one.stands and one.winner is not None]

    def conflicts(self) -> list[int]:
        return [number for number, one in self.places().items() if one.record.stands and one.conflict]

    def touched(self) -> bool:
        return any(one.stands for one in self.records.values())

    def begin(self, number: int) -> None:
        place = self.places()[number]
        kept = self.records.get(number, Record())
        self.records[number] = replace(kept, teams=place.teams, stands=True)
        self.begun.add(number)

    def end(self, number: int, outcome: Outcome) -> None:
        self.begin(number)
        self.records[number] = replace(self.records[number], winner=outcome.side)
        self.ended[number] = outcome

    def turn(self, number: int) -> None:
        record = self.records[number]
        assert record.winner is not None
        self.records[number] = replace(record, winner=OTHER[record.winner])

    def take_back(self, number: int) -> None:
        outcome = self.ended.pop(number, None)
        stands = outcome is None or outcome.how == PLAYED
        self.records[number] = replace(self.records[number], winner=None, stands=stands)

    def resolve(self, number: int, keep: bool) -> None:
        """Keep who plays there although others should, or have the match played anew by those who should."""
        place = self.places()[number]
        fixture = self.fixtures[number - 1]
        if not keep:
            self.records.pop(number)
            self.ended.pop(number, None)
            return
        self.pinned = True
        for (side, slot), team in zip(fixture.sides, place.teams, strict=True):
            if side in place.conflict and slot[0] != "seed":
                source = self.records.get(slot[1], Record())
                source_place = self.places()[slot[1]]
                other = dict(zip(source_place.teams, source_place.teams[::-1], strict=True)).get(team)
                on, down = (team, other) if slot[0] == "winner" else (other, team)
                self.records[slot[1]] = replace(source, goes_on=on, goes_down=down)

    def withdraw(self, team: int) -> None:
        for number, record in list(self.records.items()):
            place = self.places()[number]
            if record.stands and record.winner is None and team in place.teams:
                self.records[number] = replace(record, winner="B" if place.teams[0] == team else "A")
                self.ended[number] = Outcome("B" if place.teams[0] == team else "A")

    def over(self) -> bool:
        places = self.places().values()
        return all(one.winner is not None for one in places) and not any(
            one.record.stands and one.conflict for one in places
        )

    def tiers(self) -> tuple[list[list[int]], dict[int, int]]:
        """Who lost less is above, then who came further, then who won there; a loss beside counts for nothing."""
        places = self.places()
        lost: Counter[int] = Counter()
        last: dict[int, tuple[int, bool]] = {}
        for fixture in self.fixtures:
            place = places[fixture.number]
            for team in place.teams:
                if team is not None and not self.beside(fixture.number):
                    last[team] = (-fixture.round, place.through != team)
                    lost[team] += place.down == team
        order = sorted(self.teams, key=lambda team: (lost[team], last[team], self.teams.index(team)))
        return [order], dict.fromkeys(order, 0)

    def seen(self) -> list[Seen]:
        found = []
        for fixture in self.fixtures:
            one = self.places_now[fixture.number]
            stands = one.record.stands
            found.append(
                Seen(fixture.number, fixture.sources, one.teams, one.winner or "", stands,
                     one.conflict if stands else "", one.record.goes_on, one.record.goes_down)
            )  # fmt: skip
        return found

    def faults(self) -> list[str]:
        self.places_now = self.places()
        seen = self.seen()
        found = from_scratch.bracket_faults(seen, self.teams, self.gone)
        clean = not self.pinned and not any(one.conflict for one in seen)
        if clean:
            found += from_scratch.knocked_out_faults(
                [one for one in seen if not self.beside(one.number)], 2 if self.format == "double" else 1
            )
            results = {number: one.winner for number, one in self.places_now.items() if one.winner and not one.bye}
            plain = standing(self._as_they_sit(seen, results), self.teams, results)
            found += [
                f"match {number}: {one.teams} by the cone, {(plain[number].a, plain[number].b)} by the results"
                for number, one in self.places_now.items()
                if one.teams != (plain[number].a, plain[number].b)
            ]
        return found

    def _as_they_sit(self, seen: list[Seen], results: dict[int, Side]) -> list[Fixture]:
        """The fixtures, with the sides exchanged in matches that stand where the right two teams sit on each other's
        sides: both come out of other matches, and the match is no grand final that may be played again."""
        found = list(self.fixtures)
        twice = {slot[1] for one in seen for slot in one.sources if slot[0] == "again"}
        for index, one in enumerate(seen):
            plain = standing(found[: index + 1], self.teams, results)[one.number]
            alike = one.teams == (plain.b, plain.a) and from_scratch.both_come_up(one) and one.number not in twice
            if one.stands and alike:
                found[index] = replace(found[index], sources=found[index].sources[::-1])
        return found

    def beside(self, number: int) -> bool:
        return self.rounds[self.fixtures[number - 1].round - 1].startswith(("plate", "third"))


class PaperTable(PaperStage):
    """Groups, a league, or (with rounds paired one by one) a Swiss."""

    swiss = False

    def prepare(self, format_: str, parameters: dict[str, Any]) -> None:
        bracket, groups = FORMATS[format_].draw(
            parameters, [""] * len(self.teams), lambda items, _label: self.rng.sample(items, len(items))
        )
        self.groups = [[self.teams[seed - 1] for seed in group] for group in groups]
        self.matches = {
            one.number: (one.round, self.teams[one.sources[0][1] - 1], self.teams[one.sources[1][1] - 1], one.group)  # type: ignore[misc]
            for one in bracket.fixtures
        }
        self.byes: list[tuple[int, int]] = []
        self._draw_lots()

    def _draw_lots(self) -> None:
        order = self.rng.sample(self.teams, len(self.teams))
        self.lots = {team: place for place, team in enumerate(order, start=1)}

    def left(self) -> list[int]:
        return [number for number in self.matches if number not in self.ended]

    def open(self) -> list[int]:
        found = scheduled.due((n, self.matches[n][1:3], False) for n in self.left())
        return sorted(found)

    def withdraw(self, team: int) -> None:
        for number in self.left():
            _round, a, b, _group = self.matches[number]
            if team in (a, b):
                self.ended[number] = Outcome("B" if a == team else "A", WALKOVER)

    def over(self) -> bool:
        return not self.left()

    def paired(self) -> dict[int, set[int]]:
        """Who was there in each round, with an opponent or without."""
        found: dict[int, set[int]] = {}
        for number, team in [(one[0], team) for one in self.matches.values() for team in one[1:3]] + self.byes:
            found.setdefault(number, set()).add(team)
        return found

    def ranked(self, teams: Sequence[int], group: int) -> list[int]:
        """As the standings rank them."""
        lines: dict[int, list[MatchLine]] = {team: [] for team in teams}
        for number, (round_, a, b, of) in self.matches.items():
            outcome = self.ended.get(number)
            if outcome is None or of != group:
                continue
            for side, team, other in (("A", a, b), ("B", b, a)):
                balls = outcome.balls if side == "A" else outcome.balls[::-1]
                played = outcome.how == PLAYED
                lines[team].append(
                    MatchLine(outcome.side == side, played, int(played and outcome.side == side),
                              int(played and outcome.side != side), *(balls if played else (0, 0)), other, round_)
                )  # fmt: skip
        records = [
            TeamRecord(team, self.teams.index(team) + 1, matches=tuple(lines[team]),
                       byes=tuple(n for n, t in self.byes if t == team), lot=self.lots[team],
                       rounds=len(self.paired()) if self.swiss else 0,
                       playing=tuple(self.matches[n][0] for n in self.left() if team in self.matches[n][1:3]))
            for team in teams
        ]  # fmt: skip
        usual = FORMATS["swiss" if self.swiss else "groups"].order
        return [line.record.team for line in metrics.rank(records, usual, ("lot",))]

    def tiers(self) -> tuple[list[list[int]], dict[int, int]]:
        tables = [self.ranked(group, number) for number, group in enumerate(self.groups, start=1)]
        group_of = {team: number for number, group in enumerate(self.groups, start=1) for team in group}
        most = max(map(len, tables))
        return [[table[place] for table in tables if len(table) > place] for place in range(most)], group_of

    def faults(self) -> list[str]:
        found = []
        left = self.left()
        for number in self.open():
            mine = set(self.matches[number][1:3])
            if any(mine & set(self.matches[n][1:3]) for n in left if n < number):
                found.append(f"match {number} is ready although one of its teams has another before it")
        if left and not self.open():
            found.append("nothing can be played, and not all is over")
        for group, teams in enumerate(self.groups, start=1):
            told = []
            for number, (round_, a, b, of) in self.matches.items():
                if (outcome := self.ended.get(number)) is not None and of == group:
                    winner = a if outcome.side == "A" else b
                    told.append(Told(round_, a, b, winner, outcome.how == PLAYED, outcome.balls))
            plain = from_scratch.table(teams, told, self.byes, self.lots, self.paired() if self.swiss else None)
            if self.ranked(teams, group) != plain:
                found.append(f"the table of group {group} is {self.ranked(teams, group)}, counted again {plain}")
        return found
