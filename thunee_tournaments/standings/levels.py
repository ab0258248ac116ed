"""Where the teams of a knock-out end that is being played: pure.

Who is out in a round shares the places of that round, however many others are still to come there; who is still in
shares what is left, as it stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
Span = tuple[int, int]


@dataclass
class Levels(Generic[T]):
    """Teams in levels from the top down. `lines` count along `slots`: (team, first slot, last slot). Of each slot it is
    known which place it is, or between which places it is shared in the end."""

    lines: list[tuple[T, int, int]] = field(default_factory=list)
    slots: list[Span] = field(default_factory=list)

    def add(self, level: Sequence[T], slots: Sequence[Span]) -> None:
        """A level, with as many slots as it has teams."""
        first = len(self.slots) + 1
        self.slots += slots
        self.lines += [(team, first, len(self.slots)) for team in level]

    def carries(self, amounts: Sequence[int]) -> list[int]:
        """What each slot carries, by what each place does: shared places carry the same, but for an odd cent."""
        amounts_of_slots = []
        seen: dict[Span, int] = {}
        for first, last in self.slots:
            each, over = divmod(sum(amounts[first - 1 : last]), last - first + 1)
            amounts_of_slots.append(each + (seen.get((first, last), 0) < over))
            seen[first, last] = seen.get((first, last), 0) + 1
        return amounts_of_slots

    def places(self, first: int, last: int) -> Span:
        """The places of these slots."""
        own = self.slots[first - 1 : last]
        return min(first for first, _last in own), max(last for _first, last in own)


def in_order(levels: Sequence[Sequence[T]], before: int = 0) -> Levels[T]:
    """Levels whose places follow each other, after so many other teams."""
    placed: Levels[T] = Levels()
    for level in levels:
        first = before + len(placed.slots) + 1
        placed.add(level, [(first + number, first + number) for number in range(len(level))])
    return placed


def in_play(levels: Sequence[Sequence[T]], reached: Mapping[T, int], out: set[T], sizes: Sequence[int]) -> Levels[T]:
    """`levels`: the teams as they stand; `reached`: the round each has a place in, from 1; `sizes`: how many will have
    gone out in each round at the end, the first round first, and the champion last."""
    spans: dict[int, Span] = {}
    place = 0
    for round_ in range(len(sizes), 0, -1):
        spans[round_] = (place + 1, place + sizes[round_ - 1])
        place += sizes[round_ - 1]
    gone = {round_: [team for level in levels for team in level if team in out and reached[team] == round_]
            for round_ in spans}  # fmt: skip
    complete = {round_ for round_, (first, last) in spans.items() if len(gone[round_]) == last - first + 1}
    taken = {place for round_, (_first, last) in spans.items()
             for place in range(last - len(gone[round_]) + 1, last + 1)}  # fmt: skip
    free = [place for place in range(1, place + 1) if place not in taken]
    shared = {place: span for round_, span in spans.items() if gone[round_] and round_ not in complete
              for place in range(span[0], span[1] + 1)}  # fmt: skip
    placed: Levels[T] = Levels()
    for level in levels:
        still = [team for team in level if team not in out]
        own, free = free[: len(still)], free[len(still) :]
        placed.add(still, [shared.get(place, (place, place)) for place in own])
    for round_ in sorted(spans, reverse=True):
        if round_ in complete:
            first = spans[round_][0]
            for level in levels:
                beaten = [team for team in level if team in gone[round_]]
                placed.add(beaten, [(first + n, first + n) for n in range(len(beaten))])
                first += len(beaten)
        else:
            placed.add(gone[round_], [spans[round_]] * len(gone[round_]))
    return placed
