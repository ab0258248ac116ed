"""A knock-out that is seeded anew for each round: the best seed left meets the last one, the second the last but one.

Its fixtures stand from the draw on, as in any knock-out. From the second round to the semi-finals a side says which of
those left comes there, `("left", 3)` for the third best seed, until the round before is over. Then the round is *laid*:
the third best seed left came out of match 7, and the side says so, `("winner", 7)`. From then on it is a match like any
other. The final needs no laying: there are two left. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from thunee_tournaments.brackets.formats.fixtures import Fixture, Source
from thunee_tournaments.brackets.formats.lines import seed_order

Laid = Sequence[Sequence[int]]  # of one round, the best seed first: the match it came out of, and the seed itself


def sources_left(teams: int) -> list[Source]:
    """Who of so many left stands where in a round, from the top down, two to a fixture."""
    return [("left", place) for place in seed_order(teams)]


def laid(through: Iterable[tuple[int, int]]) -> list[list[int]]:
    """How a round is laid for those who have come through the one before: (match, seed) of each."""
    return [[match, seed] for match, seed in sorted(through, key=lambda each: each[1])]


def source_of(source: Source, round_: Laid) -> Source:
    """What a side of a laid round comes out of."""
    match source:
        case ("left", int(place)):
            return ("winner", round_[place - 1][0])
    return source


def with_rounds(fixtures: Sequence[Fixture], rounds: Mapping[int, Laid]) -> list[Fixture]:
    """The fixtures with those rounds laid, by their number. Raises ValueError where a round cannot have been laid so:
    it names other matches than the round before has, seeds that cannot have come out of them, or not the best first."""
    done: dict[int, Fixture] = {}
    seeds: dict[int, set[int]] = {}
    for fixture in fixtures:
        if round_ := rounds.get(fixture.round):
            _check(fixture.round, round_, done, seeds)
            a, b = (source_of(source, round_) for source in fixture.sources)
            fixture = replace(fixture, sources=(a, b))
        done[fixture.number] = fixture
        seeds[fixture.number] = set().union(*(_seeds_of(source, seeds) for source in fixture.sources))
    return list(done.values())


def _seeds_of(source: Source, seeds: Mapping[int, set[int]]) -> set[int]:
    match source:
        case ("seed", int(seed)):
            return {seed}
        case ("winner" | "loser", int(number)):
            return seeds[number]
    return set()


def _check(number: int, round_: Laid, fixtures: Mapping[int, Fixture], seeds: Mapping[int, set[int]]) -> None:
    before = sorted(fixture.number for fixture in fixtures.values() if fixture.round == number - 1)
    if sorted(match for match, _seed in round_) != before:
        raise ValueError(f"round {number} is laid for other matches than those before it: {round_!r}")
    in_order = [seed for _match, seed in round_]
    if in_order != sorted(in_order) or any(seed not in seeds[match] for match, seed in round_):
        raise ValueError(f"round {number} is not laid by the seeds left: {round_!r}")
