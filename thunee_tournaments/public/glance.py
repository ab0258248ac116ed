"""The few matches that the page of an event shows, chosen from a few columns of all of them: what is played or called
now, what comes next, what ended last. However large the field, no more matches are read whole than a page can show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.tables.selectors import table_of, with_tables
from thunee_tournaments.tournaments.models import Tournament

State = Match.State


@dataclass(frozen=True)
class Glance:
    """`matches`: those to be shown, in order, with their teams and tables; of all there are, byes not counted,
    `total`, of which `played` are over; `drawn`: whether there are any."""

    matches: list[Match]
    total: int
    played: int
    drawn: bool


class _Row(NamedTuple):
    """A match as a few columns tell it; `seated`: it was called to a table; `known`: a team of it is known."""

    key: int
    number: int
    state: str
    done_at: datetime | None
    seated: int | None
    known: bool


def glance(tournament: Tournament, most: int, champion: str = "") -> Glance:
    """What to show of an event: all that is played or called, and `most` of what waits and of what is over. `champion`:
    the team (its public id) that has won, of which a match is to be there."""
    rows = _rows(tournament)
    over = [row for row in rows if row.state == State.DONE]
    latest = sorted(over, key=lambda row: (row.done_at, row.number), reverse=True)[:most]
    live = [row for row in rows if row.state == State.PLAYING or (row.state == State.READY and row.seated)]
    waiting = [row for row in rows if row.state in (State.READY, State.WAITING) and not row.seated and row.known]
    keys = {row.key for row in [*latest, *live, *waiting[:most]]}
    if champion:
        won = Match.objects.filter(stage__tournament=tournament, state=State.DONE, side__team__public_id=champion)
        keys.update(won.order_by("-done_at", "-number").values_list("pk", flat=True)[:1])
    matches = list(with_tables(matches_of(tournament).filter(pk__in=keys))) if keys else []
    return Glance(matches, sum(row.state != State.BYE for row in rows), len(over), bool(rows))


def called(match: Match) -> bool:
    """Whether a match waits at its table for its teams."""
    return match.state == Match.State.READY and table_of(match) is not None


def waits(match: Match) -> bool:
    """Whether both teams are known and wait for a table, or one of them for the other."""
    known = any(key is not None for key in match.team_ids)
    return known and match.state in (Match.State.READY, Match.State.WAITING) and not called(match)


def latest_first(matches: Sequence[Match]) -> list[Match]:
    """The matches that are over, the latest first."""
    done = [match for match in matches if match.state == Match.State.DONE]
    return sorted(done, key=lambda match: (match.done_at, match.number), reverse=True)


def _rows(tournament: Tournament) -> list[_Row]:
    has_team = Exists(MatchSide.objects.filter(match=OuterRef("pk"), team__isnull=False))
    matches = Match.objects.filter(stage__tournament=tournament).prefetch_related(None).annotate(has_team=has_team)
    columns = matches.order_by("stage__order", "number").values_list(
        "pk", "number", "state", "done_at", "seating", "has_team"
    )
    return [_Row(*row) for row in columns]
