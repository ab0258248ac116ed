"""Knock-out: one loss and you are out.

Words: a *fixture* is a place in the bracket, numbered from 1, round by round and from the top down. Each of its two
*slots* holds a *source*, which says where its team comes from: `("seed", n)`, `("winner", fixture)` or `("bye",)`.
Who stands in a slot is derived from seeds and results (`standing`), never typed in.

Seeds are placed inner-outer: in a bracket of 16 from the top 1 16, 8 9, 5 12, 4 13, 3 14, 6 11, 7 10, 2 15. Whatever
round it is, if the better seed always wins, the two seeds of a fixture sum to one more than the teams left in; so the
first and second seed can meet in the final only, the first four in the semi-finals only, and so on. The places that
no team fills are byes, and because of the same sum they go to the best seeds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Side = Literal["A", "B"]
Source = tuple[str] | tuple[str, int]
T = TypeVar("T")

MIN_TEAMS = 2
MAX_TEAMS = 512
BYE: Source = ("bye",)


@dataclass(frozen=True)
class Fixture:
    """A place in the bracket. `round` counts from 1, `place` from 1 at the top of its round."""

    number: int
    round: int
    place: int
    slot_a: Source
    slot_b: Source

    @property
    def slots(self) -> tuple[tuple[Side, Source], tuple[Side, Source]]:
        return ("A", self.slot_a), ("B", self.slot_b)

    @property
    def bye(self) -> Side | None:
        """The side that goes on without playing, if this is a bye."""
        if self.slot_b == BYE:
            return "A"
        return "B" if self.slot_a == BYE else None


@dataclass(frozen=True)
class Bracket:
    """All fixtures of a knock-out of `teams` teams, in order of number, and the names of its rounds from the first."""

    teams: int
    fixtures: tuple[Fixture, ...]
    rounds: tuple[str, ...]

    def next_of(self, number: int) -> tuple[Fixture, Side] | None:
        """Where the winner of a fixture goes on to; None after the final."""
        source: Source = ("winner", number)
        for fixture in self.fixtures:
            for side, slot in fixture.slots:
                if slot == source:
                    return fixture, side
        return None


def bracket_size(teams: int) -> int:
    """The power of two that holds so many teams. Raises ValueError outside 2 to 512."""
    if not MIN_TEAMS <= teams <= MAX_TEAMS:
        raise ValueError(f"a knock-out has {MIN_TEAMS} to {MAX_TEAMS} teams, not {teams}")
    return 1 << (teams - 1).bit_length()


def seed_order(size: int) -> list[int]:
    """The seeds of a full bracket from the top down, two to a first-round fixture, the better seed first in each.

    Each round the bracket doubles: every seed s gets n + 1 - s beside it, below it in the upper place of a pair and
    above it in the lower, so that first and second seed stay at the two ends.
    """
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        lines = [
            seed for place, s in enumerate(lines) for seed in ((s, total - s) if place % 2 == 0 else (total - s, s))
        ]
    return [seed for top in range(0, size, 2) for seed in sorted(lines[top : top + 2])]


def round_name(fixtures: int) -> str:
    """The key of a round by how many fixtures it has: final, semi-final, quarter-final, round-of-16 and so on."""
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(fixtures, f"round-of-{2 * fixtures}")


def draw(teams: int) -> Bracket:
    """The bracket of a knock-out of so many teams. Raises ValueError outside 2 to 512."""
    size = bracket_size(teams)
    sources: list[Source] = [("seed", seed) if seed <= teams else BYE for seed in seed_order(size)]
    fixtures: list[Fixture] = []
    names: list[str] = []
    while len(sources) > 1:
        names.append(round_name(len(sources) // 2))
        pairs = list(zip(sources[::2], sources[1::2], strict=True))
        first = len(fixtures) + 1
        fixtures += [Fixture(first + i, len(names), i + 1, a, b) for i, (a, b) in enumerate(pairs)]
        sources = [("winner", first + i) for i in range(len(pairs))]
    return Bracket(teams, tuple(fixtures), tuple(names))


@dataclass(frozen=True)
class Pairing(Generic[T]):
    """Who stands in a fixture, as far as it is known, and which side won it."""

    a: T | None = None
    b: T | None = None
    winner: Side | None = None

    @property
    def through(self) -> T | None:
        """Who goes on from here."""
        return {"A": self.a, "B": self.b, None: None}[self.winner]


def standing(fixtures: Iterable[Fixture], seeds: Sequence[T], results: Mapping[int, Side]) -> dict[int, Pairing[T]]:
    """Who stands where: `seeds` in order of seed, `results` the winning side of every fixture decided so far.

    Byes decide themselves. Raises ValueError where a result is given for a fixture whose teams are not both known.
    """
    pairings: dict[int, Pairing[T]] = {}

    def team_of(source: Source) -> T | None:
        match source:
            case ("seed", int(seed)):
                return seeds[seed - 1]
            case ("winner", int(number)):
                return pairings[number].through
        return None

    for fixture in fixtures:
        a, b = team_of(fixture.slot_a), team_of(fixture.slot_b)
        winner = fixture.bye or results.get(fixture.number)
        if winner and not fixture.bye and (a is None or b is None):
            raise ValueError(f"fixture {fixture.number} has a result, but its teams are not known")
        pairings[fixture.number] = Pairing(a, b, winner)
    return pairings


def source_from(value: Sequence[object]) -> Source:
    """A source as it was stored (a list), checked. Raises ValueError."""
    match list(value):
        case ["bye"]:
            return BYE
        case ["seed" | "winner" | "loser" as kind, int(number)]:
            return (kind, number)
    raise ValueError(f"{value!r} is no source")
