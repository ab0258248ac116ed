"""From the games of a match to its result. Pure: games in, who leads and who has won out."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class GameScore:
    """A game as its scoresheet tells it: balls of both sides, and the winner, "" while it goes on."""

    balls_a: int
    balls_b: int
    winner: str = ""


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


def score(best_of: int, games: Sequence[GameScore]) -> MatchScore:
    """The score of a match from its games in order."""
    won = {"A": 0, "B": 0}
    counted: list[GameScore] = []
    winner = ""
    for game in games:
        counted.append(game)
        if not game.winner:
            break
        won[game.winner] += 1
        if won[game.winner] == majority(best_of):
            winner = game.winner
            break
    balls_a, balls_b = sum(game.balls_a for game in counted), sum(game.balls_b for game in counted)
    return MatchScore(won["A"], won["B"], balls_a, balls_b, winner, len(counted))
