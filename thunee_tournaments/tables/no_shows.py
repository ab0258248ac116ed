"""Who is missing: the no-show clocks that count, and how they stand (EV-NOSHOW-1).

A clock counts while the match waits at the table it was called to when the clock was started, the same team is on the
side, and nothing was written since: whoever writes a hand has somebody to play with. Nothing has to stop it then.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from adjudication.models import Entry
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.models import NoShow
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Missing:
    """A no-show clock as it stands at one moment. `left`: whole seconds, rounded up; 0 once it has run out."""

    match_id: int
    side: str
    team: Team
    since: datetime
    until: datetime
    minutes: int
    left: int
    by: str = ""

    @property
    def over(self) -> bool:
        """Whether the time allowed is up."""
        return self.left == 0

    @property
    def rings_at(self) -> int | None:
        """The moment it runs out in milliseconds since 1970, for the page's script; None once it has."""
        return None if self.over else int(self.until.timestamp() * 1000)


def counting() -> QuerySet[NoShow]:
    """The clocks that count now."""
    written = Entry.objects.filter(sheet__match_game__match=OuterRef("match"), created_at__gt=OuterRef("started_at"))
    return NoShow.objects.filter(
        ~Exists(written),
        match__side__side=F("side"),
        match__side__team=F("team"),
        ended_at__isnull=True,
        match__state__in=[Match.State.READY, Match.State.PLAYING],
        match__seating__ended_at__isnull=True,
        match__seating__created_at__lte=F("started_at"),
    )


def missing_in(match: Match, now: datetime | None = None) -> list[Missing]:
    """Who is missing in a match, side A first; one query."""
    now = now or timezone.now()
    return [_missing(clock, now) for clock in counting().filter(match=match).select_related("team").order_by("side")]


def missing_at(tournament: Tournament, now: datetime | None = None) -> dict[int, list[Missing]]:
    """Who is missing in a tournament, by the key of the match; one query."""
    now = now or timezone.now()
    missing: dict[int, list[Missing]] = {}
    clocks = counting().filter(match__stage__tournament=tournament).select_related("team").order_by("match", "side")
    for clock in clocks:
        missing.setdefault(clock.match_id, []).append(_missing(clock, now))
    return missing


def _missing(clock: NoShow, now: datetime) -> Missing:
    left = max(0, -int(-(clock.until - now).total_seconds() // 1))
    return Missing(clock.match_id, clock.side, clock.team, clock.started_at, clock.until, clock.minutes, left, clock.by)


def end(matches: Iterable[int], outcome: str, now: datetime | None = None, *, side: str = "") -> int:
    """Stop the clocks of these matches (their keys), or of one side of them; how many that were."""
    clocks = NoShow.objects.filter(match__in=list(matches), ended_at__isnull=True)
    if side:
        clocks = clocks.filter(side=side)
    return clocks.update(ended_at=now or timezone.now(), end=outcome)
