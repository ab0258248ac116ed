"""One evening, from the first call to the last hand. Pure."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from thunee_tournaments.brackets.rehearsing.plays import Call, Chance, Play
from thunee_tournaments.brackets.rehearsing.programme import Part
from thunee_tournaments.brackets.rehearsing.progression import coming
from thunee_tournaments.brackets.rehearsing.waiting_lines import WaitingLines

SHORTEST, LONGEST = 0.75, 1.25  # of the usual length of a game
GRACE = 10.0  # minutes that are waited for a team that does not come


@dataclass(frozen=True)
class Hall:
    """What the organiser reckons with. `minutes` of a game, from call to call; `again`: which share of those who lose
    in a qualifier buys in again, as long as they may; `absent`: how many teams do not come, though they are drawn."""

    tables: int
    minutes: float
    again: float = 0.5
    absent: int = 0


@dataclass
class Evening:
    """An evening as it is played; times are in minutes from its start. `spans`: from when to when each stage is played,
    by its place in the programme; `in_use`: from when to when a table was."""

    parts: Sequence[Part]
    teams: int
    hall: Hall
    rng: Random
    now: float = 0.0
    matches: int = 0
    longest_wait: float = 0.0
    spans: dict[int, tuple[float, float]] = field(default_factory=dict)
    in_use: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._plays: dict[int, Play] = {}
        self._rankings: dict[int, dict[int, int]] = {}
        self._passed_over: set[int] = set()
        self._playing: list[tuple[float, int, int, Call]] = []
        self._free_since: dict[int, float] = dict.fromkeys(range(self.teams), 0.0)
        self._absent = set(self.rng.sample(range(self.teams), min(self.hall.absent, self.teams)))
        self._gone: set[int] = set()
        self._chance = Chance(self.rng, self.hall.again, self._gone)

    @property
    def rebuys(self) -> int:
        """How often teams have bought in again."""
        return sum(play.rebuys for play in self._plays.values() if isinstance(play, WaitingLines))

    @property
    def through(self) -> int:
        """How many teams have come through qualifiers."""
        return sum(len(play.through) for play in self._plays.values() if isinstance(play, WaitingLines))

    def played(self) -> "Evening":
        """Play it to its end. Raises ValueError where so many teams cannot play the first stage."""
        self._begin(0, list(range(self.teams)))
        self._go_on()
        while self._playing:
            self.now, _order, part, call = heapq.heappop(self._playing)
            self._finish(part, call)
            self._go_on()
        return self

    def _go_on(self) -> None:
        """Call what can be called and begin the stages whose teams are known, until neither changes anything."""
        self._call()
        while sum(self._begin_if_known(place) for place in range(1, len(self.parts))):
            self._call()

    # --- matches

    def _call(self) -> None:
        for part, play in sorted(self._plays.items()):
            while len(self._playing) < self.hall.tables and (call := play.call(self.now)):
                self._seat(part, call)

    def _seat(self, part: int, call: Call) -> None:
        here = [team for team in call.teams if team not in self._gone]
        if len(here) < 2:  # a walkover that nobody waits for
            self._end(part, call)
            return
        self.longest_wait = max(self.longest_wait, *(self.now - self._free_since[team] for team in here))
        length = GRACE if self._absent.intersection(here) and len(here) == 2 else self._length(call.best_of)
        self._occupy(part, call, length)

    def _occupy(self, part: int, call: Call, minutes: float) -> None:
        self.matches += 1
        self.in_use.append((self.now, self.now + minutes))
        heapq.heappush(self._playing, (self.now + minutes, self.matches, part, call))

    def _length(self, best_of: int) -> float:
        """A match ends when one side has won more than half of its games, each a throw of a coin."""
        won = [0, 0]
        while max(won) <= best_of // 2:
            won[self.rng.random() < 0.5] += 1
        return sum(self.hall.minutes * self.rng.uniform(SHORTEST, LONGEST) for _game in range(sum(won)))

    def _finish(self, part: int, call: Call) -> None:
        self._gone.update(self._absent.intersection(call.teams))
        self._free_since.update(dict.fromkeys(call.teams, self.now))
        self._end(part, call)

    def _end(self, part: int, call: Call) -> None:
        here = [team for team in call.teams if team not in self._gone] or call.teams
        self._plays[part].finish(call, self.rng.choice(here), self.now)
        self.spans[part] = (self.spans[part][0], self.now)

    # --- stages

    def _begin(self, place: int, teams: Sequence[int]) -> None:
        begun = self.parts[place].begin(teams, self._chance)
        self._plays[place], self.spans[place] = begun.play, (self.now, self.now)
        for call, minutes in begun.playing:
            self._occupy(place, call, max(1.0, self._length(call.best_of) - minutes))

    def _begin_if_known(self, place: int) -> bool:
        """Begin a stage once it is known who comes into it; says whether. One that so few cannot play is passed over,
        and what takes its teams from there."""
        part = self.parts[place]
        if place in self._plays or place in self._passed_over:
            return False
        if part.resume is not None:
            self._begin(place, ())
            return True
        source = part.feed["stage"] - 1
        another_day = source in self._passed_over or not self.parts[source].whole
        known = [] if another_day else self._coming(part, source)
        if known is None:
            return False
        try:
            if len(known) < 2:
                raise ValueError("nobody is left to play")
            self._begin(place, known)
        except ValueError:
            self._passed_over.add(place)
        return True

    def _coming(self, part: Part, source: int) -> list[int] | None:
        if source not in self._plays:
            return None
        play = self._plays[source]
        if play.over and source not in self._rankings:
            here = [team for team in play.ranking(self.rng) if team not in self._gone]
            self._rankings[source] = {team: place for place, team in enumerate(here)}
        return coming(self.parts, part.feed, play, self._rankings.get(source, {}))
