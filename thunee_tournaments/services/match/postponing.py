"""A match put off to another day, or until the organiser lets it be played."""

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import playable
from thunee_tournaments.services.match.group_play import hold, lock_stage, open_due
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments import days
from thunee_tournaments.tournaments.models import Stage, Tournament


def can_be_put_off(stage: Stage) -> bool:
    """Whether a match of a stage can be put off. In a qualifier whoever has an opponent plays, and at tables of single
    players a round is played by all."""
    format_ = format_of(stage)
    return not (format_.sold or format_.alone)


@transaction.atomic
def postpone_match(*, actor: User, match: Match, day: date | None, reason: str = "") -> Match:
    """Put a match off to another day, with a reason, or (day None) let it be played now; told in the record. It is
    called to no table until then. In a group or a league what follows it for its teams need not wait; elsewhere what
    comes after it does. A match that is put off to this very day stays as it is.

    Refused: not_allowed, reason_missing, bad_day, not_to_be_put_off (of a qualifier, or at tables of single players),
    match_over, teams_unknown, begun, tournament_closed.
    """
    require_role(actor, match.stage.tournament)
    if not days.possible(day):
        raise Refused("bad_day", days.OUTSIDE, [{"path": "day", "message": days.OUTSIDE}])
    reason = given_reason(reason) if day is not None else reason.strip()
    lock_concerned(match)
    match = playable(settling.lock_match(match.pk))
    if not can_be_put_off(match.stage):
        raise Refused(
            "not_to_be_put_off", _("A match of a qualifier, or at a table of single players, is not put off.")
        )
    if settling.begun(settling.games_of(match)):
        raise Refused("begun", _("This match has begun."))
    if match.postponed_to == day:
        return match
    match.postponed_to = day
    match.save(update_fields=["postponed_to"])
    _wait(match)
    tournament = publish(match.stage.tournament)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is played any more."))
    notices.post_put_off(match, actor=actor, reason=reason)
    assigning.call_ready(tournament)
    match.refresh_from_db()
    return match


def _wait(match: Match) -> None:
    """A match that is put off leaves its table, and in a group its turn."""
    if format_of(match.stage).can_be_put_off:
        if match.postponed_to is not None:
            hold(match)
        open_due(lock_stage(match.stage))
    elif match.postponed_to is not None:
        assigning.uncall(match)
