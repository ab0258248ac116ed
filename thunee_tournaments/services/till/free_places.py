"""Free places: a team that need not pay its first entry, for a reason that stays to be read."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from thunee_tournaments.fundraising.models import MAX_TEXT, FreePlace
from thunee_tournaments.fundraising.owed import free_places
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of


def give_free_place(*, actor: User, team: Team, reason: str) -> None:
    """Let a team play without paying its first entry. Only an organiser does, not who takes the money; asked again for
    a team that has one it changes nothing. Refused: not_allowed, reason_missing, invalid (the reason)."""
    _write(actor, team, True, reason)


def end_free_place(*, actor: User, team: Team, reason: str) -> None:
    """The team pays its first entry after all. Asked again it changes nothing. Refused: as give_free_place."""
    _write(actor, team, False, reason)


@transaction.atomic
def _write(actor: User, team: Team, given: bool, reason: str) -> None:
    require_role(actor, team.tournament)
    reason = require_text(reason, MAX_TEXT)
    if not reason:
        raise Refused("reason_missing", _("Say why. The reason stays beside the team."))
    tournament = lock_tournament(team.tournament_id)
    if given == (team.public_id in free_places(tournament)):
        return
    FreePlace.objects.create(
        tournament=tournament, team=team.public_id, given=given, reason=reason, by=label_of(actor.pk, tournament),
        created_at=timezone.now(),
    )  # fmt: skip
    publish(tournament)
