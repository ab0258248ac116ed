"""Reading tournaments. `tournament_for` is the only way the desk fetches one: what is not yours is not there.

Whoever is a member of the organisation that holds an event acts in it as if they had the role that is called as their
part is: here, and nowhere else, is that decided.
"""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Case, Q, QuerySet, When
from django.http import Http404
from django.utils import timezone

from adjudication.prepared import Prepared, text
from thunee_tournaments.tournaments.models import Invitation, Role, Tournament
from thunee_tournaments.tournaments.organisations import Member, MemberInvitation, Organisation, Part
from thunee_tournaments.tournaments.tokens import token_hash

EVERYBODY, OPERATOR = "everybody", "operator"  # of `settings.EVENTS_BY`


def roles_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[str]:
    """The names of the roles by which a user acts in a tournament. In a copy of one that another site keeps, whoever
    has a part may look, and no more."""
    held = held_by(user, tournament)
    return frozenset({Role.Name.VIEWER.value}) if held and tournament.kept_by else held


def held_by(user: User | AnonymousUser, tournament: Tournament) -> frozenset[str]:
    """The names of the roles a user holds in a tournament. Whoever runs the installation holds them all."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    if user.is_superuser:
        return frozenset(Role.Name.values)
    own = tournament.roles.filter(user=user).values_list("role", flat=True)
    if tournament.organisation_id is None:
        return frozenset(own)
    parts = Member.objects.filter(organisation=tournament.organisation_id, user=user).values_list("part", flat=True)
    return frozenset(own.union(parts))


def may(user: User | AnonymousUser, tournament: Tournament, role: str) -> bool:
    """Whether a user may do what `role` may. The organiser may do everything; any role may look (viewer)."""
    held = roles_of(user, tournament)
    return role in held or Role.Name.ORGANISER in held or (role == Role.Name.VIEWER and bool(held))


def tournament_for(user: User | AnonymousUser, slug: str, role: str = Role.Name.ORGANISER) -> Tournament:
    """The tournament of this slug, for somebody who may do what `role` may in it. Raises Http404 for all others."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not may(user, tournament, role):
        raise Http404("no such tournament")
    return tournament


def tournament_and_roles(user: User | AnonymousUser, slug: str) -> tuple[Tournament, frozenset[str]]:
    """The tournament of this slug and the user's roles in it. Raises Http404 for who has none."""
    tournament = Tournament.objects.filter(slug=slug).first()
    held = roles_of(user, tournament) if tournament is not None else frozenset()
    if tournament is None or not held:
        raise Http404("no such tournament")
    return tournament, held


def tournaments_of(user: User | AnonymousUser, role: str | None = None) -> QuerySet[Tournament]:
    """The tournaments a user has a role in (or this role), newest first."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.all()
    roles, members = Role.objects.filter(user=user), Member.objects.filter(user=user)
    if role is not None:
        roles, members = roles.filter(role=role), members.filter(part=role)
    return Tournament.objects.filter(
        Q(pk__in=roles.values("tournament")) | Q(organisation__in=members.values("organisation"))
    )


def part_in(user: User | AnonymousUser, organisation: Organisation) -> str:
    """The part a user has in an organisation, "" for none. Whoever runs the installation is organiser of each."""
    if not user.is_authenticated or not user.is_active:
        return ""
    if user.is_superuser:
        return Part.ORGANISER
    return organisation.members.filter(user=user).values_list("part", flat=True).first() or ""


def organisations_of(user: User | AnonymousUser, part: str | None = None) -> QuerySet[Organisation]:
    """The organisations in which a user has a part (or this part), by name."""
    if not user.is_authenticated:
        return Organisation.objects.none()
    if user.is_superuser:
        return Organisation.objects.all()
    members = Member.objects.filter(user=user)
    return Organisation.objects.filter(pk__in=(members.filter(part=part) if part else members).values("organisation"))


def organisation_for(user: User | AnonymousUser, public_id: str) -> Organisation:
    """The organisation with this id, for somebody who has a part in it. Raises Http404 for all others."""
    organisation = organisations_of(user).filter(public_id=public_id).first()
    if organisation is None:
        raise Http404("no such organisation")
    return organisation


def may_begin_organisations(user: User | AnonymousUser) -> bool:
    """Whether somebody may begin an organisation: where not everybody makes events, whoever runs the site does."""
    return user.is_authenticated and user.is_active and (user.is_superuser or settings.EVENTS_BY == EVERYBODY)


def may_make_events(user: User | AnonymousUser, organisation: Organisation | None = None) -> bool:
    """Whether somebody may make an event held by this organisation, or by none: `settings.EVENTS_BY` says who may."""
    if not user.is_authenticated or not user.is_active:
        return False
    if organisation is not None and part_in(user, organisation) != Part.ORGANISER:
        return False
    if settings.EVENTS_BY == OPERATOR:
        return user.is_superuser
    return organisation is not None or user.is_superuser or settings.EVENTS_BY == EVERYBODY


def holders_for(user: User | AnonymousUser) -> list[Organisation]:
    """The organisations for which somebody may make events, by name."""
    if settings.EVENTS_BY == OPERATOR and not user.is_superuser:
        return []
    return list(organisations_of(user, Part.ORGANISER))


def open_invitations(tournament: Tournament) -> QuerySet[Invitation]:
    """The invitations somebody can still take, newest first."""
    return tournament.invitations.filter(taken_at=None, revoked_at=None, expires_at__gt=timezone.now())


def invitation_of(token: str) -> Invitation | None:
    """The invitation this token opens, taken or not, or None: ended and unknown ones are not told apart."""
    invitation = Invitation.objects.select_related("tournament").filter(token_hash=token_hash(token)).first()
    return invitation if invitation is not None and (invitation.live or invitation.taken_at) else None


def member_invitation_of(token: str) -> MemberInvitation | None:
    """The invitation into an organisation this token opens, taken or not, or None."""
    offers = MemberInvitation.objects.select_related("organisation")
    offer = offers.filter(token_hash=token_hash(token)).first()
    return offer if offer is not None and (offer.live or offer.taken_at) else None


def people_of(tournament: Tournament) -> QuerySet[Role]:
    """Everybody with a role, by role and then by name."""
    order = Case(*(When(role=role, then=place) for place, role in enumerate(Role.Name.values)))
    return tournament.roles.select_related("user").order_by(order, "user__username")


def people_with(tournament: Tournament, *roles: str) -> QuerySet[User]:
    """Whoever may sign in and has one of these roles, by their own or as a member; without `roles`: any."""
    names = [str(role) for role in roles or Role.Name.values]
    own = tournament.roles.filter(role__in=names)
    parts = Member.objects.filter(organisation=tournament.organisation_id, part__in=names)
    return User.objects.filter(
        Q(pk__in=own.values("user")) | Q(pk__in=parts.values("user")), is_active=True
    ).order_by("pk")  # fmt: skip


def members_of(tournament: Tournament) -> QuerySet[Member]:
    """Everybody who acts here as a member of the organisation that holds the event, by name."""
    members = Member.objects.filter(organisation=tournament.organisation_id)
    return members.select_related("user").order_by("user__username")


def referees_of(tournament: Tournament) -> set[int]:
    """The users (primary keys) who may decide disputes. An appeal takes a second one."""
    roles = (Role.Name.ORGANISER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE)
    return set(people_with(tournament, *roles).values_list("pk", flat=True))


def public_tournaments() -> QuerySet[Tournament]:
    """What the home page lists: tournaments that have been drawn, the running ones first, then the latest."""
    return Tournament.objects.exclude(status=Tournament.Status.DRAFT).order_by("-status", "-date", "-created_at")


def public_tournament(user: User | AnonymousUser, slug: str) -> Tournament:
    """A tournament this reader may look at: anybody once it has been drawn, before that whoever has a role in it.
    Raises Http404: a draft that is somebody else's does not exist."""
    tournament = tournament_of(slug)
    require_reader(user, tournament)
    return tournament


# Asked with every page, and with every question of an open one whether it is still as it was.
BY_SLUG = Prepared(lambda: Tournament.objects.filter(slug=text("slug")).order_by())


def tournament_of(slug: str) -> Tournament:
    """The tournament of this slug, whoever may see it. Raises Http404 where there is none."""
    tournament = BY_SLUG.first(slug=slug)
    if tournament is None:
        raise Http404("no such tournament")
    return tournament


def require_reader(user: User | AnonymousUser, tournament: Tournament) -> None:
    """Raises Http404 for who may not look at a tournament that was not drawn."""
    if tournament.status == Tournament.Status.DRAFT and not roles_of(user, tournament):
        raise Http404("no such tournament")
