"""Phones that are told when a team is called: whoever follows a team asks for it, and takes it back, without an
account."""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core import pushing
from thunee_tournaments.services.core.access import require_kept_here
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import MAX_ENDPOINT, MAX_PUSH_KEY, ToldPhone
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

MOST_OF_A_TEAM = 200


@transaction.atomic
def tell_phone(*, team: Team, endpoint: str, p256dh: str, auth: str, language: str) -> ToldPhone:
    """Tell a phone from now on when the team is called. `endpoint`, `p256dh`, `auth`: as its browser gave them. Asked
    again it is the same phone. Refused: no_push, tournament_closed, bad_phone, too_many."""
    tournament = team.tournament
    require_kept_here(tournament)
    if not settings.SENDS_PUSH:
        raise Refused("no_push", _("This site sends no messages to phones."))
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is over: nobody is called any more."))
    fits = len(endpoint) <= MAX_ENDPOINT and max(len(p256dh), len(auth)) <= MAX_PUSH_KEY
    if not fits or not pushing.is_allowed(endpoint) or not pushing.are_keys(p256dh, auth):
        raise Refused("bad_phone", _("This browser cannot be told."))
    phones = ToldPhone.objects.filter(team=team)
    if not phones.filter(endpoint=endpoint).exists() and phones.count() >= MOST_OF_A_TEAM:
        raise Refused("too_many", _("Too many phones are told about this team already."))
    keys = {"p256dh": p256dh, "auth": auth, "language": language}
    phone, _new = ToldPhone.objects.update_or_create(team=team, endpoint=endpoint, defaults=keys)
    return phone


@transaction.atomic
def forget_phone(*, team: Team, endpoint: str) -> None:
    """Tell a phone nothing more about this team. Asked again it is the same. Refused: never; whoever knows the phone's
    address may end it."""
    ToldPhone.objects.filter(team=team, endpoint=endpoint).delete()
