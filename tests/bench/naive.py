"""A second scorer, deliberately naive: it knows nothing of the engine, and only the few hands the phones can send."""

from collections.abc import Iterable
from typing import Any

TO_WIN = 12


def balls_of(tally: dict[str, Any]) -> tuple[int, int]:
    """The balls A and B open for one hand (durban-classic)."""
    trumping = tally["trumper"] % 2
    if "declared" in tally:
        side, balls = tally["declared"]["seat"] % 2, 4
    else:
        (points,) = tally["card_points"].values()
        count = points + tally.get("call", 0) + (10 if tally["last_trick"] % 2 != trumping else 0)
        side = 1 - trumping if count >= 105 else trumping
        balls = 2 if side != trumping and tally.get("call", 0) else 1
    return (balls, 0) if side == 0 else (0, balls)


def game(tallies: Iterable[dict[str, Any]]) -> tuple[int, int, str]:
    """The balls of a game and who has won it."""
    a = b = 0
    for tally in tallies:
        if max(a, b) >= TO_WIN:
            raise ValueError("a hand was written after the game was won")
        more = balls_of(tally)
        a, b = a + more[0], b + more[1]
    return a, b, "A" if a >= TO_WIN else "B" if b >= TO_WIN else ""
