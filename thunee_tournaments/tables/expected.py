"""When a match is likely to begin: from how long matches took so far, who is free when, and which table.

Matches, tables and a moment in, times out. Nobody is promised anything: without two matches that were played
there is no guess, and a guess is told to five minutes.
"""

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median

from django.utils import timezone

from thunee_tournaments.brackets.at_hand import event_at_hand
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.assigning import taken_zones, teams_in, wish_for
from thunee_tournaments.tables.choosing import Wish, choose, zones_of
from thunee_tournaments.tables.models import Seating, Table
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Tournament

SAMPLE = 2
SHORTEST = timedelta(minutes=5)  # what took less was written down after it was played
LONGEST = timedelta(hours=6)  # what took more was not played when it was called
STEP = timedelta(minutes=5)
OPEN = (Match.State.WAITING, Match.State.READY, Match.State.PLAYING)
OVER = (Match.State.DONE, Match.State.BYE)


class _Hall:
    """When each table is free, zone by zone; in a zone one table is as good as another."""

    def __init__(self, tables: Iterable[Table], taken: dict[int, datetime], now: datetime) -> None:
        self._free: dict[str, list[tuple[datetime, int, Table]]] = {}
        for table in tables:
            free = (taken.get(table.pk, now), table.number, table)
            insort(self._free.setdefault(name_key(table.zone), []), free)

    def take(self, wish: Wish, others: frozenset[str], ready: datetime, length: timedelta) -> datetime | None:
        """Let a match that can be played from `ready` on have the table where it begins first, chosen as it is called
        (`choosing`); when it begins. None if it can be played at no table."""
        offers = [
            (max(free[place][0], ready), free[place][1], zone, place)
            for zone, free in self._free.items()
            if wish.allows(free[0][2])
            for place in [max(0, bisect_right(free, ready, key=_moment) - 1)]
        ]
        if not offers:
            return None
        begins = min(offers)[0]
        at_once = sorted(offer for offer in offers if offer[0] == begins)
        table = choose([self._free[zone][place][2] for _begins, _number, zone, place in at_once], wish, others)
        for _begins, number, zone, place in at_once:
            free = self._free[zone]
            if table is not None and number == table.number:
                insort(free, (begins + length, number, free.pop(place)[2]))
        return begins


def _moment(free: tuple[datetime, int, Table]) -> datetime:
    return free[0]


def usual_length(matches: Iterable[Match]) -> timedelta | None:
    """How long a match usually takes, from call to end; None if too few were played."""
    return _usual(
        (seating.created_at, match.done_at)
        for match in matches
        if match.done_at is not None
        and match.outcome == Match.Outcome.PLAYED
        and (seating := seating_of(match)) is not None
    )


def _usual(played: Iterable[tuple[datetime, datetime]]) -> timedelta | None:
    """The same, out of when each match that was played was called and over."""
    took = [(over - called).total_seconds() for called, over in played if SHORTEST <= over - called <= LONGEST]
    return timedelta(seconds=median(took)) if len(took) >= SAMPLE else None


def seating_of(match: Match) -> Seating | None:
    """Where the match was called to; it must come with its table (`tables.selectors.with_tables`)."""
    return getattr(match, "seating", None)


def starts(matches: Sequence[Match], tables: Iterable[Table], now: datetime) -> dict[int, datetime]:
    """When each match that is not at a table yet is likely to begin, by its primary key; out of all matches of an
    event in order, with their tables.

    Every match is played at the first free table that it may be called to, as soon as all its teams are through with
    what they play before, in the order of the bracket. What is played on a later day is not guessed at.
    """
    over = [(match.stage_id, match.number) for match in matches if match.over]
    length, open_ = usual_length(matches), [match for match in matches if not match.over]
    stages = {match.stage_id: match.stage.parameters for match in matches}
    others = zones_of(stages.values()).union(*(wish_for(match).home for match in matches))
    return {} if length is None else _starts(open_, over, tables, others, now, length)


def starts_in(tournament: Tournament, tables: Iterable[Table], now: datetime) -> dict[int, datetime]:
    """The same, of an event of which nothing is at hand yet: of what is over only a few columns are read."""
    matches = Match.objects.filter(stage__tournament=tournament).prefetch_related(None).order_by()
    played = matches.filter(outcome=Match.Outcome.PLAYED, done_at__isnull=False, seating__isnull=False)
    moments = played.values_list("seating__created_at", "done_at")
    length = _usual((called, done) for called, done in moments if done is not None)
    if length is None:
        return {}
    over = matches.filter(state__in=OVER).values_list("stage", "number")
    seated = Seating.objects.filter(table__tournament=tournament, match__state__in=OPEN).select_related("table")
    seatings = {seating.match_id: seating for seating in seated}
    open_ = event_at_hand(tournament, states=OPEN).matches
    for match in open_:
        Match.seating.related.set_cached_value(match, seatings.get(match.pk))
    return _starts(open_, over, tables, taken_zones(tournament), now, length)


def _starts(
    matches: Iterable[Match], over: Iterable[tuple[int, int]], tables: Iterable[Table], others: frozenset[str],
    now: datetime, length: timedelta,
) -> dict[int, datetime]:  # fmt: skip
    """Out of the open matches in order, and stage and number of those that are over."""
    ends: dict[tuple[int, int], datetime] = dict.fromkeys(over, now)
    free_teams: dict[int, datetime] = {}
    taken: dict[int, datetime] = {}
    waiting = []
    for match in matches:
        key, seating = (match.stage_id, match.number), seating_of(match)
        if seating is not None and seating.ended_at is None:
            ends[key] = taken[seating.table_id] = max(now, seating.created_at + length)
            free_teams |= dict.fromkeys(teams_in(match), ends[key])
        elif not _on_a_later_day(match, now):
            waiting.append(match)
    hall = _Hall(tables, taken, now)
    expected: dict[int, datetime] = {}
    for match in waiting:
        known = [
            free_teams.get(side.team_id, now)
            if side.team_id is not None
            else ends.get((match.stage_id, side.source[-1]))
            for side in match.sides
        ]
        ready = [end for end in known if end is not None]
        if len(ready) < len(known):  # waits for what cannot be guessed: the place in a group, the next pairing
            continue
        begins = hall.take(wish_for(match), others, max(ready), length)
        if begins is None:
            continue
        ends[match.stage_id, match.number] = begins + length
        free_teams |= dict.fromkeys(teams_in(match), begins + length)
        expected[match.pk] = _rounded(begins)
    return expected


def _on_a_later_day(match: Match, now: datetime) -> bool:
    day = match.postponed_to or match.round.date
    return day is not None and day > timezone.localdate(now)


def _rounded(moment: datetime) -> datetime:
    """Up to the next five minutes."""
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - over + STEP if over else moment
