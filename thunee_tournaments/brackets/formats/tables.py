"""Rounds at tables, for games without sides: in each round everybody sits at a table of four, or of three where fours
do not come out even. Nobody meets the same opponents more often than needed, and the threes go round.

Pure: players are numbers from 1 in order of seed, the lot says in which order seatings are tried. Of all the seatings
tried for a round the one is taken that costs least, where meeting again costs the square of how often it happened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Shuffle
from thunee_tournaments.brackets.formats.settings import ROUNDS, Number

Table = list[int]
TRIES = 12
FOUR, THREE = 4, 3


def sizes(players: int) -> list[int]:
    """How many sit at each table: as many fours as possible, the rest threes. Raises ValueError where that cannot be
    (fewer than three, or five)."""
    threes = -players % FOUR
    if players < THREE or threes * THREE > players:
        raise ValueError(f"{players} players cannot sit at tables of three and four")
    return [FOUR] * ((players - threes * THREE) // FOUR) + [THREE] * threes


def draw(players: int, rounds: int, shuffle: Shuffle) -> list[list[Table]]:
    """The tables of every round, each in the order of its seats. Raises ValueError as sizes does."""
    shape = sizes(players)
    met: dict[frozenset[int], int] = {}
    at_three = dict.fromkeys(range(1, players + 1), 0)
    drawn = []
    for number in range(1, rounds + 1):
        best = _best(number, shape, met, at_three, shuffle)
        for table in best:
            for pair in map(frozenset, combinations(table, 2)):
                met[pair] = met.get(pair, 0) + 1
            if len(table) == THREE:
                for player in table:
                    at_three[player] += 1
        drawn.append(best)
    return drawn


def _best(
    number: int, shape: Sequence[int], met: dict[frozenset[int], int], at_three: dict[int, int], shuffle: Shuffle
) -> list[Table]:
    """The best seating of a round among those tried; the search ends with one in which nobody meets anybody again."""
    fresh = sum(size * (size - 1) // 2 for size in shape)
    best: list[Table] = []
    for attempt in range(TRIES):
        order = shuffle(list(at_three), f"tables round {number} try {attempt}")
        tried = _seated(order, shape, met, at_three)
        if not best or _cost(tried, met, at_three) < _cost(best, met, at_three):
            best = tried
        if _cost(best, met, at_three) == fresh:
            break
    return best


def _seated(
    order: Sequence[int], shape: Sequence[int], met: dict[frozenset[int], int], at_three: dict[int, int]
) -> list[Table]:
    """Players in this order, each to the table where they are best, then exchanged as long as that helps."""
    tables: list[Table] = [[] for _size in shape]
    for player in order:
        open_ = [place for place, size in enumerate(shape) if len(tables[place]) < size]
        place = min(open_, key=lambda number: (_price(player, tables[number], shape[number], met, at_three), number))
        tables[place].append(player)
    while sum(_exchange(tables, seat, other, met, at_three) for seat, other in _pairs(tables)):
        continue
    return tables


def _pairs(tables: list[Table]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every two seats at different tables."""
    seats = [(place, seat) for place, table in enumerate(tables) for seat in range(len(table))]
    return ((first, other) for first, other in combinations(seats, 2) if first[0] != other[0])


def _exchange(
    tables: list[Table],
    seat: tuple[int, int],
    other: tuple[int, int],
    met: dict[frozenset[int], int],
    at_three: dict[int, int],
) -> bool:
    """Let two players change places if that costs less; says whether they did."""
    first, second = tables[seat[0]], tables[other[0]]
    before = _cost([first, second], met, at_three)
    first[seat[1]], second[other[1]] = second[other[1]], first[seat[1]]
    if _cost([first, second], met, at_three) < before:
        return True
    first[seat[1]], second[other[1]] = second[other[1]], first[seat[1]]
    return False


def _price(player: int, table: Table, size: int, met: dict[frozenset[int], int], at_three: dict[int, int]) -> int:
    """What it costs to let one more player sit down."""
    again = sum(2 * met.get(frozenset((player, other)), 0) + 1 for other in table if frozenset((player, other)) in met)
    return again + (at_three[player] * 2 if size == THREE else 0)


def _cost(tables: Sequence[Table], met: dict[frozenset[int], int], at_three: dict[int, int]) -> int:
    """What seatings cost: for each pair the square of how often it meets then, for each three how often before."""
    pairs = (met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))
    threes = (at_three[player] for table in tables if len(table) == THREE for player in table)
    return sum((times + 1) ** 2 for times in pairs) + 2 * sum(threes)


class Tables(Format):
    """Each alone, in every round at another table; the low total wins."""

    key, title = "tables", _("rounds at tables")
    note = _("Each alone: in every round at another table of four or three. The low total wins.")
    page = "tables"
    settings = {
        "rounds": replace(ROUNDS, usual=3),
        "hands": Number(_("Hands at a table"), 4, 1, 30),
    }
    one_place = alone = True
    # Ranked by the game's own totals; then by who had the lowest total at more tables.
    order = ("points", "matches_won")
    columns = ("matches_played", "matches_won", "points")
