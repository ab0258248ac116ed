"""The cone behind a result: who should stand in every match that comes out of others, recomputed from scratch. Pure.

A match that has not begun takes whoever its sources give. A match that *stands* (something was written in it, or it was
given to a side by decision) keeps the teams that came to play it: where its sources would now send another team, it is
in *conflict* on that side until a referee decides. Its own result counts on meanwhile, so that the cone behind it does
not move twice. A decision to keep a team is a *pin* on the match it came out of: from there goes on who went on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES, Fixture, Side, Source

T = TypeVar("T")
OTHER: dict[Side, Side] = {"A": "B", "B": "A"}


@dataclass(frozen=True)
class Record(Generic[T]):
    """What is known of a match by itself: who came to play it, which side won, whether it stands, and who goes on or
    down from it by a referee's decision, whatever its result says."""

    a: T | None = None
    b: T | None = None
    winner: Side | None = None
    stands: bool = False
    goes_on: T | None = None
    goes_down: T | None = None


@dataclass(frozen=True)
class Place(Generic[T]):
    """A match in its stage: who stands in it, who should, the side that won it (a bye: without anybody to play)."""

    a: T | None
    b: T | None
    due_a: T | None
    due_b: T | None
    winner: Side | None
    bye: bool
    record: Record[T]

    @property
    def conflict(self) -> str:
        """The sides on which another team should stand: "", "A", "B" or "AB"."""
        return ("A" if self.a != self.due_a else "") + ("B" if self.b != self.due_b else "")

    @property
    def won_by(self) -> T | None:
        return {"A": self.a, "B": self.b, None: None}[self.winner]

    @property
    def through(self) -> T | None:
        """Who goes on from here."""
        return {"A": self.a, "B": self.b, None: None}[self.pinned or self.winner]

    @property
    def down(self) -> T | None:
        """Who goes to where the loser goes."""
        return {"A": self.b, "B": self.a, None: None}[self.pinned or self.winner]

    @property
    def pinned(self) -> Side | None:
        """The side that goes on by a referee's decision. What was decided of a team holds as long as it plays here."""
        for team, opposite in ((self.record.goes_on, False), (self.record.goes_down, True)):
            if team is not None and team in (self.a, self.b):
                side: Side = "A" if team == self.a else "B"
                return OTHER[side] if opposite else side
        return None

    @property
    def turned(self) -> bool | None:
        """Whether the side that came up (B) goes on: then a grand final is played again. None while nobody does."""
        return None if self.through is None else self.through == self.b


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
    played_again = {slot[1] for one in fixtures for _side, slot in one.slots if len(slot) == 2 and slot[0] == "again"}
    for fixture in fixtures:
        record = records.get(fixture.number, Record())
        due_a, due_b = (_due(slot, seeds, places) for slot in (fixture.slot_a, fixture.slot_b))
        sides_alike = fixture.number not in played_again and from_matches(fixture.slot_a, fixture.slot_b)
        places[fixture.number] = _place(fixture, record, due_a, due_b, places, withdrawn, sides_alike)
    return places


def from_matches(slot_a: Sequence[object], slot_b: Sequence[object]) -> bool:
    """Whether both teams of a match come out of others. There the side on which a team sits means nothing (but in a
    grand final that may be played again): the same two teams with sides changed are the right ones."""
    return slot_a[0] in FROM_FIXTURES and slot_b[0] in FROM_FIXTURES


def _due(slot: Source, seeds: Sequence[T | None], places: Mapping[int, Place[T]]) -> T | None:
    match slot:
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
    due_a: T | None,
    due_b: T | None,
    places: Mapping[int, Place[T]],
    withdrawn: Collection[T],
    sides_alike: bool,
) -> Place[T]:
    if due_a is not None and due_a == due_b:
        due_a, due_b = one_place(due_a, sits_b=record.stands and record.b == due_b)
    if record.stands:
        if sides_alike and (record.a, record.b) == (due_b, due_a):
            due_a, due_b = due_b, due_a
        return Place(record.a, record.b, due_a, due_b, record.winner, False, record)
    bye = fixture.bye
    match fixture.slot_b:
        case ("again", int(number)) if places[number].turned is False:
            bye = "A"
    if bye is not None:
        return Place(due_a, due_b, due_a, due_b, bye, True, record)
    winner = record.winner if (due_a, due_b) == (record.a, record.b) else None
    if winner is None and due_a is not None and due_b is not None:
        winner = "A" if due_b in withdrawn else "B" if due_a in withdrawn else None
    return Place(due_a, due_b, due_a, due_b, winner, False, record)


def one_place(team: T, *, sits_b: bool) -> tuple[T | None, T | None]:
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
    found: dict[int, str] = {}
    for number, a, b, winner, kept, given in matches:
        sides: list[tuple[Side, int | None]] = [("A", a), ("B", b)]
        wrong = "".join(side for side, entry in sides if entry in failed and given != OTHER[side])
        if wrong:
            found[number] = wrong
        if not kept:
            failed |= {entry for side, entry in sides if entry is not None and side != winner}
    return found
