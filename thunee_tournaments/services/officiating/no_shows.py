"""A team is not at its table when its match is called: its clock, and the walkover once that has run out (EV-NOSHOW-1).

How long a team may be late is the event's choice; a clock keeps the minutes it was started with. Whoever may write in
the match starts and stops it. The match is given away by a referee or an organiser, never by the clock itself.
"""

from datetime import datetime, timedelta
from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.access import referee, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import playable
from thunee_tournaments.services.match.under_review import require_no_review
from thunee_tournaments.services.officiating.impartiality import require_impartial
from thunee_tournaments.services.officiating.walkovers import give_away
from thunee_tournaments.tables import no_shows
from thunee_tournaments.tables.models import NoShow, Seating, TableLink
from thunee_tournaments.tables.no_shows import Missing
from thunee_tournaments.tournaments import outbox, policies
from thunee_tournaments.tournaments.models import Tournament

RULE = "EV-NOSHOW-1"
KIND = "no-show"
Actor = User | TableLink


class NoShowTask(TypedDict):
    """What the worker is told of a clock (its key) that will run out."""

    clock: int


@transaction.atomic
def start_no_show(*, actor: Actor, match: Match, side: str) -> Missing:
    """The team on this side is not at its table: its time runs from now. One that runs already is left alone.

    Refused: not_here, bad_side, alone, match_over, teams_unknown, under_review, not_called, begun, tournament_closed.
    """
    book_actor = writer(actor, match)
    match = _lock(match, side)
    playable(match)
    require_no_review(match)
    if not Seating.objects.filter(match=match, ended_at__isnull=True).exists():
        raise Refused("not_called", _("The match is not called to a table yet: nobody can be late for it."))
    games = settling.games_of(match)
    if games and games[-1].sheet.seq:
        raise Refused("begun", _("A hand of this game is written: both teams are there."))
    running = _of_side(match, side)
    if running is not None:
        return running
    now, team = timezone.now(), match.team(side)
    assert team is not None, "a match that is not playable was refused"
    no_shows.end([match.pk], NoShow.End.OVER, now, side=side)  # one that counts no more
    minutes = policies.read(match.stage.tournament.policies).no_show_minutes
    clock = NoShow.objects.create(
        match=match, side=side, team=team, minutes=minutes, started_at=now,
        until=now + timedelta(minutes=minutes), by=book_actor.label,
    )  # fmt: skip
    payload: NoShowTask = {"clock": clock.pk}
    outbox.promise(KIND, str(clock.pk), payload, not_before=clock.until)
    _require_running(publish(match.stage.tournament))
    missing = _of_side(match, side)
    assert missing is not None
    return missing


@transaction.atomic
def stop_no_show(*, actor: Actor, match: Match, side: str) -> bool:
    """They are here: the clock stops, also after it has run out. Whether one ran. Refused: not_here, bad_side, alone,
    tournament_closed."""
    writer(actor, match)
    match = _lock(match, side)
    if not no_shows.end([match.pk], NoShow.End.CAME, side=side):
        return False
    _require_running(publish(match.stage.tournament))
    return True


@transaction.atomic
def award_no_show(*, actor: User, match: Match, side: str, reason: str = "") -> Match:
    """Give the match to the other side, because the team on this one did not come. Its time has to be up; before that
    only an organiser or the chief referee can, with a reason. What is recorded, and published, says since when the team
    was missing. Asked again, the first answer holds.

    Refused: not_allowed, conflict, bad_side, alone, not_missing, both_missing, too_early, match_over, teams_unknown,
    under_review, tournament_closed.
    """
    book_actor = referee(actor, match)
    require_impartial(actor, match)
    lock_concerned(match)
    match = _lock(match, side)
    if match.outcome == Match.Outcome.WALKOVER and match.winning_side == OTHER_SIDE[side] and _gave_away(match, side):
        return match
    playable(match)
    require_no_review(match)
    missing = {clock.side: clock for clock in no_shows.missing_in(match)}
    if side not in missing:
        raise Refused("not_missing", _("No clock runs for this team any more: it has come, or has begun to play."))
    if OTHER_SIDE[side] in missing:
        raise Refused(
            "both_missing",
            _("The other team is missing, too. Decide the match by a walkover, and say why it goes to that side."),
        )
    clock, reason = missing[side], " ".join(reason.split())
    if not clock.over and not (book_actor.is_chief and reason):
        raise Refused(
            "too_early",
            _("%(team)s may still come, until %(until)s. Before that only an organiser or the chief referee can give "
              "the match to the others, and has to say why.") % {"team": clock.team, "until": clock_time(clock.until)},
        )  # fmt: skip
    no_shows.end([match.pk], NoShow.End.WALKOVER)
    return give_away(match, OTHER_SIDE[side], _recorded(clock, reason), actor=actor)


def clock_time(moment: datetime) -> str:
    """A moment of the day as the event's clock shows it."""
    return time_format(timezone.localtime(moment), "H:i")


def _recorded(clock: Missing, reason: str) -> str:
    since = date_format(timezone.localtime(clock.since), "SHORT_MOMENT_FORMAT")  # it is read on other days, too
    words = {"team": clock.team, "since": since, "until": clock_time(clock.until), "rule": RULE}
    if clock.over:
        sentence = (
            gettext("%(team)s did not come: missing since %(since)s, with time until %(until)s (%(rule)s).") % words
        )
    else:
        sentence = gettext("%(team)s did not come: missing since %(since)s, decided before the time was up (%(rule)s).")
        sentence %= words
    return " ".join(filter(None, (sentence, reason)))


def _lock(match: Match, side: str) -> Match:
    if side not in ("A", "B"):
        raise Refused("bad_side", _("Say which of the two teams is meant."))
    if match.alone:
        raise Refused("alone", _("Where each plays alone no clock runs for a player who is late: ask the referee."))
    return settling.lock_match(match.pk)


def _of_side(match: Match, side: str) -> Missing | None:
    return next((clock for clock in no_shows.missing_in(match) if clock.side == side), None)


def _gave_away(match: Match, side: str) -> bool:
    return match.no_shows.filter(side=side, end=NoShow.End.WALKOVER, team=match.team(side)).exists()


def _require_running(tournament: Tournament) -> None:
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is played any more."))


@outbox.handles(KIND)
def publish_no_show(payload: NoShowTask) -> None:
    """The time of a missing team is up by now: count it in public, so that pages show it."""
    clock = no_shows.counting().filter(pk=payload["clock"]).select_related("match__stage__tournament").first()
    if clock is not None:
        publish(clock.match.stage.tournament)
