"""The clock of a round: how much time is left, and whether its bell has rung.

What changes a timer is called with the tournament's row locked, so that two people at the desk do not undo each other.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.prepared import Prepared, moment, text
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.brackets.names import title_in
from thunee_tournaments.tables.models import NoShow, RoundTimer, Seating
from thunee_tournaments.tournaments.models import Tournament


class State(models.TextChoices):
    """Where a round's time stands."""

    SET = "set", _("not started")
    RUNNING = "running", pgettext_lazy("a clock", "running")
    PAUSED = "paused", _("paused")
    RUNG = "rung", _("the bell has rung")


@dataclass(frozen=True)
class Clock:
    """A timer as it stands at one moment. `left` in whole seconds, rounded up; `until`: when the bell rings or rang."""

    round: Round
    state: State
    left: int
    until: datetime | None
    seconds: int

    @property
    def title(self) -> str:
        """What the round is called, in the reader's language."""
        return title_in(self.round.stage, self.round.name)

    @property
    def shown(self) -> str:
        """The time left as people read it: "12:05", and "1:12:05" from an hour on."""
        hours, rest = divmod(self.left, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    @property
    def rings_at(self) -> int | None:
        """The moment of the bell in milliseconds since 1970, for the page's script; None while it does not run."""
        return int(self.until.timestamp() * 1000) if self.until is not None and self.state == State.RUNNING else None


def clock(timer: RoundTimer, now: datetime | None = None) -> Clock:
    """How a timer stands. Pure but for the time of day."""
    now = now or timezone.now()
    if timer.ends_at is None:
        state = State.PAUSED if timer.started_at is not None else State.SET
        return Clock(timer.round, state, timer.left or 0, None, timer.seconds)
    left = -int(-(timer.ends_at - now).total_seconds() // 1)
    if left <= 0:
        return Clock(timer.round, State.RUNG, 0, timer.ends_at, timer.seconds)
    return Clock(timer.round, State.RUNNING, left, timer.ends_at, timer.seconds)


def clocks_of(tournament: Tournament, now: datetime | None = None) -> list[Clock]:
    """The clocks of the rounds that are still played, in order; one query."""
    now = now or timezone.now()
    over = [Match.State.DONE, Match.State.BYE]
    to_play = Match.objects.filter(round=models.OuterRef("round")).exclude(state__in=over)
    timers = RoundTimer.objects.filter(models.Exists(to_play), round__stage__tournament=tournament)
    order = ("round__stage__order", "round__number")
    return [clock(timer, now) for timer in timers.select_related("round__stage").order_by(*order)]


def _timer_of(round_: Round) -> RoundTimer | None:
    """The timer of a round, read once for the round at hand."""
    return getattr(round_, "timer", None)


def clock_of(round_: Round, now: datetime | None = None) -> Clock | None:
    """The clock of a round at hand, if it has one."""
    timer = _timer_of(round_)
    return clock(timer, now) if timer is not None else None


def rang_for(match: Match, now: datetime | None = None) -> datetime | None:
    """When the bell rang for a match; None if it did not. It counts for matches that were called before it rang, and
    for those that are played at no table."""
    timer = _timer_of(match.round)
    if timer is None or (reading := clock(timer, now)).state != State.RUNG or reading.until is None:
        return None
    later = Seating.objects.filter(match=match, created_at__gte=reading.until).exists()
    return None if later else reading.until


RUN_OUT = ("rounds_rung", "teams_gone")
WITH_CLOCKS = Prepared(lambda: Tournament.objects.annotate(**_run_out()).filter(slug=text("slug")).order_by())


def with_clocks(slug: str, now: datetime | None = None) -> Tournament:
    """The tournament of this slug with RUN_OUT, how many clocks of rounds and of missing teams have run out: time alone
    makes it other numbers, and then a page with clocks shows something else. Raises Http404 where there is none."""
    tournament = WITH_CLOCKS.first(slug=slug, now=now or timezone.now())
    if tournament is None:
        raise Http404("no such tournament")
    return tournament


def _run_out() -> dict[str, models.Expression]:
    now = moment("now")
    rounds = RoundTimer.objects.filter(round__stage__tournament=models.OuterRef("pk"), ends_at__lte=now)
    gone = NoShow.objects.filter(match__stage__tournament=models.OuterRef("pk"), ended_at=None, until__lte=now)
    return {
        "rounds_rung": _count(rounds.values("round__stage__tournament")),
        "teams_gone": _count(gone.order_by().values("match__stage__tournament")),
    }


def _count(rows: models.QuerySet[Any, Any]) -> models.Expression:
    return Coalesce(models.Subquery(rows.annotate(n=models.Count("pk")).values("n")), 0)


def give(round_: Round, seconds: int) -> RoundTimer:
    """A round's time, from the start; what was set before is forgotten."""
    timer, _created = RoundTimer.objects.update_or_create(
        round=round_, defaults={"seconds": seconds, "left": seconds, "started_at": None, "ends_at": None}
    )
    return timer


def start(timer: RoundTimer, now: datetime) -> None:
    """Let it run, from the start or from where it was paused."""
    if timer.left is None:
        return
    timer.ends_at, timer.left = now + timedelta(seconds=timer.left), None
    timer.started_at = timer.started_at or now
    timer.save(update_fields=["ends_at", "left", "started_at"])


def pause(timer: RoundTimer, now: datetime) -> None:
    """Stop the clock; the time left is kept."""
    if timer.ends_at is None or (left := clock(timer, now).left) == 0:
        return
    timer.left, timer.ends_at = left, None
    timer.save(update_fields=["ends_at", "left"])


def add(timer: RoundTimer, seconds: int, now: datetime) -> None:
    """More time. Where the bell has rung already it runs again from now: whoever has not ended goes on."""
    timer.seconds += seconds
    if timer.ends_at is not None:
        timer.ends_at = max(timer.ends_at, now) + timedelta(seconds=seconds)
    else:
        timer.left = (timer.left or 0) + seconds
    timer.save(update_fields=["seconds", "ends_at", "left"])


def ring(timer: RoundTimer, now: datetime) -> None:
    """Let the bell ring now."""
    timer.left, timer.ends_at, timer.started_at = None, now, timer.started_at or now
    timer.save(update_fields=["ends_at", "left", "started_at"])
