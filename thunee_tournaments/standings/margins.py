"""What the last match of a team has to come to, in balls: "lost by at most 4 is enough". Pure.

Only where one other match of its table is open at most, and only what is certain, however these two end. To lose by
less is never worse. Who is level in all that is looked at counts as above the team, for what decides then (balls won,
the lot) is left out.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from thunee_tournaments.standings.metrics import MatchLine, TeamRecord, rank

DECIDES = "ball_difference"
BEFORE = frozenset({"score", "head_to_head", "head_to_head_again"})  # what may decide before the balls
ANY = 10**6  # lost by however much
LAST = 10**6  # the round of what is still to be played

Pair = tuple[Hashable, Hashable]
Records = Mapping[Hashable, TeamRecord]


@dataclass(frozen=True)
class Way:
    """How a team goes on by its last match: by winning it (`lost_by` None), or by losing it by at most so many balls
    (ANY: however many); `if_wins`: provided that this team wins the other match (None: whatever happens there)."""

    lost_by: int | None
    if_wins: Hashable | None = None


def ways(
    team: Hashable, records: Records, ranked_by: Sequence[str], own: Pair, other: Pair | None, places: int
) -> list[Way]:
    """Every way in which a team is among the first `places` of its table for certain; none where nothing can be said.
    `records`: all teams of the table, by what `MatchLine.opponent` calls them; `own` and `other`: who meets in the
    matches that are open."""
    if DECIDES not in ranked_by or not BEFORE.issuperset(ranked_by[: ranked_by.index(DECIDES)]):
        return []
    table = _Table(team, records, tuple(ranked_by[: ranked_by.index(DECIDES) + 1]), own, other, places)
    return _told({winner: table.may_lose_by(winner) for winner in (other or (None,))})


def _told(may_lose_by: Mapping[Hashable | None, int]) -> list[Way]:
    """What holds whatever happens, then what more there is if one team wins. -1: nothing is enough; 0: a win is."""
    always = min(may_lose_by.values())
    certain = [Way(None)] * (always >= 0) + [Way(always)] * (always >= 1)
    for winner, most in may_lose_by.items():
        if most > always:
            certain += [Way(None, winner)] * (always < 0) + [Way(most, winner)] * (most >= 1)
    return certain


@dataclass(frozen=True)
class _Table:
    team: Hashable
    records: Records
    by: tuple[str, ...]
    own: Pair
    other: Pair | None
    places: int

    def may_lose_by(self, winner: Hashable | None) -> int:
        """By how much the team may lose if this one wins the other match; 0 where it has to win, -1 where that is not
        enough either."""
        if not self.sure(None, winner):
            return -1
        beyond = 2 + 2 * max(abs(_difference(record)) for record in self.records.values())
        if self.sure(beyond, winner):
            return ANY
        enough, too_much = 0, beyond
        while too_much - enough > 1:
            middle = (enough + too_much) // 2
            enough, too_much = (middle, too_much) if self.sure(middle, winner) else (enough, middle)
        return enough

    def sure(self, lost_by: int | None, winner: Hashable | None) -> bool:
        """Whether the team has a place if it loses by so much (None: if it wins), however this one wins the other
        match."""
        opponent = self.own[1] if self.own[0] == self.team else self.own[0]
        if lost_by is None:  # by as little as can be: without play, and by a ball
            ends = [_after(self.records, self.team, opponent, balls) for balls in (None, 1)]
        else:
            ends = [_after(self.records, opponent, self.team, lost_by)]
        if self.other is None or winner is None:
            return all(map(self._has_place, ends))
        loser = self.other[1] if self.other[0] == winner else self.other[0]
        return all(
            self._has_place(_after(end, winner, loser, balls))
            for end in ends
            for balls in self._margins(end, winner, loser)
        )

    def _margins(self, end: Records, winner: Hashable, loser: Hashable) -> list[int | None]:
        """By how much the other match may be won, for all that it matters: without play, as closely and as clearly as
        can be, and where one of the two comes level with the team, or past it."""
        own, up, down = (_difference(end[name]) for name in (self.team, winner, loser))
        turns = [own - up, down - own]
        near = {1, 2 + abs(own - up) + abs(down - own), *(turn + step for turn in turns for step in (-1, 0, 1))}
        return [None, *sorted(margin for margin in near if margin >= 1)]

    def _has_place(self, end: Records) -> bool:
        lines = rank(list(end.values()), self.by)
        return next(line.place_to for line in lines if line.record is end[self.team]) <= self.places


def _difference(record: TeamRecord) -> int:
    return sum(line.balls_for - line.balls_against for line in record.scored)


def _after(records: Records, winner: Hashable, loser: Hashable, balls: int | None) -> dict[Hashable, TeamRecord]:
    """The table after one match more, won by so many balls; None: without play."""
    played = balls is not None
    won = MatchLine(True, played, balls_for=balls or 0, opponent=loser, round=LAST)
    lost = MatchLine(False, played, balls_against=balls or 0, opponent=winner, round=LAST)
    more = {winner: won, loser: lost}
    return {
        name: replace(record, matches=(*record.matches, more[name])) if name in more else record
        for name, record in records.items()
    }
