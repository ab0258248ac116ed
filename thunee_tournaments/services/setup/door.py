"""At the door: which teams are here, and a draw without those that are not."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_kept_here, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup.sign_ups import sign_up_of
from thunee_tournaments.services.setup.teams import take_out
from thunee_tournaments.services.setup.tournaments import lock_draft
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament

DIGITS = 4


@transaction.atomic
def check_in(*, actor: User, team: Team, here: bool) -> Team:
    """Note that a team is here, or that it is not. By the organiser or the treasurer; asked again it is the same, and
    the first time stays. Refused: not_allowed, tournament_closed."""
    require_role(actor, team.tournament, Role.Name.TREASURER)
    tournament = lock_tournament(team.tournament_id)
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: nobody arrives any more."))
    team.refresh_from_db()
    return _note(team, here=here)


def door_code(tournament: Tournament) -> str:
    """The four digits that hang at the door on the evening, with which a captain's phone says that the team is here.
    Worked out, and kept nowhere."""
    mac = salted_hmac("thunee_tournaments.door", tournament.public_id, algorithm="sha256").digest()
    return f"{int.from_bytes(mac[:8], 'big') % 10**DIGITS:0{DIGITS}}"


@transaction.atomic
def arrive(*, signed_up: SignUp, code: str) -> Team:
    """Note that a team is here, by whoever has its private link and reads the code at the door. Asked again it is the
    same. Refused: wrong_code, not_in (it has no place), tournament_closed."""
    tournament = lock_tournament(signed_up.tournament_id)
    require_kept_here(tournament)
    signed_up = SignUp.objects.select_related("team").get(pk=signed_up.pk)
    if signed_up.team is None or signed_up.state != SignUp.State.IN:
        raise Refused("not_in", _("Your team has no place yet. Come to the desk."))
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: nobody arrives any more."))
    if not constant_time_compare(code.replace(" ", ""), door_code(tournament)):
        raise Refused("wrong_code", _("This is not the code that hangs at the door."))
    return _note(signed_up.team, here=True)


def _note(team: Team, *, here: bool) -> Team:
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
