"""From the games of a match to its result. Pure: games in, who leads and who has won out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class GameScore:
    """A game as its scoresheet tells it: balls of both sides, and the winner, "" while it goes on.

    `bell`: the bell ended it, and with it the match (EV-BELL-2).
    """

    balls_a: int
    balls_b: int
    winner: str = ""
    bell: bool = False


@dataclass(frozen=True)
class MatchScore:
    """A match so far. `counted` is how many of the games belong to it: none follows a game that decides the match,
    nor one that is not over."""

    games_a: int
    games_b: int
    balls_a: int
    balls_b: int
    winner: str
    counted: int


def majority(best_of: int) -> int:
    """How many games win a match of best of 1, 3, 5."""
    return best_of // 2 + 1


def leader(won: Mapping[str, int]) -> str:
    """The side that has won more games, "" while they are level."""
    if won["A"] == won["B"]:
        return ""
    return "A" if won["A"] > won["B"] else "B"


def score(best_of: int, games: Sequence[GameScore]) -> MatchScore:
    """The score of a match from its games in order."""
    won = {"A": 0, "B": 0}
    counted: list[GameScore] = []
    winner = ""
    for game in games:
        counted.append(game)
        if not game.winner:
            break
        if game.bell and won["A"] != won["B"]:
            # Whoever has won more games has the match; the game that was broken off is nobody's.
            winner = leader(won)
            break
        won[game.winner] += 1
        if game.bell:
            winner = game.winner
            break
        if won[game.winner] == majority(best_of):
            winner = game.winner
            break
    balls_a, balls_b = sum(game.balls_a for game in counted), sum(game.balls_b for game in counted)
    return MatchScore(won["A"], won["B"], balls_a, balls_b, winner, len(counted))


@dataclass(frozen=True)
class TableScore:
    """A table of single players: their points by seat, whether the game is over, and the seat of the winner (None while
    it lasts, and where the lowest total is shared)."""

    scores: tuple[int, ...]
    over: bool
    winner: int | None


def at_table(scores: Sequence[int], over: bool) -> TableScore:
    """The result of a table where each plays alone: the low total wins (TUN-WIN-1)."""
    lowest = [seat for seat, points in enumerate(scores) if points == min(scores)] if over else []
    return TableScore(tuple(scores), over, lowest[0] if len(lowest) == 1 else None)
