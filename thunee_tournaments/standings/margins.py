"""What the last match of a team has to come to, in balls: "lost by at most 4 is enough". Pure.

Only where `OTHERS` more matches of its table are open at most, and only what is certain, however all of these end. To
lose by less is never worse. Who is level in all that is looked at counts as above the team, for what decides then
(balls won, the lot) is left out. In a match of several games whoever wins may have fewer balls over all of them, by
however many.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from thunee_tournaments.standings.metrics import MatchLine, TeamRecord, rank

DECIDES = "ball_difference"
BEFORE = frozenset({"score", "head_to_head", "head_to_head_again"})  # what may decide before the balls
ANY = 10**6  # lost by however much
LAST = 10**6  # the round of what is still to be played
OTHERS = 2  # with more of them nobody reads what it hangs on

Pair = tuple[Hashable, Hashable]
Records = Mapping[Hashable, TeamRecord]


@dataclass(frozen=True)
class Way:
    """How a team goes on by its last match: by winning it (`lost_by` None), or by losing it by at most so many balls
    (ANY: however many); `if_win`: provided that these teams win their matches (whatever happens in those that are not
    named)."""

    lost_by: int | None
    if_win: tuple[Hashable, ...] = ()


def ways(
    team: Hashable,
    records: Records,
    ranked_by: Sequence[str],
    own: Pair,
    others: Sequence[Pair],
    places: int,
    *,
    several_games: bool = False,
) -> list[Way]:
    """Every way in which a team is among the first `places` of its table for certain; none where nothing can be said.
    `records`: all teams of the table, by what `MatchLine.opponent` calls them; `own` and `others`: who meets in
    the matches that are open; `several_games`: whether these are of more than one game."""
    playing = [name for pair in others for name in pair]
    if len(set(playing)) < len(playing):  # whoever plays two of them: its name alone would not say which it has to win
        return []
    if DECIDES not in ranked_by or not BEFORE.issuperset(ranked_by[: ranked_by.index(DECIDES)]):
        return []
    by = tuple(ranked_by[: ranked_by.index(DECIDES) + 1])
    table = _Table(team, records, by, own, tuple(others), places, several_games)
    return _told({winners: table.may_lose_by(winners) for winners in product(*others)})


def _told(may_lose_by: Mapping[tuple[Hashable, ...], int]) -> list[Way]:
    """What holds whatever happens, then what more there is if one team wins, then if two do. -1: nothing is enough; 0:
    a win is."""
    certain, known = list[Way](), dict[tuple[Hashable, ...], int]()
    several = len(next(iter(may_lose_by))) > 1
    singles = [(winner,) for winner in dict.fromkeys(name for winners in may_lose_by for name in winners)]
    for named in [(), *singles, *(may_lose_by if several else ())]:
        most = min(most for winners, most in may_lose_by.items() if set(named) <= set(winners))
        before = max((enough for fewer, enough in known.items() if set(fewer) <= set(named)), default=-1)
        if most > before:
            certain += [Way(None, named)] * (before < 0) + [Way(most, named)] * (most >= 1)
        known[named] = most
    return certain


@dataclass(frozen=True)
class _Table:
    team: Hashable
    records: Records
    by: tuple[str, ...]
    own: Pair
    others: tuple[Pair, ...]
    places: int
    several_games: bool

    def may_lose_by(self, winners: Sequence[Hashable]) -> int:
        """By how much the team may lose if these win the other matches; 0 where it has to win, -1 where that is not
        enough either."""
        if not self.sure(None, winners):
            return -1
        if self.sure(self.beyond, winners):
            return ANY
        enough, too_much = 0, self.beyond
        while too_much - enough > 1:
            middle = (enough + too_much) // 2
            enough, too_much = (middle, too_much) if self.sure(middle, winners) else (enough, middle)
        return enough

    @cached_property
    def beyond(self) -> int:
        """More balls than there are between any two teams."""
        return 2 + 2 * max(abs(_difference(record)) for record in self.records.values())

    def sure(self, lost_by: int | None, winners: Sequence[Hashable]) -> bool:
        """Whether the team has a place if it loses by so much (None: if it wins), however these win the other
        matches."""
        opponent = self.own[1] if self.own[0] == self.team else self.own[0]
        if lost_by is None:  # by as little as can be: without play, and by a ball, or with fewer balls
            least = -self.beyond if self.several_games else 1
            ends = [_after(self.records, self.team, opponent, balls) for balls in (None, least)]
        else:
            ends = [_after(self.records, opponent, self.team, lost_by)]
        for winner, pair in zip(winners, self.others, strict=True):
            loser = pair[1] if pair[0] == winner else pair[0]
            ends = [_after(end, winner, loser, balls) for end in ends for balls in self._margins(end, winner, loser)]
        return all(map(self._has_place, ends))

    def _margins(self, end: Records, winner: Hashable, loser: Hashable) -> list[int | None]:
        """By how much another match may be won, for all that it matters: without play, as closely and as clearly as can
        be, and where one of the two comes level with the team, or past it; of those that leave both on the same side of
        the team one."""
        own, up, down = (_difference(end[name]) for name in (self.team, winner, loser))
        turns, most = [own - up, down - own], 2 + abs(own - up) + abs(down - own)
        least = -most if self.several_games else 1
        near = {least, most, *(turn + step for turn in turns for step in (-1, 0, 1))}
        apart = {
            (_sign(up + margin - own), _sign(down - margin - own)): margin for margin in sorted(near) if margin >= least
        }
        return [None, *apart.values()]

    def _has_place(self, end: Records) -> bool:
        lines = rank(list(end.values()), self.by, places_only=True)
        return next(line.place_to for line in lines if line.record is end[self.team]) <= self.places


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


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
