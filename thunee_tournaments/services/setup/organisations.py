"""Organisations: who holds events together, who is a member, and which events are theirs."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.services.core.access import Person, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup import offers
from thunee_tournaments.services.setup.offers import Invited
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import (
    MAX_ADDRESS,
    MAX_NAME,
    MAX_NUMBER,
    Member,
    MemberInvitation,
    Organisation,
    Part,
    lock_organisation,
)
from thunee_tournaments.tournaments.selectors import may_begin_organisations, organisations_of, part_in

PURPOSE = "thunee_tournaments.services.organisations"
MOST = {"name": MAX_NAME, "address": MAX_ADDRESS, "number": MAX_NUMBER, "section_18a": MAX_NUMBER}


@dataclass(frozen=True)
class Holder:
    """What an organisation is called, and what its receipts say of it beside that."""

    name: str
    address: str = ""
    number: str = ""
    section_18a: str = ""


@transaction.atomic
def begin_organisation(*, actor: User, holder: Holder) -> Organisation:
    """A new organisation, with `actor` as its organiser. Refused: not_allowed, bad_organisation (`errors`: name,
    address, number, section_18a)."""
    if not may_begin_organisations(actor):
        raise Refused("not_allowed", _("On this site, whoever runs it makes the organisations. Ask them for one."))
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)  # two taps at once make one
    details = _checked(holder)
    _require_new_name(organisations_of(actor), details["name"])
    organisation = Organisation.objects.create(**details)
    Member.objects.create(organisation=organisation, user=actor, part=Part.ORGANISER)
    return organisation


@transaction.atomic
def set_organisation(*, actor: Person, organisation: Organisation, holder: Holder) -> Organisation:
    """Change what an organisation is called and what its receipts say from now on. Refused: not_allowed,
    bad_organisation."""
    _require_organiser(actor, organisation)
    details = _checked(holder)
    _require_new_name(organisations_of(actor).exclude(pk=organisation.pk), details["name"])
    organisation = lock_organisation(organisation)
    for name, value in details.items():
        setattr(organisation, name, value)
    organisation.save(update_fields=list(details))
    return organisation


@transaction.atomic
def invite_member(
    *, actor: Person, organisation: Organisation, part: str, key: str, note: str = "", days: int = offers.DAYS
) -> Invited[MemberInvitation]:
    """An invitation for one person to become a member; `/desk/organisations/invitation/<token>` is its address. `key`
    is a one-time key of the request. Refused: not_allowed, bad_part, bad_days, bad_key, too_long, invitation_ended,
    too_many."""
    _require_organiser(actor, organisation)
    organisation = lock_organisation(organisation)
    token = offers.token_of(PURPOSE, key, organisation.pk)
    if (earlier := organisation.invitations.filter(token_hash=tokens.token_hash(token)).first()) is not None:
        if not earlier.live:
            raise offers.ended()
        return Invited(earlier, token)
    if part not in Part.values:
        raise Refused("bad_part", _("Choose what they may do."))
    expires_at = offers.end_in(days)
    offers.require_room(organisation.invitations.filter(taken_at=None, revoked_at=None).count())
    invitation = MemberInvitation.objects.create(
        organisation=organisation, part=part, note=offers.checked_note(note), token_hash=tokens.token_hash(token),
        expires_at=expires_at,
    )  # fmt: skip
    return Invited(invitation, token)


@transaction.atomic
def take_membership(*, actor: User | AnonymousUser, token: str) -> Member:
    """Become a member as an invitation offers; it is used up. Whoever has that part already uses nothing up. Refused:
    not_allowed (sign in first), invitation_ended, member_already (with another part)."""
    if not isinstance(actor, User) or not actor.is_active:
        raise Refused("not_allowed", _("Sign in first: a part belongs to somebody."))
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)  # of two invitations taken at once one is refused
    invitation = MemberInvitation.objects.select_for_update().filter(token_hash=tokens.token_hash(token)).first()
    if invitation is None:
        raise offers.ended()
    held = Member.objects.filter(organisation=invitation.organisation_id, user=actor).first()
    if held is not None and held.part == invitation.part and (invitation.live or invitation.taken_by_id == actor.pk):
        return held
    if not invitation.live:
        raise offers.ended()
    if held is not None:
        message = _("You are %(part)s there already. To change that, have it taken away first.")
        raise Refused("member_already", message % {"part": held.get_part_display()})
    invitation.taken_at, invitation.taken_by = timezone.now(), actor
    invitation.save(update_fields=["taken_at", "taken_by"])
    member = Member.objects.create(organisation=invitation.organisation, user=actor, part=invitation.part)
    _names_in(invitation.organisation.tournaments.exclude(status=Tournament.Status.CLOSED))
    return member


def _names_in(tournaments: Iterable[Tournament]) -> None:
    """Who acts in these from now on is committed to in their record, which stands on public pages."""
    for tournament in tournaments:
        if not tournament.kept_by and note_names(tournament):
            publish(tournament)


@transaction.atomic
def revoke_member_invitation(*, actor: Person, invitation: MemberInvitation) -> None:
    """The invitation opens nothing any more. Refused: not_allowed."""
    _require_organiser(actor, invitation.organisation)
    MemberInvitation.objects.filter(pk=invitation.pk, taken_at=None, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def remove_member(*, actor: Person, member: Member) -> None:
    """Somebody is a member no more, from the next request on. Refused: not_allowed, last_organiser."""
    _require_organiser(actor, member.organisation)
    organisation = lock_organisation(member.organisation)  # so that two organisers do not remove each other at once
    organisers = organisation.members.filter(part=Part.ORGANISER, user__is_active=True).exclude(pk=member.pk)
    if member.part == Part.ORGANISER and not organisers.exists():
        raise Refused("last_organiser", _("This is the only organiser: invite another first."))
    Member.objects.filter(pk=member.pk).delete()


@transaction.atomic
def give_event(*, actor: Person, tournament: Tournament, organisation: Organisation | None) -> Tournament:
    """Let an organisation hold an event, or nobody but its own people. Whoever does it is an organiser of the event,
    and of both organisations. Receipts keep the numbers they have. Refused: not_allowed, last_organiser."""
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    for concerned in (tournament.organisation, organisation):
        if concerned is not None:
            _require_organiser(actor, concerned)
    own = tournament.roles.filter(role=Role.Name.ORGANISER, user__is_active=True)
    if organisation is None and tournament.organisation_id is not None and not own.exists():
        raise Refused(
            "last_organiser",
            _("Nobody is organiser of this event by themselves: invite one first. Somebody has to run it."),
        )
    tournament.organisation = organisation
    tournament.save(update_fields=["organisation"])
    _names_in([tournament])
    return tournament


def _require_organiser(actor: Person | TableLink, organisation: Organisation) -> None:
    if isinstance(actor, TableLink) or part_in(actor, organisation) != Part.ORGANISER:
        raise Refused("not_allowed", _("Only an organiser of %(name)s can do this.") % {"name": organisation.name})


def _checked(holder: Holder) -> dict[str, str]:
    """The details, tidied. Refused: bad_organisation."""
    details = {name: tidy(value) for name, value in asdict(holder).items()}
    errors: list[Fault] = [
        {"path": name, "message": _("Longer than %(most)s characters.") % {"most": MOST[name]}}
        for name, value in details.items()
        if len(value) > MOST[name]
    ]
    if not name_key(details["name"]):
        errors.append({"path": "name", "message": _("The organisation needs a name.")})
    if details["section_18a"] and not details["address"]:
        message = _("A tax receipt needs the name and the address of who receives it.")
        errors.append({"path": "address", "message": message})
    if errors:
        raise _bad(errors)
    return details


def _require_new_name(others: Iterable[Organisation], name: str) -> None:
    """Whoever has two organisations of one name would not tell them apart. Refused: bad_organisation."""
    if name_key(name) in {name_key(other.name) for other in others}:
        raise _bad([{"path": "name", "message": _("You have an organisation of this name already.")}])


def _bad(errors: list[Fault]) -> Refused:
    return Refused("bad_organisation", _("Not saved. Correct the marked fields."), errors)
