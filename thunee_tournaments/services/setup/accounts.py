"""Closing an account: whoever it was is erased, what they wrote stays, as a number's."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.setup.roles import is_last_organiser
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import Member, Part, lock_organisation


@transaction.atomic
def close_account(*, account: User) -> None:
    """Erase an account, for whoever it is. Roles and memberships end; events that are over keep theirs, without the
    name. Refused: last_organiser (of an event that is not closed, of an organisation)."""
    roles = Role.objects.filter(user=account).exclude(tournament__status=Tournament.Status.CLOSED)
    for role in roles.select_related("tournament").order_by("tournament_id"):
        lock_tournament(role.tournament_id)
        if role.role == Role.Name.ORGANISER and is_last_organiser(role):
            raise _only_organiser(role.tournament.name)
    for member in Member.objects.filter(user=account).select_related("organisation").order_by("organisation_id"):
        organisation = lock_organisation(member.organisation)
        others = organisation.members.filter(part=Part.ORGANISER, user__is_active=True).exclude(pk=member.pk)
        if member.part == Part.ORGANISER and not others.exists():
            raise _only_organiser(organisation.name)
        member.delete()
    roles.delete()
    pseudonyms.forget(pseudonyms.KnownBy(users=[account]))


def _only_organiser(place: str) -> Refused:
    return Refused(
        "last_organiser",
        _("You are the only organiser of %(place)s. Invite another first, or close the event.") % {"place": place},
    )
