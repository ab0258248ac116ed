"""What teams are compared by. A metric is data: a key, what to call it, which way is better, and how it is computed.

Everything here is pure: it works on `TeamRecord`s, which hold what a team has done, and knows no database. A metric is
None where it cannot be computed, which is another thing than nought.

What counts: a match counts when it is over. A walkover is a match won or lost, but not played, and has no games or
balls. A bye is none of these: it only takes a team to the next round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class MatchLine:
    """One match that is over, as one of its teams sees it."""

    won: bool
    played: bool = True  # False: a walkover
    games_for: int = 0
    games_against: int = 0
    balls_for: int = 0
    balls_against: int = 0


@dataclass(frozen=True)
class TeamRecord:
    """What a team has done. `reached` is the furthest round it has a place in, counted from 1, and one more than there
    are rounds for the champion; None before the draw. `out`: it has lost and cannot go on."""

    team: Any
    seed: int | None = None
    reached: int | None = None
    out: bool = False
    matches: Sequence[MatchLine] = field(default_factory=tuple)

    @property
    def played(self) -> list[MatchLine]:
        return [line for line in self.matches if line.played]


@dataclass(frozen=True)
class Metric:
    """`best` is "high" or "low": which end of the scale is better."""

    key: str
    name: Any
    abbreviation: Any
    compute: Callable[[TeamRecord], int | None]
    best: str = "high"
    help: Any = ""


def _of_played(count: Callable[[MatchLine], int]) -> Callable[[TeamRecord], int | None]:
    """A sum over the matches a team has played; None if it has not played any."""
    return lambda record: sum(map(count, record.played)) if record.played else None


METRICS = (
    Metric("reached", _("Round reached"), _("Round"), lambda record: record.reached),
    Metric("matches_played", _("Matches played"), _("P"), lambda record: len(record.played)),
    Metric(
        "matches_won", _("Matches won"), _("W"), lambda record: sum(line.won for line in record.matches),
        help=_("Walkovers count as won; byes do not count."),
    ),
    Metric("games_won", _("Games won"), _("GW"), _of_played(lambda line: line.games_for)),
    Metric("games_lost", _("Games lost"), _("GL"), _of_played(lambda line: line.games_against), best="low"),
    Metric("balls_for", _("Balls won"), _("B+"), _of_played(lambda line: line.balls_for)),
    Metric("balls_against", _("Balls given away"), _("B−"), _of_played(lambda line: line.balls_against), best="low"),
    Metric(
        "ball_difference",
        _("Ball difference"),
        _("±"),
        _of_played(lambda line: line.balls_for - line.balls_against),
        help=_("Balls won less balls given away, in matches that were played and are over."),
    ),
    Metric("seed", _("Seed"), _("Seed"), lambda record: record.seed, best="low"),
)  # fmt: skip
BY_KEY = {metric.key: metric for metric in METRICS}

# In a knock-out the round reached is the place; what follows only orders those who share it.
KNOCKOUT_RANKED_BY = ("reached",)
KNOCKOUT_LISTED_BY = ("matches_won", "ball_difference", "balls_for", "seed")


@dataclass(frozen=True)
class Standing:
    """A line of the standings. Teams that cannot be told apart share the places `place` to `place_to`."""

    record: TeamRecord
    place: int
    place_to: int
    values: dict[str, int | None]


def rank(records: Sequence[TeamRecord], ranked_by: Sequence[str], listed_by: Sequence[str] = ()) -> list[Standing]:
    """The teams from the top down, by the metrics with these keys, in order of importance.

    What cannot be computed comes after everything that can. Teams equal in all of `ranked_by` share their places, and
    are listed by `listed_by` within them.
    """
    order = [*ranked_by, *listed_by]
    values = [({metric.key: metric.compute(record) for metric in METRICS}, record) for record in records]
    values.sort(key=lambda line: [_sort_key(BY_KEY[key], line[0][key]) for key in order])
    standings: list[Standing] = []
    start = 0
    while start < len(values):
        marks = [values[start][0][key] for key in ranked_by]
        end = start
        while end < len(values) and [values[end][0][key] for key in ranked_by] == marks:
            end += 1
        standings += [Standing(record, start + 1, end, computed) for computed, record in values[start:end]]
        start = end
    return standings


def _sort_key(metric: Metric, value: int | None) -> tuple[int, int]:
    if value is None:
        return (1, 0)
    return (0, -value if metric.best == "high" else value)
