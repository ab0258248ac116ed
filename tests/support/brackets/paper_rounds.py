"""Stages played on paper whose matches come one after another: Swiss rounds, a win-streak qualifier. See `paper`."""

from collections import Counter
from typing import Any

from tests.support.brackets import from_scratch
from tests.support.brackets.paper_stages import WALKOVER, Outcome, PaperStage, PaperTable
from thunee_tournaments.brackets.formats import streak, swiss


class PaperSwiss(PaperTable):
    swiss = True

    def prepare(self, format_: str, parameters: dict[str, Any]) -> None:
        self.rounds, self.groups = parameters["rounds"], [list(self.teams)]
        self.matches, self.byes, self.number, self.wrong = {}, [], 0, []
        self._draw_lots()
        self.pair()

    def pair(self) -> None:
        there = [team for team in self.teams if team not in self.gone]
        if len(there) < 2:
            self.rounds = self.number
            return
        met: dict[int, set[int]] = {team: set() for team in there}
        sides = Counter(dict.fromkeys(there, 0))
        score = Counter({team: sum(t == team for _n, t in self.byes) for team in there})
        for number, (_round, a, b, _group) in self.matches.items():
            for one, other, step in ((a, b, 1), (b, a, -1)):
                if one in met:
                    met[one].add(other)
                    sides[one] += step
            score[a if self.ended[number].side == "A" else b] += 1
        seed_of = {team: seed for seed, team in enumerate(self.teams, start=1)}
        had = {team for _n, team in self.byes}
        entrants = []
        for team in there:
            opponents = frozenset(seed_of[other] for other in met[team])
            entrants.append(swiss.Entrant(seed_of[team], score[team], opponents, team in had, sides=sides[team]))
        relaxed: tuple[str, ...] = ()
        try:
            made = swiss.pair(entrants)
        except swiss.NoPairing as none:
            relaxed = none.relax
            try:
                made = swiss.pair(entrants, relaxed=relaxed)
            except swiss.NoPairing:
                self.rounds = self.number
                return
        self.number += 1
        pairs = [(self.teams[a - 1], self.teams[b - 1]) for a, b in made.pairs]
        bye = None if made.bye is None else self.teams[made.bye - 1]
        if not relaxed:
            meetings = {frozenset((a, b)) for a in met for b in met[a]}
            self.wrong += from_scratch.round_faults(pairs, bye, there, meetings, had, score.__getitem__)
        for a, b in pairs:
            self.matches[len(self.matches) + 1] = (self.number, a, b, 1)
        if bye is not None:
            self.byes.append((self.number, bye))

    def decided(self) -> list[int]:
        """Of the round being played only: earlier ones have been paired upon."""
        return [number for number in self.ended if self.matches[number][0] == self.number]

    def step(self) -> bool:
        if self.left() or self.number >= self.rounds:
            return False
        self.pair()
        return True

    def over(self) -> bool:
        return not self.left() and self.number >= self.rounds

    def faults(self) -> list[str]:
        return self.wrong + super().faults()


class PaperStreak(PaperStage):
    def prepare(self, format_: str, parameters: dict[str, Any]) -> None:
        self.wins, self.limit, self.closed, self.clock = parameters["wins"], parameters["entries"], False, 0
        self.entries: dict[int, tuple[int, int]] = {}
        self.results: list[list[Any]] = []  # entry a, entry b or None, winner, when
        self.stopped: set[int] = set()
        self.wrong: list[str] = []
        for team in self.teams:
            self.enter(team)
        self.call()

    def enter(self, team: int) -> None:
        self.clock += 1
        self.entries[len(self.entries) + 1] = (team, self.clock)

    def now(self) -> list[streak.Standing]:
        entries = [streak.Entry(n, team, at, n in self.stopped) for n, (team, at) in self.entries.items()]
        return streak.standings(
            entries, [streak.Result(a, b, w or None, at) for a, b, w, at in self.results], self.wins
        )

    def call(self) -> None:
        """Pair whoever waits; at the end across streaks, and let the last one go."""
        while True:
            waiting = streak.queue(self.now(), {})
            playing = any(not result[2] for result in self.results)
            across = self.closed and not playing
            met = {frozenset((self.entries[a][0], self.entries[b][0])) for a, b, _w, _at in self.results if b}
            pair = streak.next_pair(waiting, met) or (streak.next_pair(waiting, met, across=True) if across else None)
            if pair is not None:
                self.hold_pair(pair, waiting, met)
                self.results.append([*pair, "", None])
            elif across and waiting:
                self.stopped.add(waiting[0].number)
            else:
                break

    def hold_pair(self, pair: tuple[int, int], waiting: list[streak.Waiting], met: set[frozenset[int]]) -> None:
        one, other = (next(w for w in waiting if w.number == number) for number in pair)
        same = [w for w in waiting if w.streak == one.streak and w.number != one.number]
        if any(frozenset((one.team, w.team)) not in met for w in same) and frozenset((one.team, other.team)) in met:
            self.wrong.append(f"entries {pair} meet again although somebody new waits")
        if same and other.streak != one.streak:
            self.wrong.append(f"entries {pair} meet across streaks although one waits on the same")

    def open(self) -> list[int]:
        return [number for number, result in enumerate(self.results, start=1) if not result[2]]

    def decided(self) -> list[int]:
        """Those after which neither entry was paired again."""
        found = []
        for number, (a, b, winner, _at) in enumerate(self.results, start=1):
            later = {entry for result in self.results[number:] for entry in result[:2]}
            if winner and not {a, b} & later and not self.closed:
                found.append(number)
        return found

    def touched(self) -> bool:
        return any(result[2] for result in self.results)

    def end(self, number: int, outcome: Outcome) -> None:
        self.clock += 1
        self.results[number - 1][2:] = [outcome.side, self.clock]
        self.ended[number] = outcome
        self.call()

    def take_back(self, number: int) -> None:
        self.results[number - 1][2:] = ["", None]
        self.ended.pop(number)
        a, b = self.results[number - 1][:2]
        teams = {self.entries[a][0], self.entries[b][0]}
        if any(self.entries[e][0] in teams for n in self.open() if n != number for e in self.results[n - 1][:2]):
            self.end(number, Outcome("A"))  # one of the teams is at a table with another entry: refused on the desk

    def withdraw(self, team: int) -> None:
        self.stopped |= {number for number, (whose, _at) in self.entries.items() if whose == team}
        for number in self.open():
            a, b = self.results[number - 1][:2]
            if team in (self.entries[a][0], self.entries[b][0]):
                self.end(number, Outcome("B" if self.entries[a][0] == team else "A", WALKOVER))
        self.call()

    def step(self) -> bool:
        if self.closed:
            return False
        in_ = {one.entry.team for one in self.now() if one.state in (streak.WAITING, streak.PLAYING)}
        held = Counter(team for team, _at in self.entries.values())
        can = [team for team in self.teams if team not in in_ | self.gone and held[team] < self.limit]
        if can and self.rng.random() < 0.7:
            self.enter(self.rng.choice(can))
        else:
            self.closed = True
        self.call()
        return True

    def over(self) -> bool:
        return self.closed and not self.open() and not streak.queue(self.now(), {})

    def tiers(self) -> tuple[list[list[int]], dict[int, int]]:
        through = streak.qualified(self.now())
        return [through], dict.fromkeys(through, 0)

    def faults(self) -> list[str]:
        entries = {number: team for number, (team, _at) in self.entries.items()}
        plain = from_scratch.streak_states(
            entries, self.stopped, [(a, b, winner) for a, b, winner, _at in self.results], self.wins
        )
        told = {one.entry.number: (one.state, one.streak) for one in self.now()}
        found = [f"the queue says {told}, played again {plain}"] if told != plain else []
        through = {entries[number] for number, (state, _row) in plain.items() if state == "qualified"}
        if set(streak.qualified(self.now())) != through or len(streak.qualified(self.now())) != len(through):
            found.append(f"through are {streak.qualified(self.now())}, not {through}")
        return found + self.wrong + from_scratch.streak_faults(entries, plain, self.limit, self.wins)
