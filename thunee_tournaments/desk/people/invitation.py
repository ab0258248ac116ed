"""`/desk/invitation/<token>`, `/desk/organisations/invitation/<token>`: somebody is invited to take a role in an event
or a part in an organisation. Looking at it does nothing.

Whoever has an account takes it by a button; whoever has none makes one here, and has it with that.
"""

from collections.abc import Callable
from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from thunee_tournaments.desk.access import private, secret
from thunee_tournaments.desk.pages import UNUSABLE
from thunee_tournaments.desk.words import PART_NOTES, ROLE_NOTES
from thunee_tournaments.new_account import AccountForm, welcome
from thunee_tournaments.services.acts import Refused, take_invitation, take_membership
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.offers import Offer
from thunee_tournaments.tournaments.organisations import Organisation
from thunee_tournaments.tournaments.selectors import invitation_of, member_invitation_of


class Way(TypedDict):
    """What an invitation is to, for its page: to which event or organisation, as what, and what that is."""

    place: Tournament | Organisation
    part: str
    note: str


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """For everybody who has the link: what the invitation is to; taking it gives the role, and an account where there
    is none yet. One that was taken by somebody else, taken back or too old opens nothing (404)."""
    invited = invitation_of(token)
    if invited is None:
        return _ended(request)

    def take(user: User) -> HttpResponse:
        role = take_invitation(actor=user, token=token)
        message = _("Welcome: you are %(role)s of %(tournament)s now.")
        messages.success(request, message % {"role": role.get_role_display(), "tournament": role.tournament})
        return redirect("desk:overview", role.tournament.slug)

    role_note = str(ROLE_NOTES[invited.role])
    way: Way = {"place": invited.tournament, "part": invited.get_role_display(), "note": role_note}
    return _answered(request, invited, way, take)


@require_http_methods(["GET", "HEAD", "POST"])
def member_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """For everybody who has the link: to which organisation they are invited; taking it makes them a member, with an
    account where there is none yet. One that is over opens nothing (404)."""
    invited = member_invitation_of(token)
    if invited is None:
        return _ended(request)

    def take(user: User) -> HttpResponse:
        member = take_membership(actor=user, token=token)
        message = _("Welcome: you are %(role)s of %(tournament)s now.")
        messages.success(request, message % {"role": member.get_part_display(), "tournament": member.organisation})
        return redirect("desk:organisation", member.organisation.public_id)

    part_note = str(PART_NOTES[invited.part])
    way: Way = {"place": invited.organisation, "part": invited.get_part_display(), "note": part_note}
    return _answered(request, invited, way, take)


def _answered(request: HttpRequest, invited: Offer, way: Way, take: Callable[[User], HttpResponse]) -> HttpResponse:
    """The page of an invitation; or what follows when it was taken, by an account that is there or is made now."""
    if not (invited.live or invited.taken_by_id == (request.user.pk or 0)):
        return _ended(request)
    if request.method != "POST":
        return _page(request, way, None if request.user.is_authenticated else AccountForm())
    if request.user.is_authenticated:
        try:
            return _private(take(request.user))
        except Refused as refused:
            return _refused(request, refused)
    form = AccountForm(request.POST)
    if form.is_valid():
        try:
            with transaction.atomic():
                user = form.save()
                taken = _private(take(user))
        except Refused as refused:
            return _refused(request, refused)
        except IntegrityError:  # somebody took the name between the look and the insert
            form.add_error("username", _("Somebody has this name already. Choose another."))
        else:
            welcome(request, taken, user)
            return taken
    return _page(request, way, form, UNUSABLE)


def _page(request: HttpRequest, way: Way, form: AccountForm | None, status: int = 200) -> HttpResponse:
    context = {"way": way, "form": form, "sign_in": f"{reverse('account_login')}?next={request.path}"}
    return _private(render(request, "desk/invitation.html", context, status=status))


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Why it could not be taken: mostly it is over."""
    if refused.code == "invitation_ended":
        return _ended(request)
    messages.error(request, refused.message)
    return _private(redirect("desk:home"))


def _ended(request: HttpRequest) -> HttpResponse:
    return _private(render(request, "desk/invitation_ended.html", status=404))


def _private(response: HttpResponse) -> HttpResponse:
    """Kept nowhere."""
    return secret(private(response))
