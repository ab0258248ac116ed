"""The cone behind a result: who should stand in every match that comes out of others, recomputed from scratch. Pure.

A match that has not begun takes whoever its sources give. A match that *stands* (something was written in it, or it was
given to a side by decision) keeps the teams that came to play it: where its sources would now send another team, it is
in *conflict* on that side until a referee decides. Its own result counts on meanwhile, so that the cone behind it does
not move twice. A decision to keep a team is a *pin* on the match it came out of: from there goes on who went on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from thunee_tournaments.brackets.formats.fixtures import Fixture, Side, Source

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
        return self.record.goes_on if self.record.goes_on is not None else self.won_by

    @property
    def down(self) -> T | None:
        """Who goes to where the loser goes."""
        if self.record.goes_down is not None:
            return self.record.goes_down
        return {"A": self.b, "B": self.a, None: None}[self.winner]

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
    for fixture in fixtures:
        record = records.get(fixture.number, Record())
        due_a, due_b = (_due(slot, seeds, places) for slot in (fixture.slot_a, fixture.slot_b))
        places[fixture.number] = _place(fixture, record, due_a, due_b, places, withdrawn)
    return places


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
) -> Place[T]:
    if due_a is not None and due_a == due_b:
        due_a, due_b = one_place(due_a, sits_b=record.stands and record.b == due_b)
    if record.stands:
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


def reseated(
    held: Sequence[T],
    now: Sequence[T],
    *,
    by_rank: bool,
    kept: Mapping[int, T] | None = None,
    sitting: Sequence[T] = (),
) -> list[T]:
    """The teams of a later stage in order of seed, when who goes on to it has changed since it was drawn.

    `held`: who holds each seed, `now`: who goes on by the results. `by_rank`: a seed stands for one rank of one group,
    so each takes the team of that rank. Otherwise the published draw stands for all who still go on, and who comes in
    takes the seed of who falls out, in order; nobody falls out without somebody to take the place. Who has taken one of
    these seeds already (`sitting`: who holds each by what was corrected before) stays there. `kept` are the seeds (from
    1) whose team a referee keeps: the team that should be there takes the place the kept one would have had.
    """
    if by_rank and len(held) == len(now):
        seats = list(now)
    else:
        coming = [team for team in now if team not in set(held)]
        seats = list(held)
        left = [index for index, team in enumerate(held) if team not in set(now)]
        for index in [one for one in left if sitting and sitting[one] in coming]:
            seats[index] = sitting[index]
            coming.remove(sitting[index])
            left.remove(index)
        for index, team in zip(left, coming, strict=False):
            seats[index] = team
    for seed, team in (kept or {}).items():
        stands = seats[seed - 1]
        if team in seats:
            seats[seats.index(team)] = stands
        seats[seed - 1] = team
    return seats


def exchanged(seats: Mapping[int, Sequence[T]], kept: Iterable[tuple[int, int, T]]) -> dict[int, list[T]]:
    """The places of several stages that take their teams from one, by number of the stage, in order of seed. Each of
    `kept` is (stage, seed from 1, team): the team stays there by a referee's decision, and whoever should be there
    takes the place that it would have had, in whichever of the stages that is. So nobody is in two of them."""
    found = {number: list(order) for number, order in seats.items()}
    for number, seed, team in kept:
        rival = found[number][seed - 1]
        for order in found.values():
            if team in order:
                order[order.index(team)] = rival
                break
        found[number][seed - 1] = team
    return found


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
