"""What is certain already: safe, out, or still open. Pure, and only what is proven by bounding what can yet happen.

A team is *safe* for the first n places if, should it win nothing more and everybody else all they have left, fewer than
n others could still reach as many wins as it has. It is *out* if, should it win all it has left, n others have more
wins already. Teams level on wins are never counted as decided, whatever breaks the tie, until all is played.
"""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

SAFE, OUT, OPEN = "safe", "out", "open"


def by_wins(wins: Mapping[T, int], left: Mapping[T, int], places: int) -> dict[T, str]:
    """For each team whether it is sure to be among the first `places`, by its wins and the matches it has left."""
    most = {team: won + left.get(team, 0) for team, won in wins.items()}
    fates = {}
    for team, won in wins.items():
        others = [other for other in wins if other != team]
        if sum(most[other] >= won for other in others) < places:
            fates[team] = SAFE
        elif sum(wins[other] > most[team] for other in others) >= places:
            fates[team] = OUT
        else:
            fates[team] = OPEN
    return fates


def by_final_places(places_of: Mapping[T, tuple[int, int]], places: int) -> dict[T, str]:
    """The same when all is played, from the places (first, last) each team holds; a place shared across the line is
    still open."""
    return {
        team: SAFE if last <= places else OUT if first > places else OPEN
        for team, (first, last) in places_of.items()
    }  # fmt: skip
