"""The same evening many times over: when it ends, and what between, with how sure that is. Pure.

The same question has the same answer: chance is drawn from one seed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, median, quantiles

from thunee_tournaments.brackets.rehearsing.evening import Evening, Hall
from thunee_tournaments.brackets.rehearsing.programme import Part

MATCHES = 6_000  # about as many are played for one answer, which so takes a moment, whatever the field
MANY, FEW = (9, 60), (5, 15)  # evenings at least, and at most
SEED = 20_241
SLICE = 15.0  # minutes, over which it is told how many tables are in use


@dataclass(frozen=True)
class Span:
    """What is in the middle of all evenings, and between what nine of ten lie."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Figures:
    """`minutes` from the start to the last hand; `matches` played; the longest `wait` of anybody for a table or an
    opponent, in minutes; teams `through` a qualifier, and how often some bought in again.

    `stages`: when each begins and ends (None where it was passed over in most evenings). `in_use`: how many tables are
    in use in each quarter of an hour, on average. `idle`: which share of the tables' time nobody sat at them."""

    minutes: Span
    matches: Span
    wait: Span
    through: Span
    rebuys: Span
    stages: tuple[tuple[Span, Span] | None, ...]
    in_use: tuple[float, ...]
    idle: float


def rehearse(parts: Sequence[Part], teams: int, hall: Hall, evenings: tuple[int, int] = MANY) -> Figures:
    """What is likely. `evenings`: how many are played to find out, at least and at most. Raises ValueError where so
    many teams cannot play the first stage."""
    rng = Random(SEED)
    fewest, most = evenings
    played: list[Evening] = []
    while len(played) < fewest or (len(played) < most and sum(each.matches for each in played) < MATCHES):
        played.append(Evening(parts, teams, hall, rng).played())
    return Figures(
        span_of(evening.now for evening in played),
        span_of(evening.matches for evening in played),
        span_of(evening.longest_wait for evening in played),
        span_of(evening.through for evening in played),
        span_of(evening.rebuys for evening in played),
        tuple(_stage(played, place) for place in range(len(parts))),
        _in_use(played),
        mean(_idle(evening, hall.tables) for evening in played),
    )


def span_of(values: Iterable[float]) -> Span:
    """The span of these values, at least two."""
    sorted_ = sorted(values)
    tenths = quantiles(sorted_, n=20, method="inclusive")
    return Span(tenths[0], median(sorted_), tenths[-1])


def _stage(evenings: Sequence[Evening], place: int) -> tuple[Span, Span] | None:
    spans = [evening.spans[place] for evening in evenings if place in evening.spans]
    if 2 * len(spans) < len(evenings):
        return None
    return span_of(begins for begins, _ends in spans), span_of(ends for _begins, ends in spans)


def _in_use(evenings: Sequence[Evening]) -> tuple[float, ...]:
    """Up to the middle of the ends: later on fewer and fewer evenings are still being played."""
    slices = [0.0] * max(1, int(-(-median(evening.now for evening in evenings) // SLICE)))
    for evening in evenings:
        for begins, ends in evening.in_use:
            for number in range(int(begins // SLICE), min(len(slices), int(ends // SLICE) + 1)):
                within = min(ends, (number + 1) * SLICE) - max(begins, number * SLICE)
                slices[number] += within / SLICE / len(evenings)
    return tuple(slices)


def _idle(evening: Evening, tables: int) -> float:
    """Of the time from the first call to the last hand, at all tables; none where more are in use now than there are to
    be."""
    if not evening.now:
        return 0.0
    in_use = sum(ends - begins for begins, ends in evening.in_use) / (evening.now * tables)
    return max(0.0, 1 - in_use)
