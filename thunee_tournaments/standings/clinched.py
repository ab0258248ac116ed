"""What is certain already: safe, out, or still open. Pure, and only what is proven by bounding what can yet happen.

A team is *safe* for the first n places if, should it win nothing more and everybody else all they have left, fewer than
n others could still reach as many wins as it has. It is *out* if, should it win all it has left, n others have more
wins already. Teams level on wins are never counted as decided, whatever breaks the tie, until all is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

SAFE, OUT, OPEN = "safe", "out", "open"


def by_wins(wins: Mapping[T, float], left: Mapping[T, int], places: int) -> dict[T, str]:
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


@dataclass(frozen=True)
class Needs:
    """What a team has still to do for one of the first places, of so many matches that it has `left`: with `enough`
    wins it has one, whatever the others do (None: no number of wins is sure to be enough); with fewer than `least`
    others are above it for certain."""

    left: int
    enough: int | None
    least: int

    @property
    def safe(self) -> bool:
        """Whether it needs nothing more."""
        return self.enough == 0

    @property
    def hopeless(self) -> bool:
        """Whether no number of wins can help any more."""
        return self.least > self.left


def needs_of(team: T, wins: Mapping[T, float], left: Mapping[T, int], to_meet: Sequence[T], places: int) -> Needs:
    """What a team needs to be among the first `places`. `to_meet`: whom it meets in the matches it has left, as far as
    that is known. Who wins everything has beaten these, and who wins nothing has lost to them; else each is counted at
    its best, or at its worst, so that what is said is certain, if not always the least that would do."""
    own = left.get(team, 0)
    others = [other for other in wins if other != team]

    def enough(more: int) -> bool:
        beaten = to_meet if more == own else ()
        at_most = (wins[other] + left.get(other, 0) - beaten.count(other) for other in others)
        return sum(most >= wins[team] + more for most in at_most) < places

    def too_few(more: int) -> bool:
        lost_to = to_meet if more == 0 else ()
        at_least = (wins[other] + lost_to.count(other) for other in others)
        return sum(least > wins[team] + more for least in at_least) >= places

    return Needs(
        own,
        next((more for more in range(own + 1) if enough(more)), None),
        next((more for more in range(own + 1) if not too_few(more)), own + 1),
    )


def by_final_places(places_of: Mapping[T, tuple[int, int]], places: int) -> dict[T, str]:
    """The same when all is played, from the places (first, last) each team holds; a place shared across the line is
    still open."""
    return {
        team: SAFE if last <= places else OUT if first > places else OPEN
        for team, (first, last) in places_of.items()
    }  # fmt: skip
