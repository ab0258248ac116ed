"""Who has which role in a tournament: invited by a secret link, taken once, and taken away again."""

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup import offers
from thunee_tournaments.services.setup.offers import Invited
from thunee_tournaments.teams.names import MAX_NAME, tidy
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Invitation, Role, Tournament
from thunee_tournaments.tournaments.organisations import Part
from thunee_tournaments.tournaments.selectors import members_of, open_invitations

SALT = "thunee_tournaments.running.roles"  # with another, the same key would make a second invitation


@transaction.atomic
def invite(
    *,
    actor: User,
    tournament: Tournament,
    role: str,
    key: str,
    note: str = "",
    club: str = "",
    team: str = "",
    days: int = offers.DAYS,
) -> Invited[Invitation]:
    """An invitation for one person to take this role; `/invitation/<token>` is its address.

    `club` and `team` (public id): whom a referee has a part in. `key` is a one-time key of the request: asked again
    with it, the same invitation is answered. Refused: not_allowed, bad_role, bad_days, bad_key, too_long,
    unknown_team, invitation_ended, too_many.
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    token = offers.token_of(SALT, key, tournament.pk)
    if (earlier := tournament.invitations.filter(token_hash=tokens.token_hash(token)).first()) is not None:
        if not earlier.live:
            raise offers.ended()
        return Invited(earlier, token)
    if role not in Role.Name.values:
        raise Refused("bad_role", _("Choose a role."))
    expires_at = offers.end_in(days)
    offers.require_room(open_invitations(tournament).count())
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        note=offers.checked_note(note),
        token_hash=tokens.token_hash(token),
        expires_at=expires_at,
        **_conflict(tournament, club, team),
    )
    return Invited(invitation, token)


@transaction.atomic
def take_invitation(*, actor: User | AnonymousUser, token: str) -> Role:
    """Take the role an invitation offers; it is used up. Whoever took it before, or has the role already, gets that
    role, and uses nothing up. Refused: not_allowed (log in first), invitation_ended."""
    if not isinstance(actor, User) or not actor.is_active:
        raise Refused("not_allowed", _("Sign in first: a role belongs to somebody."))
    invitation = Invitation.objects.select_for_update().filter(token_hash=tokens.token_hash(token)).first()
    if invitation is None:
        raise offers.ended()
    held = Role.objects.filter(tournament=invitation.tournament_id, user=actor, role=invitation.role).first()
    if held is not None and (invitation.live or invitation.taken_by_id == actor.pk):
        return held
    if not invitation.live:
        raise offers.ended()
    invitation.taken_at, invitation.taken_by = timezone.now(), actor
    invitation.save(update_fields=["taken_at", "taken_by"])
    role = Role.objects.create(
        tournament_id=invitation.tournament_id,
        user=actor,
        role=invitation.role,
        club=invitation.club,
        team=invitation.team,
    )
    note_names(role.tournament)
    publish(role.tournament)  # the head of the record is another, and it stands on public pages
    return role


@transaction.atomic
def revoke_invitation(*, actor: User, invitation: Invitation) -> None:
    """The invitation opens nothing any more. One that was taken stays taken: take the role away instead. Refused:
    not_allowed."""
    require_role(actor, invitation.tournament)
    Invitation.objects.filter(pk=invitation.pk, taken_at=None, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def take_role_away(*, actor: User, role: Role) -> None:
    """Somebody has this role no more, from the next request on. Refused: not_allowed, last_organiser."""
    require_role(actor, role.tournament)
    lock_tournament(role.tournament_id)  # so that two organisers do not take each other's role away at once
    if role.role == Role.Name.ORGANISER and is_last_organiser(role):
        raise Refused(
            "last_organiser",
            _("This is the only organiser: invite another first. Somebody has to run the tournament."),
        )
    Role.objects.filter(pk=role.pk).delete()


def is_last_organiser(role: Role) -> bool:
    """Whether nobody else could run the tournament."""
    organisers = Role.objects.filter(
        tournament=role.tournament_id, role=Role.Name.ORGANISER, user__is_active=True
    ).exclude(pk=role.pk)
    members = members_of(role.tournament).filter(part=Part.ORGANISER, user__is_active=True)
    return not (organisers.exists() or members.exists())


@transaction.atomic
def set_conflict(*, actor: User, role: Role, club: str = "", team: str = "") -> Role:
    """Say whom a referee has a part in; both empty: nobody. Refused: not_allowed, too_long, unknown_team."""
    require_role(actor, role.tournament)
    Role.objects.filter(pk=role.pk).update(**_conflict(role.tournament, club, team))
    role.refresh_from_db()
    return role


def _conflict(tournament: Tournament, club: str, team: str) -> dict[str, str]:
    club = tidy(club)
    if len(club) > MAX_NAME:
        raise Refused("too_long", _("The club's name is longer than %(most)s characters.") % {"most": MAX_NAME})
    if team and not tournament.teams.filter(public_id=team).exists():
        raise Refused("unknown_team", _("This tournament has no such team."))
    return {"club": club, "team": team}
