"""When a match is likely to begin: from how long matches took so far, who is free when, and which table.

Pure: matches, tables and a moment in, times out. Nobody is promised anything: without two matches that were played
there is no guess, and a guess is told to five minutes.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from statistics import median

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.models import Seating

SAMPLE = 2
SHORTEST = timedelta(minutes=5)  # what took less was written down after it was played
STEP = timedelta(minutes=5)


def usual_length(matches: Iterable[Match]) -> timedelta | None:
    """How long a match usually takes, from call to end; None if too few were played."""
    took = [
        (match.done_at - seating.created_at).total_seconds()
        for match in matches
        if match.done_at is not None
        and match.outcome == Match.Outcome.PLAYED
        and (seating := seating_of(match)) is not None
        and match.done_at - seating.created_at >= SHORTEST
    ]
    return timedelta(seconds=median(took)) if len(took) >= SAMPLE else None


def seating_of(match: Match) -> Seating | None:
    """Where the match was called to; it must come with its table (`tables.selectors.with_tables`)."""
    return getattr(match, "seating", None)


def starts(matches: Sequence[Match], tables: int, now: datetime) -> dict[int, datetime]:
    """When each match that is not at a table yet is likely to begin, by its primary key.

    Every match is played at the first free table as soon as both its teams are through, in the order of the bracket.
    """
    length = usual_length(matches)
    if length is None or tables < 1:
        return {}
    ends: dict[tuple[int, int], datetime] = {}
    waiting, free = [], []
    for match in matches:
        key, seating = (match.stage_id, match.number), seating_of(match)
        if match.over:
            ends[key] = now
        elif seating is not None and seating.ended_at is None:
            ends[key] = max(now, seating.created_at + length)
            free.append(ends[key])
        else:
            waiting.append(match)
    free += [now] * (tables - len(free))
    heapify(free)
    found: dict[int, datetime] = {}
    for match in waiting:
        known = [
            now if team is not None else ends.get((match.stage_id, slot[-1]))
            for team, slot in ((match.team_a_id, match.slot_a), (match.team_b_id, match.slot_b))
        ]
        ready = [end for end in known if end is not None]
        if len(ready) < 2:  # waits for something that cannot be guessed: the place in a group, the next pairing
            continue
        begins = max(heappop(free), *ready)
        heappush(free, begins + length)
        ends[match.stage_id, match.number] = begins + length
        found[match.pk] = _rounded(begins)
    return found


def _rounded(moment: datetime) -> datetime:
    """Up to the next five minutes."""
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - over + STEP if over else moment
