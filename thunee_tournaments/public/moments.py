"""When something is there in a hand that is played through: the moments, and what each of them shows.

A page of the viewer carries the whole hand once. Each part of it says at which moments it is there (`data-at="3-7"`),
so that going on needs no request: a script hides and shows, and without one each moment is a page of its own.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from engine.replay import Moment

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True)
class When:
    """Moments of a hand; written as runs, "0,3-7"."""

    numbers: frozenset[int]

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "When":
        return cls(frozenset(numbers))

    def __contains__(self, number: int) -> bool:
        return number in self.numbers

    def __bool__(self) -> bool:
        return bool(self.numbers)

    def __str__(self) -> str:
        runs = [
            [number for _, number in run]
            for _, run in groupby(enumerate(sorted(self.numbers)), key=lambda pair: pair[1] - pair[0])
        ]
        return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@dataclass(frozen=True)
class Shown(Generic[Value]):
    """Something the page shows, and when."""

    what: Value
    at: When


def when(moments: Sequence[Moment], so: Callable[[Moment], bool]) -> When:
    """The moments of which something is so."""
    return When.of(moment.number for moment in moments if so(moment))


def shown(moments: Sequence[Moment], what: Callable[[Moment], Value | None]) -> list[Shown[Value]]:
    """What each moment shows, said once where several show the same; None and "" show nothing."""
    times: dict[Value, list[int]] = {}
    for moment in moments:
        value = what(moment)
        if value is not None and value != "":
            times.setdefault(value, []).append(moment.number)
    return [Shown(value, When.of(numbers)) for value, numbers in times.items()]


def held(moments: Sequence[Moment], seat: int) -> list[Shown[str]]:
    """The cards a seat holds in the course of the hand, in the order in which they are held."""
    order: list[str] = []
    for moment in moments:
        place = 0
        for card in moment.hands[seat]:
            if card not in order:
                order.insert(place, card)
            place = order.index(card) + 1
    return [Shown(card, when(moments, lambda moment, card=card: card in moment.hands[seat])) for card in order]  # type: ignore[misc]
