"""The formats whose matches are all known at the draw: knock-out, double elimination, groups, league."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from thunee_tournaments.brackets.formats import double_elimination, groups, knockout
from thunee_tournaments.brackets.formats.fixtures import Bracket

KNOCKOUT, DOUBLE, GROUPS, LEAGUE, TABLES = "knockout", "double", "groups", "league", "tables"
ALL_MEET = (GROUPS, LEAGUE)
IN_TURN = (*ALL_MEET, TABLES)  # all who play are known at the draw, and a match waits for the earlier ones of its teams


def draw(
    format_: str, parameters: Mapping[str, Any], clubs: Sequence[str], shuffle: groups.Shuffle
) -> tuple[Bracket, list[list[int]]]:
    """All fixtures of a stage, and the seeds in each of its groups. `clubs` has one entry for each team, in order of
    seed. Raises ValueError where so many teams cannot play so."""
    teams = len(clubs)
    if format_ == KNOCKOUT:
        third_place, plate = bool(parameters.get("third_place")), bool(parameters.get("plate"))
        return knockout.draw(teams, third_place=third_place, plate=plate), []
    if format_ == DOUBLE:
        return double_elimination.draw(teams, parameters.get("grand_final", double_elimination.RESET)), []
    count = parameters.get("groups", 1) if format_ == GROUPS else 1
    apart = clubs if format_ == GROUPS and parameters.get("apart") else None
    made = groups.spread(teams, count, parameters.get("spread", groups.SNAKE), shuffle, apart)
    return groups.draw(made, parameters.get("legs", 1)), made


def due(matches: Iterable[tuple[int, Collection[int], bool]]) -> set[int]:
    """Which matches can be played now, out of (number, teams, aside) in order, those that are over left out: the next
    of all their teams. What is put aside (postponed) keeps nobody waiting and is not due itself."""
    busy: set[int] = set()
    found = set()
    for number, teams, aside in matches:
        if aside:
            continue
        if busy.isdisjoint(teams):
            found.add(number)
        busy |= set(teams)
    return found
