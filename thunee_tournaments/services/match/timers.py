"""The clock of a round: set, started, paused, given more time, taken off; its bell, when it rings, made public."""

from collections.abc import Callable
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Round
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import RoundTimer
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

KIND = "bell"
MOST = 12 * 60


class Bell(TypedDict):
    """What is promised: that a clock (its key) rings at this moment, unless it is put off."""

    timer: int
    ends_at: str


@transaction.atomic
def set_timer(*, actor: User, round: Round, minutes: int) -> RoundTimer:
    """Give a round so many minutes (1 to 720). It does not run yet; a time that was set before is forgotten.

    Refused: not_allowed, bad_minutes, not_running (the tournament).
    """
    tournament = _begin(actor, round)
    timer = timers.give(round, _seconds(minutes))
    publish(tournament)
    return timer


@transaction.atomic
def start_timer(*, actor: User, round: Round) -> RoundTimer:
    """Start the clock, or let it go on after a pause. One that runs is left alone. Refused: as set_timer, no_timer."""
    return _change(actor, round, timers.start)


@transaction.atomic
def pause_timer(*, actor: User, round: Round) -> RoundTimer:
    """Stop the clock for a while; the time left is kept. Refused: as start_timer."""
    return _change(actor, round, timers.pause)


@transaction.atomic
def add_minutes(*, actor: User, round: Round, minutes: int, seen: int | None = None) -> RoundTimer:
    """More time; once the bell has rung, from now. What it ended stays ended. `seen`: how many seconds the round had in
    all when it was asked for, so that two taps, or two at the desk, do not add twice.

    Refused: as start_timer, bad_minutes, changed."""
    seconds = _seconds(minutes)

    def add(timer: RoundTimer, now: datetime) -> None:
        if seen is not None and seen != timer.seconds:
            raise Refused("changed", _("The round has been given more time. Look at the clock first."))
        timers.add(timer, seconds, now)

    return _change(actor, round, add)


@transaction.atomic
def ring_bell(*, actor: User, round: Round) -> RoundTimer:
    """Ring the bell now. Refused: as start_timer."""
    return _change(actor, round, timers.ring)


@transaction.atomic
def stop_timer(*, actor: User, round: Round) -> None:
    """Take the clock off: no bell rings, or has rung, in this round. What it ended stays ended.

    Refused: not_allowed, not_running."""
    tournament = _begin(actor, round)
    RoundTimer.objects.filter(round=round).delete()
    publish(tournament)


def _begin(actor: User, round_: Round) -> Tournament:
    require_role(actor, round_.stage.tournament)
    tournament = lock_tournament(round_.stage.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running: a round has no clock now."))
    return tournament


def _change(actor: User, round_: Round, change: Callable[[RoundTimer, datetime], None]) -> RoundTimer:
    tournament = _begin(actor, round_)
    timer = RoundTimer.objects.filter(round=round_).first()
    if timer is None:
        raise Refused("no_timer", _("This round has no time yet. Say first how many minutes it lasts."))
    change(timer, timezone.now())
    if timer.ends_at is not None:
        moment = timer.ends_at.isoformat()
        payload: Bell = {"timer": timer.pk, "ends_at": moment}
        outbox.promise(KIND, f"{timer.pk}:{moment}", payload, not_before=timer.ends_at)
    publish(tournament)
    return timer


def _seconds(minutes: int) -> int:
    if not 1 <= minutes <= MOST:
        raise Refused("bad_minutes", _("Give 1 to %(most)s minutes.") % {"most": MOST})
    return minutes * 60


@outbox.handles(KIND)
def tell_bell(payload: Bell) -> None:
    """The bell has rung by now: count it in public, so that pages show it. One that was put off is left alone."""
    timer = RoundTimer.objects.filter(pk=payload["timer"]).select_related("round__stage__tournament").first()
    if timer is not None and timer.ends_at is not None and timer.ends_at.isoformat() == payload["ends_at"]:
        publish(timer.round.stage.tournament)
