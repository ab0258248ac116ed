"""Deleting a tournament in which nothing was ever recorded: one that was made by mistake, or to try things out."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from adjudication import commitments
from adjudication.models import Dispute, Notice, Scoresheet
from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Invitation, Tournament


@transaction.atomic
def delete_tournament(*, actor: User, tournament: Tournament, seen: int) -> str:
    """Delete a tournament with its teams, sign-ups, roles and plans; its name. `seen`: how many teams and sign-ups the
    page said would go.

    Refused: not_allowed, has_a_record (a hand, a draw or money was once recorded), moved (a team came or went since).
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if (refused := why_not_deleted(tournament)) is not None:
        raise refused
    if seen != to_go(tournament):
        raise Refused("moved", _("A team has come or gone meanwhile. Look at what would be deleted, and decide again."))
    for named in commitments.openings(tournament.public_id):
        commitments.erase(tournament.public_id, named["subject"])
    tournament.sign_ups.all().delete()
    TableLink.objects.filter(tournament=tournament).delete()
    tournament.tables.all().delete()
    tournament.stages.all().delete()
    tournament.teams.all().delete()
    Invitation.objects.filter(tournament=tournament).delete()
    tournament.roles.all().delete()
    try:
        tournament.delete()
    except ProtectedError as kept:
        raise Refused("has_a_record", HAS_A_RECORD) from kept
    return tournament.name


HAS_A_RECORD = _("Something is recorded here: a draw, a hand, or money. It cannot be deleted, only closed.")


def why_not_deleted(tournament: Tournament) -> Refused | None:
    """Why a tournament cannot be deleted, if it cannot."""
    book = tournament.public_id
    recorded = (
        tournament.status != Tournament.Status.DRAFT
        or tournament.movements.exists()
        or tournament.pledges.exists()
        or tournament.free_places.exists()
        or tournament.auction_items.exists()
        or tournament.paddles.exists()
        or Raffle.objects.filter(tournament=tournament).exists()
        or any(model.objects.filter(book=book).exists() for model in (Scoresheet, Notice, Dispute))
    )
    return Refused("has_a_record", HAS_A_RECORD) if recorded else None


def to_go(tournament: Tournament) -> int:
    """How many teams and sign-ups would be deleted."""
    return tournament.teams.count() + tournament.sign_ups.count()
