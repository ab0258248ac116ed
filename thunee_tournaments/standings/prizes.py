"""Prizes: who gets what. Pure; amounts are whole cents.

Teams that share places pool what those places carry and share it equally; a cent that cannot be shared goes to the
team listed first. Where there are several lists of prizes (overall, and for each group), a team takes money on one,
where it gets most; what it leaves goes to the next on that list. A prize without an amount, such as a cup, is no money:
it goes to whoever holds its place, whatever that team takes elsewhere, and nobody moves up to it.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")


def shared(places: Sequence[tuple[T, int, int]], amounts: Sequence[int]) -> dict[T, int]:
    """What each team gets: `places` lists (team, first place, last place) from the top, `amounts` the prizes."""
    found: dict[T, int] = {}
    level: dict[tuple[int, int], list[T]] = {}
    for team, first, last in places:
        level.setdefault((first, last), []).append(team)
    for (first, last), teams in level.items():
        pool = sum(amounts[first - 1 : last])
        each, over = divmod(pool, len(teams))
        for index, team in enumerate(teams):
            if amount := each + (index < over):
                found[team] = amount
    return found


def one_each(lists: Mapping[str, tuple[Sequence[tuple[T, int, int]], Sequence[int]]]) -> dict[str, dict[T, int]]:
    """The prizes of several lists, one to a team: the list's name to what each team gets on it."""
    taken: dict[T, str] = {}
    while True:
        found = {
            name: shared(_without([team for team, other in taken.items() if other != name], *one), one[1])
            for name, one in lists.items()
        }
        clash = next((team for given in found.values() for team in given if team not in taken), None)
        if clash is None:
            return found
        taken[clash] = max((name for name in found if clash in found[name]), key=lambda name: found[name][clash])


def awarded(
    lists: Mapping[str, tuple[Sequence[tuple[T, int, int]], Sequence[int]]], *, one_to_a_team: bool = True
) -> dict[str, list[tuple[T, int, int, int]]]:
    """Each list as it is given out: (team, first place, last place, amount) from the top; with `one_to_a_team` without
    the teams that take their money on another list, the places closed up behind them."""
    found = one_each(lists) if one_to_a_team else {name: shared(*one) for name, one in lists.items()}
    told: dict[str, list[tuple[T, int, int, int]]] = {}
    for name, one in lists.items():
        taken = {team for other, given in found.items() if other != name for team in given} if one_to_a_team else set()
        told[name] = [(*line, found[name].get(line[0], 0)) for line in _without(taken, *one)]
    return told


def _without(
    gone: Collection[T], places: Sequence[tuple[T, int, int]], amounts: Sequence[int]
) -> list[tuple[T, int, int]]:
    """The places without the teams that take their money elsewhere, but for those who hold a place without any."""
    found: list[tuple[T, int, int]] = []
    for _place, level in groupby(places, key=lambda line: line[1:]):
        same = [team for team, _first, _last in level]
        carries = amounts[len(found) : len(found) + len(same)]
        if not carries or any(carries):
            same = [team for team in same if team not in gone]
        found += [(team, len(found) + 1, len(found) + len(same)) for team in same]
    return found


def closed_up(lines: Sequence[tuple[T, int, int]]) -> list[tuple[T, int, int]]:
    """The same order with the places closed up where somebody was taken out; who shared a place shares it still."""
    level: dict[tuple[int, int], list[T]] = {}
    for team, first, last in lines:
        level.setdefault((first, last), []).append(team)
    found: list[tuple[T, int, int]] = []
    for teams in level.values():
        first = len(found) + 1
        found += [(team, first, first + len(teams) - 1) for team in teams]
    return found
