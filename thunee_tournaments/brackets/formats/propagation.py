"""The cone behind a result: who should stand in every match that comes out of others, recomputed from scratch. Pure.

A match that has not begun takes whoever its sources give. A match that *stands* (something was written in it, or it was
given to a side by decision) keeps the teams that came to play it: where its sources would now send another team, it is
in *conflict* on that side until a referee decides. Its own result counts on meanwhile, so that the cone behind it does
not move twice. A decision to keep a team is written on the match it came out of: from there goes on who went on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES, OTHER, Fixture, Side, Source

T = TypeVar("T")
SIDES: tuple[Side, Side] = ("A", "B")
Both = tuple[T | None, T | None]


@dataclass(frozen=True)
class Record(Generic[T]):
    """What is known of a match by itself: who came to play it (side A, side B), which side won, whether it stands, and
    who goes on or down from it by a referee's decision, whatever its result says."""

    teams: Both[T] = (None, None)
    winner: Side | None = None
    stands: bool = False
    goes_on: T | None = None
    goes_down: T | None = None


@dataclass(frozen=True)
class Place(Generic[T]):
    """A match in its stage: who stands in it, who should, the side that won it (a bye: without anybody to play)."""

    teams: Both[T]
    due: Both[T]
    winner: Side | None
    bye: bool
    record: Record[T]

    @property
    def conflict(self) -> str:
        """The sides on which another team should stand: "", "A", "B" or "AB"."""
        return "".join(side for side in SIDES if self.on(side) != self.due_on(side))

    def on(self, side: Side | None) -> T | None:
        """Who stands on a side."""
        return None if side is None else self.teams[SIDES.index(side)]

    def due_on(self, side: Side) -> T | None:
        """Who should stand on a side."""
        return self.due[SIDES.index(side)]

    @property
    def won_by(self) -> T | None:
        return self.on(self.winner)

    @property
    def through(self) -> T | None:
        """Who goes on from here."""
        return self.on(self.kept_side or self.winner)

    @property
    def down(self) -> T | None:
        """Who goes to where the loser goes."""
        side = self.kept_side or self.winner
        return self.on(OTHER[side]) if side else None

    @property
    def kept_side(self) -> Side | None:
        """The side that goes on by a referee's decision. What was decided of a team holds as long as it plays here."""
        for team, opposite in ((self.record.goes_on, False), (self.record.goes_down, True)):
            if team is not None and team in self.teams:
                side = SIDES[self.teams.index(team)]
                return OTHER[side] if opposite else side
        return None

    @property
    def turned(self) -> bool | None:
        """Whether the side that came up (B) goes on: then a grand final is played again. None while nobody does."""
        return None if self.through is None else self.through == self.on("B")


def recompute(
    fixtures: Iterable[Fixture],
    seeds: Sequence[T | None],
    records: Mapping[int, Record[T]],
    withdrawn: Collection[T] = (),
) -> dict[int, Place[T]]:
    """Every match of a stage, in order of number: `seeds` are the teams in order of seed, `records` what each match
    knows of itself. Who has `withdrawn` loses a match that does not stand as soon as both its teams are known."""
    places: dict[int, Place[T]] = {}
    fixtures = list(fixtures)
    played_again = {
        source[1] for fixture in fixtures for source in fixture.sources if len(source) == 2 and source[0] == "again"
    }
    for fixture in fixtures:
        record = records.get(fixture.number, Record())
        a, b = (_due(source, seeds, places) for source in fixture.sources)
        sides_alike = fixture.number not in played_again and from_matches(fixture.sources)
        places[fixture.number] = _place(fixture, record, (a, b), places, withdrawn, sides_alike)
    return places


def from_matches(sources: Sequence[Sequence[object]]) -> bool:
    """Whether all teams of a match come out of others. There the side on which a team sits means nothing (but in a
    grand final that may be played again): the same two teams with sides changed are the right ones."""
    return all(source[0] in FROM_FIXTURES for source in sources)


def _due(source: Source, seeds: Sequence[T | None], places: Mapping[int, Place[T]]) -> T | None:
    match source:
        case ("seed", int(seed)):
            return seeds[seed - 1]
        case ("winner", int(number)):
            return places[number].through
        case ("loser", int(number)):
            return places[number].down
        case ("again", int(number)) if places[number].turned:
            return places[number].down
    return None


def _place(
    fixture: Fixture,
    record: Record[T],
    due: Both[T],
    places: Mapping[int, Place[T]],
    withdrawn: Collection[T],
    sides_alike: bool,
) -> Place[T]:
    if due[0] is not None and due[0] == due[1]:
        due = one_place(due[0], sits_b=record.stands and record.teams[1] == due[1])
    if record.stands:
        if sides_alike and record.teams == due[::-1]:
            due = record.teams
        return Place(record.teams, due, record.winner, False, record)
    bye = fixture.bye
    match fixture.sources[1]:
        case ("again", int(number)) if places[number].turned is False:
            bye = "A"
    if bye is not None:
        return Place(due, due, bye, True, record)
    winner = record.winner if due == record.teams else None
    if winner is None and None not in due:
        winner = "A" if due[1] in withdrawn else "B" if due[0] in withdrawn else None
    return Place(due, due, winner, False, record)


def one_place(team: T, *, sits_b: bool) -> Both[T]:
    """Who should stand on sides A and B where one team would come out of both sources, because one of them is under
    review: it has one place, the one where it sits already in a match that stands, else A."""
    return (None, team) if sits_b else (team, None)


def misplaced(matches: Iterable[tuple[int, int, int | None, Side | None, bool, Side | None]]) -> dict[int, str]:
    """The matches of a qualifier in which an entry plays that has not won all it played before, with its sides.

    Each match is (number, entry a, entry b or None, winning side, whether the loser was kept in by a referee, the side
    it was given to without play, if it was), in order of number. Who was paired stays paired; a match that the entry
    lost without play needs no decision any more.
    """
    failed: set[int] = set()
    wrong_sides: dict[int, str] = {}
    for number, a, b, winner, kept, given_to in matches:
        sides: list[tuple[Side, int | None]] = [("A", a), ("B", b)]
        wrong = "".join(side for side, entry in sides if entry in failed and given_to != OTHER[side])
        if wrong:
            wrong_sides[number] = wrong
        if not kept:
            failed |= {entry for side, entry in sides if entry is not None and side != winner}
    return wrong_sides
