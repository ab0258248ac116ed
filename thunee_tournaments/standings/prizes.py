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
Placed = tuple[T, int, int]  # a team, and the first and last place it shares
PrizeList = tuple[Sequence[Placed[T]], Sequence[int]]  # the teams from the top, and what each place carries
Given = tuple[T, int, int, int]  # a team, the places it shares, and what it gets


def shared(places: Sequence[Placed[T]], amounts: Sequence[int]) -> dict[T, int]:
    """What each team gets: `places` lists (team, first place, last place) from the top, `amounts` the prizes."""
    gets: dict[T, int] = {}
    levels: dict[tuple[int, int], list[T]] = {}
    for team, first, last in places:
        levels.setdefault((first, last), []).append(team)
    for (first, last), teams in levels.items():
        pool = sum(amounts[first - 1 : last])
        each, over = divmod(pool, len(teams))
        for index, team in enumerate(teams):
            if amount := each + (index < over):
                gets[team] = amount
    return gets


def one_each(lists: Mapping[str, PrizeList[T]]) -> dict[str, dict[T, int]]:
    """The prizes of several lists, one to a team: the list's name to what each team gets on it."""
    taken: dict[T, str] = {}
    while True:
        gets = {
            name: shared(_without([team for team, other in taken.items() if other != name], places, amounts), amounts)
            for name, (places, amounts) in lists.items()
        }
        clash = next((team for given in gets.values() for team in given if team not in taken), None)
        if clash is None:
            return gets
        taken[clash] = max((name for name in gets if clash in gets[name]), key=lambda name: gets[name][clash])


def awarded(lists: Mapping[str, PrizeList[T]], *, one_to_a_team: bool = True) -> dict[str, list[Given[T]]]:
    """Each list as it is given out: (team, first place, last place, amount) from the top; with `one_to_a_team` without
    the teams that take their money on another list, the places closed up behind them."""
    gets = one_each(lists) if one_to_a_team else {name: shared(*prizes) for name, prizes in lists.items()}
    given_out: dict[str, list[Given[T]]] = {}
    for name, (places, amounts) in lists.items():
        taken = {team for other, given in gets.items() if other != name for team in given} if one_to_a_team else set()
        left = _without(taken, places, amounts)
        given_out[name] = [(team, first, last, gets[name].get(team, 0)) for team, first, last in left]
    return given_out


def _without(gone: Collection[T], places: Sequence[Placed[T]], amounts: Sequence[int]) -> list[Placed[T]]:
    """The places without the teams that take their money elsewhere, but for those who hold a place without any."""
    left: list[Placed[T]] = []
    for _place, level in groupby(places, key=lambda line: line[1:]):
        teams = [team for team, _first, _last in level]
        carries = amounts[len(left) : len(left) + len(teams)]
        if not carries or any(carries):
            teams = [team for team in teams if team not in gone]
        left += [(team, len(left) + 1, len(left) + len(teams)) for team in teams]
    return left


def closed_up(lines: Sequence[Placed[T]]) -> list[Placed[T]]:
    """The same order with the places closed up where somebody was taken out; who shared a place shares it still."""
    levels: dict[tuple[int, int], list[T]] = {}
    for team, first, last in lines:
        levels.setdefault((first, last), []).append(team)
    closed: list[Placed[T]] = []
    for teams in levels.values():
        first = len(closed) + 1
        closed += [(team, first, first + len(teams) - 1) for team in teams]
    return closed
