"""At the door: which teams are here, and a draw without those that are not."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup.sign_ups import sign_up_of
from thunee_tournaments.services.setup.teams import take_out
from thunee_tournaments.services.setup.tournaments import lock_draft
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament


@transaction.atomic
def check_in(*, actor: User, team: Team, here: bool) -> Team:
    """Note that a team is here, or that it is not. By the organiser or the treasurer; asked again it is the same, and
    the first time stays. Refused: not_allowed, tournament_closed."""
    require_role(actor, team.tournament, Role.Name.TREASURER)
    tournament = lock_tournament(team.tournament_id)
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: nobody arrives any more."))
    team.refresh_from_db()
    if here != (team.arrived_at is not None):
        team.arrived_at = timezone.now() if here else None
        team.save(update_fields=["arrived_at"])
    return team


@transaction.atomic
def leave_out_absent(*, actor: User, tournament: Tournament, seen: Sequence[str]) -> list[SignUp]:
    """Take the teams off the list that are not here; the desk can take each in again until the draw. `seen`: the public
    ids of the teams that were shown to be missing.

    Refused: not_allowed, drawn_already, nobody_here, changed_meanwhile, substituted.
    """
    require_role(actor, tournament)
    tournament = lock_draft(tournament)
    if not tournament.teams.filter(arrived_at__isnull=False).exists():
        raise Refused("nobody_here", _("No team is checked in yet. Check in who is here first."))
    absent = list(
        tournament.teams.filter(arrived_at__isnull=True).select_related("sign_up").prefetch_related("players")
    )
    if {team.public_id for team in absent} != set(seen):
        raise Refused("changed_meanwhile", _("Somebody has come in. Look again at who is missing."))
    left_out = []
    for team in absent:
        signed_up = getattr(team, "sign_up", None) or sign_up_of(tournament, team)
        signed_up.team, signed_up.state = None, SignUp.State.ABSENT
        signed_up.save(update_fields=["team", "state"])
        take_out(tournament, team)
        left_out.append(signed_up)
    publish(tournament)
    return left_out
