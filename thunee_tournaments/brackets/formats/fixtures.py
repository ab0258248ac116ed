"""What all formats share: fixtures, the sources of their sides, and who stands where.

A *fixture* is a place in a stage, numbered from 1 in the order of its rounds. Each of its two sides has a
*source*, which says where its team comes from: `("seed", n)`, `("winner", fixture)`, `("loser", fixture)`,
`("again", fixture)` or `("bye",)`. *Again* is the second match of a grand final: the loser of the first one, if the
side that came up from the losers' bracket won it; otherwise nobody, and the match is not needed. `("left", n)` is the
best seed left but n − 1, while it is not known yet which that is (`seeding_anew`).

Who stands on a side is derived from seeds and results (`standing`), never typed in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

Side = Literal["A", "B"]
OTHER: dict[Side, Side] = {"A": "B", "B": "A"}
Source = tuple[str] | tuple[str, int]
T = TypeVar("T")

MIN_TEAMS = 2
MAX_TEAMS = 1024
MOST_TEAMS = 2048  # of an event: in the formats that take more than a bracket
BYE: Source = ("bye",)
FROM_FIXTURES = ("winner", "loser", "again")
BEST_OF = (1, 3, 5)
PLAY_OFF = "play-off"  # the round of the matches between two that are level in a table: no part of it


@dataclass(frozen=True)
class Fixture:
    """A place in a stage. `round` counts from 1, `place` from 1 at the top of its round; `group` is 0 for none."""

    number: int
    round: int
    place: int
    sources: tuple[Source, Source]
    group: int = 0

    @property
    def sides(self) -> tuple[tuple[Side, Source], tuple[Side, Source]]:
        """Both sides, each with its source."""
        return ("A", self.sources[0]), ("B", self.sources[1])

    @property
    def bye(self) -> Side | None:
        """The side that goes on without playing, if this is a bye."""
        return next((OTHER[side] for side, source in reversed(self.sides) if source == BYE), None)


@dataclass(frozen=True)
class Bracket:
    """All fixtures of a stage of `teams` teams, in order of number, and the keys of its rounds from the first."""

    teams: int
    fixtures: tuple[Fixture, ...]
    rounds: tuple[str, ...]

    def next_of(self, number: int) -> tuple[Fixture, Side] | None:
        """Where the winner of a fixture goes on to; None after the final."""
        source: Source = ("winner", number)
        for fixture in self.fixtures:
            for side, own in fixture.sides:
                if own == source:
                    return fixture, side
        return None

    def with_seeds(self, seeds: Mapping[int, int]) -> "Bracket":
        """The same bracket with these seeds (by the numbers of fixtures) where nobody was: a bye becomes a match."""

        def filled(fixture: Fixture) -> Fixture:
            seed: Source = ("seed", seeds[fixture.number])
            a, b = (seed if own == BYE else own for own in fixture.sources)
            return replace(fixture, sources=(a, b))

        fixtures = (filled(fixture) if fixture.number in seeds else fixture for fixture in self.fixtures)
        return replace(self, fixtures=tuple(fixtures))


class Builder:
    """Collects fixtures round by round. Rounds are numbered in the order they are begun."""

    def __init__(self) -> None:
        self.fixtures: list[Fixture] = []
        self.rounds: list[str] = []

    def begin_round(self, key: str) -> None:
        self.rounds.append(key)
        self._place = 0

    def add(self, a: Source, b: Source, group: int = 0) -> int:
        """A fixture in the round begun last; its number."""
        self._place += 1
        self.fixtures.append(Fixture(len(self.fixtures) + 1, len(self.rounds), self._place, (a, b), group))
        return len(self.fixtures)

    def meet(self, a: Source, b: Source) -> Source:
        """What comes out of two sources: the winner of a fixture, or whoever has nobody to play."""
        if BYE in (a, b):
            return b if a == BYE else a
        return ("winner", self.add(a, b))

    def build(self, teams: int) -> Bracket:
        """The stage; rounds in which nobody plays are left out."""
        used = sorted({fixture.round for fixture in self.fixtures})
        renumbered = {before: now for now, before in enumerate(used, start=1)}
        fixtures = tuple(replace(fixture, round=renumbered[fixture.round]) for fixture in self.fixtures)
        return Bracket(teams, fixtures, tuple(self.rounds[number - 1] for number in used))


def check_teams(teams: int) -> None:
    """Raises ValueError outside 2 to 1,024."""
    if not MIN_TEAMS <= teams <= MAX_TEAMS:
        raise ValueError(f"{MIN_TEAMS} to {MAX_TEAMS} teams can play, not {teams}")


def shifted(fixtures: Iterable[Fixture], offset: int) -> list[Fixture]:
    """The same fixtures with numbers that go on after `offset`, as a later stage of a tournament needs them."""

    def moved(source: Source) -> Source:
        return (source[0], source[1] + offset) if len(source) == 2 and source[0] in FROM_FIXTURES else source

    return [
        replace(fixture, number=fixture.number + offset, sources=(moved(fixture.sources[0]), moved(fixture.sources[1])))
        for fixture in fixtures
    ]


def stands_for(seed: int, swaps: Iterable[Sequence[int]]) -> int:
    """The seed that stands where this one stood, after these pairs of seeds have changed places one after another."""
    for first, second in swaps:
        seed = {first: second, second: first}.get(seed, seed)
    return seed


def with_swaps(fixtures: Iterable[Fixture], swaps: Sequence[Sequence[int]]) -> list[Fixture]:
    """The same fixtures after pairs of seeds have changed places."""

    def moved(source: Source) -> Source:
        return ("seed", stands_for(source[1], swaps)) if len(source) == 2 and source[0] == "seed" else source

    return [replace(fixture, sources=(moved(fixture.sources[0]), moved(fixture.sources[1]))) for fixture in fixtures]


@dataclass(frozen=True)
class Pairing(Generic[T]):
    """Who stands in a fixture, as far as it is known, which side won it, and whether that was without a match."""

    a: T | None = None
    b: T | None = None
    winner: Side | None = None
    bye: bool = False

    @property
    def through(self) -> T | None:
        """Who goes on from here."""
        return {"A": self.a, "B": self.b, None: None}[self.winner]

    @property
    def beaten(self) -> T | None:
        """Who lost here."""
        return {"A": self.b, "B": self.a, None: None}[self.winner]


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
            case ("loser", int(number)):
                return pairings[number].beaten
            case ("again", int(number)) if pairings[number].winner == "B":
                return pairings[number].beaten
        return None

    for fixture in fixtures:
        a, b = map(team_of, fixture.sources)
        bye = fixture.bye
        match fixture.sources[1]:
            case ("again", int(number)) if pairings[number].winner == "A":
                bye = "A"
        winner = bye or results.get(fixture.number)
        if winner and not bye and (a is None or b is None):
            raise ValueError(f"fixture {fixture.number} has a result, but its teams are not known")
        pairings[fixture.number] = Pairing(a, b, winner, bye is not None)
    return pairings


def source_from(value: Sequence[object]) -> Source:
    """A source as it was stored (a list), checked. Raises ValueError."""
    match list(value):
        case ["bye"]:
            return BYE
        case ["seed" | "winner" | "loser" | "again" | "left" as kind, int(number)]:
            return (kind, number)
    raise ValueError(f"{value!r} is no source")
