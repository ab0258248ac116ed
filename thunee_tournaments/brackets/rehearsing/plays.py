"""What every way of playing a stage can be asked and told while an evening is rehearsed."""

from bisect import insort
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol


class Call(NamedTuple):
    """A match that is called: its number in its stage, who plays (two teams, or three or four single players), and of
    how many games it is the best."""

    match: int
    teams: tuple[int, ...]
    best_of: int = 1


@dataclass(frozen=True)
class Chance:
    """What decides in an evening beside its plan: throws of a coin, which share of those who lose in a qualifier buys
    in again, and the teams that have turned out not to come (more of them as it goes on)."""

    rng: Random
    again: float = 0.5
    gone: Collection[int] = frozenset()


class Due:
    """The matches of a stage that can be played now, by their numbers: the lowest is called first."""

    def __init__(self) -> None:
        self._numbers: list[int] = []

    def __contains__(self, number: int) -> bool:
        return number in self._numbers

    def add(self, number: int) -> None:
        insort(self._numbers, number)

    def take(self, number: int) -> None:
        """It is called. Raises ValueError where it is not there."""
        self._numbers.remove(number)

    @property
    def first(self) -> int | None:
        """The one to be called next; None if there is none."""
        return self._numbers[0] if self._numbers else None


class Play(Protocol):
    """A stage while it is played; teams are numbers."""

    @property
    def groups(self) -> Sequence[Sequence[int]]:
        """The teams of each group; none where there are no groups."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played in it."""

    def call(self, now: float) -> Call | None:
        """The next match that can be played, taken off; None while there is none."""

    def offers(self, match: int) -> bool:
        """Whether this match can be played now."""

    def take(self, match: int) -> Call:
        """This match, taken off: it is being played already. It must be one that is offered."""

    def finish(self, call: Call, winner: int, now: float) -> None:
        """The match is over; `winner` is one of its teams."""

    def ranking(self, rng: Random) -> list[int]:
        """Its teams, the best first; chance decides between those that have won as often."""

    def beaten_in(self, round_: int) -> list[int] | None:
        """Who has lost in this round, counted from 1; None while it goes on, or where nobody goes out by losing."""


def ranked(teams: Sequence[int], wins: Mapping[int, int], rng: Random) -> list[int]:
    """Teams by how often they have won, the rest by chance."""
    return sorted(teams, key=lambda team: (-wins[team], rng.random()))
