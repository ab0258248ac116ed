"""From the games of a match to its result. Pure: games in, who leads and who has won out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.seats import ALL_SIDES

SHARED = "="  # who won a table whose lowest total is shared: nobody alone


@dataclass(frozen=True)
class GameScore:
    """A game as its scoresheet tells it: balls of both sides, and the winner, "" while it goes on.

    `bell`: the bell ended it, and with it the match (EV-BELL-2).
    """

    balls: Mapping[str, int]
    winner: str = ""
    bell: bool = False


@dataclass(frozen=True)
class MatchScore:
    """A match so far: games won and balls (or points) by side, and the winner ("=": the lowest total is shared, ""
    while it goes on). `counted` is how many of the games belong to it: none follows a game that decides the match,
    nor one that is not over."""

    games: Mapping[str, int]
    balls: Mapping[str, int]
    winner: str
    counted: int

    @property
    def over(self) -> bool:
        """Whether it is decided, if for nobody alone."""
        return bool(self.winner)


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
    balls = {side: sum(game.balls[side] for game in counted) for side in won}
    return MatchScore(won, balls, winner, len(counted))


def at_table(points: Sequence[int], over: bool) -> MatchScore:
    """The result of a table where each plays alone, from the points in order of the seats: the low total wins
    (TUN-WIN-1). No points before anything is written."""
    by_side = dict(zip(ALL_SIDES, points, strict=False))
    lowest = [side for side, total in by_side.items() if total == min(points)] if over else []
    winner = "" if not over else lowest[0] if len(lowest) == 1 else SHARED
    return MatchScore(dict.fromkeys(by_side, 0), by_side, winner, 1)
