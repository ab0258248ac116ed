"""Closing a tournament, and opening it again."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.stages import outlook
from thunee_tournaments.services.officiating.as_shown import ChangedSinceShown
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament


@transaction.atomic
def close_tournament(*, actor: User, tournament: Tournament, reason: str = "", seen: str = "") -> Tournament:
    """Close it: nothing is written any more, and the tables' links end. Before the final is decided only with a reason.
    `seen`: the data version of what was looked at before, if it was.

    Refused: not_allowed, not_running, moved (something was written since), final_open.
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("Only a tournament that is running can be closed."))
    if seen and seen != str(tournament.version):
        raise ChangedSinceShown
    if not outlook(tournament).decided and not reason.strip():
        raise Refused(
            "final_open",
            _("The final is not decided yet. Finish it, or say why the tournament ends here; the reason is published."),
        )
    now = timezone.now()
    tournament.status, tournament.closed_at, tournament.close_reason = Tournament.Status.CLOSED, now, reason.strip()
    tournament.save(update_fields=["status", "closed_at", "close_reason"])
    TableLink.objects.filter(tournament=tournament, revoked_at__isnull=True).update(revoked_at=now)
    publish(tournament)
    return tournament


@transaction.atomic
def reopen_tournament(*, actor: User, tournament: Tournament) -> Tournament:
    """Take the closing back, for instance to correct a hand. Table links have to be issued anew. Refused: not_allowed,
    not_closed."""
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.CLOSED:
        raise Refused("not_closed", _("This tournament is not closed."))
    tournament.status, tournament.closed_at, tournament.close_reason = Tournament.Status.RUNNING, None, ""
    tournament.save(update_fields=["status", "closed_at", "close_reason"])
    note_names(tournament)  # who became a member of its organisation meanwhile acts here from now on
    publish(tournament)
    return tournament
