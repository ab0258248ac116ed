"""Seats and sides. Seats are numbered in the order of play (counter-clockwise); side A has the even ones, B the odd."""

SIDES = ("A", "B")
ALL_SIDES = "ABCD"  # where each plays alone, each of three or four players is a side
OTHER_SIDE = {"A": "B", "B": "A"}


def side_of(seat: int) -> int:
    """0 for side A, 1 for side B."""
    return seat & 1


def side_name(side: int | None) -> str | None:
    """`"A"` or `"B"`; None for nobody."""
    return None if side is None else SIDES[side]


def turn_order(players: int) -> tuple[tuple[int, ...], ...]:
    """For each leader the seats in order of play."""
    return tuple(tuple((leader + step) % players for step in range(players)) for leader in range(players))
