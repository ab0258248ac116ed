"""What is rehearsed: the stages in order, each as it is planned, or as far as it has been played.

Teams are numbers, in the order they are seeded. Pure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from thunee_tournaments.brackets.formats import tables
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.fixtures import Bracket
from thunee_tournaments.brackets.rehearsing.from_match_to_match import FromMatchToMatch
from thunee_tournaments.brackets.rehearsing.in_turn import InTurn
from thunee_tournaments.brackets.rehearsing.plays import Call, Chance, Play
from thunee_tournaments.brackets.rehearsing.swiss_rounds import SwissRounds
from thunee_tournaments.brackets.rehearsing.waiting_lines import WaitingLines, at_the_start, terms_of
from thunee_tournaments.brackets.shapes import Feed, Parameters

Groups = Sequence[Sequence[int]]


@dataclass
class Begun:
    """A stage that is on: how it goes on, and what is being played, with the minutes it has been already."""

    play: Play
    playing: Sequence[tuple[Call, float]] = ()


Resume = Callable[[Chance], Begun]  # the stage as it stands


@dataclass(frozen=True)
class Part:
    """A stage. `best_of`: of how many games its matches are, unless its parameters say otherwise; `resume` gives it as
    far as it has been played. `whole`: it is played to its end in one evening, as all but leagues are."""

    format: str
    parameters: Parameters
    best_of: int = 1
    resume: Resume | None = None
    whole: bool = True
    drawn: dict[int, tuple[Bracket, Groups]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def feed(self) -> Feed:
        """Where its teams come from; {} for the first stage."""
        return self.parameters.get("feed", {})

    def begin(self, teams: Sequence[int], chance: Chance) -> Begun:
        """It, played by these teams. Raises ValueError where so many cannot play so."""
        return Begun(self._planned(teams, chance)) if self.resume is None else self.resume(chance)

    def _planned(self, teams: Sequence[int], chance: Chance) -> Play:
        format_, best_of = FORMATS[self.format], self.parameters.get("best_of") or self.best_of
        if format_.sold:
            return WaitingLines(terms_of(self.parameters, best_of), at_the_start(teams), chance)
        if format_.round_by_round:
            return SwissRounds(teams, min(self.parameters.get("rounds", 1), len(teams) - 1), chance, best_of)
        if format_.alone:
            return InTurn(_at_tables(teams, self.parameters.get("rounds", 1), chance.rng), [teams])
        if format_.hosted:  # a league is not played in one evening: this is one of its days
            return InTurn(list(zip(teams[::2], teams[1::2], strict=False)), [teams], best_of)
        bracket, groups = self._bracket(len(teams))
        if format_.one_place:
            meet = (fixture.sources for fixture in bracket.fixtures)
            matches = [tuple(teams[source[-1] - 1] for source in pair) for pair in meet]  # type: ignore[operator]
            return InTurn(matches, [[teams[seed - 1] for seed in group] for group in groups], best_of)
        own = self.parameters.get("best_of_rounds", {})
        keys = dict(enumerate(bracket.rounds, start=1))
        lengths = {number: own.get(key, best_of) for number, key in keys.items()}
        return FromMatchToMatch(bracket.fixtures, teams, keys, lengths)

    def _bracket(self, teams: int) -> tuple[Bracket, Groups]:
        """The same for as many teams, evening after evening; who is in whose club makes none longer."""
        if teams not in self.drawn:
            self.drawn[teams] = FORMATS[self.format].draw(self.parameters, [""] * teams, lambda items, _label: items)
        return self.drawn[teams]


def _at_tables(players: Sequence[int], rounds: int, rng: Random) -> list[tuple[int, ...]]:
    """Tables of four and three, in each round by chance."""
    sizes = tables.sizes(len(players))

    def seated() -> list[tuple[int, ...]]:
        order = iter(rng.sample(list(players), len(players)))
        return [tuple(next(order) for _seat in range(size)) for size in sizes]

    return list(chain.from_iterable(seated() for _round in range(rounds)))
