"""Who holds which place of the stages that share out the teams of one: knock-out and plate behind groups, say. Pure.

A *place* is a seed of a stage. What is known of each stage (`Shared`): who was drawn to each place, who goes on to it
by the results as they are now, whom a referee keeps on a place, and who *sits* there in matches that stand. Nothing
else counts, above all not what was found here before: so it matters what was corrected and decided, and not in which
order.

1. By the results (`by_results`): whoever still goes on holds the place where it sits, or was drawn to; who comes in
   takes the place of the one with whom it changed stages, else of one out of its own group or match. Where seeds stand
   for ranks of groups each place takes the team of its rank.
2. By what referees keep (`kept_places`): a kept team holds its place, and whoever should be there takes the place that
   the kept one would have had.
3. Until the rest is decided (`shared_out`): where another team sits in a match that stands, that is under review, and
   who sits there holds no place in another stage meanwhile: there its rival does. So of two teams that should change
   places one match is under review, not two, and nobody is moved in the other stage.

The third step looks for places under review until none is added. None is ever taken away again, so it ends, after at
most as many rounds as there are places. It ends at a fixed point: every place not under review is held by who sits in
its matches that stand, and seating those who are due changes nothing of what is known here. Asked again, it says the
same.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
Place = tuple[int, int]  # number of the stage, seed from 1
Holders = dict[Place, T]


@dataclass(frozen=True)
class Shared(Generic[T]):
    """One of the stages. `drawn` and `now`: in order of seed, at the draw and by the results; `by_rank`: a seed stands
    for one rank of one group; `kept`: by seed; `sitting`: who sits in matches that stand, by seed."""

    drawn: Sequence[T]
    now: Sequence[T]
    by_rank: bool = False
    kept: Mapping[int, T] = field(default_factory=dict)
    sitting: Mapping[int, Collection[T]] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        return any(self.sitting.values())


def shared_out(stages: Mapping[int, Shared[T]], unit_of: Mapping[T, int]) -> dict[int, list[T]]:
    """Who holds each place of each stage, in order of seed: where a match is under review who should sit there.
    `unit_of`: the group or the match that each team comes out of."""
    right = kept_places(stages, by_results(stages, unit_of))
    sitting = {
        (number, seed): frozenset(teams)
        for number, stage in sorted(stages.items())
        for seed, teams in sorted(stage.sitting.items())
        if teams and (number, seed) in right
    }
    review: dict[Place, frozenset[T]] = {}
    while True:
        held = {team: place for place, teams in reversed(review.items()) for team in teams}
        holders = {place: _meanwhile(place, right, held, sitting, review) for place in right}
        added = next(
            (place for place, teams in sitting.items() if place not in review and teams != {holders[place]}), None
        )
        if added is None:
            break
        review[added] = sitting[added] - {right[added]}
    return {number: [holders[number, seed] for seed in _seeds(number, holders)] for number in stages}


def by_results(stages: Mapping[int, Shared[T]], unit_of: Mapping[T, int]) -> Holders[T]:
    """Who would hold each place if no referee had decided anything."""
    right: Holders[T] = {}
    partner: dict[T, T] = {}  # with whom each has changed stages: told by those that have begun, others are drawn again
    for number, stage in sorted(stages.items(), key=lambda numbered: (not numbered[1].begun, numbered[0])):
        held = _held(stage)
        if stage.by_rank and len(stage.now) == len(held):
            seats = list(stage.now)
        else:
            seats = _reseated(stage, held, partner, unit_of)
        right |= {(number, seed): team for seed, team in enumerate(seats, start=1)}
        if stage.begun:
            partner |= _changed(held, seats)
    return right


def kept_places(stages: Mapping[int, Shared[T]], right: Holders[T]) -> Holders[T]:
    """The same when referees keep teams on their places; nobody is in two of them."""
    kept: Holders[T] = {}
    for number, stage in sorted(stages.items()):
        for seed, team in sorted(stage.kept.items()):
            if (number, seed) in right and team not in kept.values():
                kept[number, seed] = team
    place_of = {team: place for place, team in kept.items()}
    holders = dict(right)
    for place in right:
        holders[place] = kept[place] if place in kept else _last(right[place], right, place_of)
    return holders


def _last(team: T, right: Holders[T], held: Mapping[T, Place], not_in: int | None = None) -> T:
    """Who takes a place in the end that is a team's by right: it holds another, so the rival there, and so on."""
    while team in held and held[team][0] != not_in:
        team = right[held[team]]
    return team


def _meanwhile(
    place: Place, right: Holders[T], held: Mapping[T, Place], sitting: Mapping[Place, Collection[T]],
    review: Collection[Place],
) -> T:  # fmt: skip
    """Who holds a place while others are under review. In one stage nobody waits for the other half of an exchange, for
    all of it is under review there."""
    team = right[place]
    if place in review or team in sitting.get(place, ()):
        return team
    return _last(team, right, held, not_in=place[0])


def _held(stage: Shared[T]) -> list[T]:
    """Who has each place as play goes: who sits there, or was drawn to it."""
    holders = []
    for seed, team in enumerate(stage.drawn, start=1):
        sitting = stage.sitting.get(seed, ())
        holders.append(team if not sitting or team in sitting else next(iter(sitting)))
    return holders


def _reseated(stage: Shared[T], held: Sequence[T], partner: Mapping[T, T], unit_of: Mapping[T, int]) -> list[T]:
    """The published draw stands for all who still go on; nobody falls out without somebody to take the place."""
    seats = list(held)
    left = list(dict.fromkeys(stage.now))
    free: list[int] = []
    for index, team in enumerate(held):
        if team in left:
            left.remove(team)
        else:
            free.append(index)
    for index in list(free):
        if (drawn := stage.drawn[index]) in left:
            seats[index] = drawn
            left.remove(drawn)
            free.remove(index)
    for index, team in _pairs(free, left, held, partner, unit_of):
        seats[index] = team
    return seats


def _pairs(
    free: Sequence[int], coming: Sequence[T], held: Sequence[T], partner: Mapping[T, T], unit_of: Mapping[T, int]
) -> Iterator[tuple[int, T]]:
    """Whose place each that comes in takes: its partner's, one's out of the same group, the next."""
    places, teams = list(free), list(coming)
    fits: list[object] = [
        lambda index, team: partner.get(team) == held[index],
        lambda index, team: team in unit_of and unit_of[team] == unit_of.get(held[index]),
        lambda _index, _team: True,
    ]
    for fit in fits:
        for team in list(teams):
            index = next((place for place in places if fit(place, team)), None)  # type: ignore[operator]
            if index is not None:
                places.remove(index)
                teams.remove(team)
                yield index, team


def _changed(held: Sequence[T], seats: Sequence[T]) -> dict[T, T]:
    """Who has left a stage, and with whom it changed: who has come in in the end, when all inside have moved up."""
    seat_of = {team: index for index, team in enumerate(held)}
    partners = {}
    for team in held:
        if team in seats:
            continue
        comes = seats[seat_of[team]]
        while comes in seat_of and comes != team:
            comes = seats[seat_of[comes]]
        if comes != team:
            partners[team] = comes
    return partners


def _seeds(number: int, places: Iterable[Place]) -> range:
    """The seeds of a stage of which somebody is due."""
    return range(1, 1 + sum(place[0] == number for place in places))
