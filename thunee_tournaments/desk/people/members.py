"""The people of an organisation: who is a member, who is invited, and the links they are invited by."""

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest, holders_page, secret
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.pages import Context, number_of, posted, refused_beside, saying_why_not, usual_status
from thunee_tournaments.desk.people.roles import MAX_PK, days_field
from thunee_tournaments.desk.words import PART_NOTES
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import qr
from thunee_tournaments.services.acts import Invited, invite_member, remove_member, revoke_member_invitation
from thunee_tournaments.services.queries import MAX_NOTE
from thunee_tournaments.tournaments.organisations import MemberInvitation, Organisation, Part


class MemberForm(forms.Form):
    """An invitation for one person."""

    part = one_of(gettext_lazy("What they may do"), missing=gettext_lazy("Choose what they may do."))
    note = text_line(
        gettext_lazy("For whom"), MAX_NOTE, required=False,
        help_text=gettext_lazy("Only the organisers see this. It tells the invitations apart."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"] = days_field()
        parts: Any = self.fields["part"]
        parts.choices = [
            (part.value, format_html("{}<small>{}</small>", part.label, PART_NOTES[part.value])) for part in Part
        ]


@holders_page
def people(request: DeskRequest, organisation: Organisation) -> HttpResponse:
    """For organisers of the organisation: everybody who is a member, and a form to invite the next."""
    form = MemberForm(posted(request))
    if form.is_valid():
        with refused_beside(form, {"bad_part": "part", "bad_days": "days"}):
            key = request.POST.get("key", "")
            invited = invite_member(actor=request.user, organisation=organisation, key=key, **form.cleaned_data)
            return _shown(request, organisation, invited)
    open_now = organisation.invitations.filter(taken_at=None, revoked_at=None, expires_at__gt=timezone.now())
    context: Context = {
        "nav": "desk",
        "organisation": organisation,
        "form": form,
        "members": organisation.members.select_related("user").order_by("user__username"),
        "invitations": open_now,
        "you": request.user,
        "key": secrets.token_urlsafe(16),
    }
    return render(request, "desk/members.html", context, status=usual_status(context))


def _shown(request: DeskRequest, organisation: Organisation, invited: Invited[MemberInvitation]) -> HttpResponse:
    address = own_address(request, reverse("desk:member_invitation", args=[invited.token]))
    context: Context = {
        "nav": "desk",
        "organisation": organisation,
        "invitation": invited.invitation,
        "address": address,
        "picture": qr.picture(address),
    }
    return secret(render(request, "desk/member_invited.html", context))


@require_POST
@holders_page
def remove(request: DeskRequest, organisation: Organisation) -> HttpResponse:
    """For organisers of the organisation: somebody is a member no more."""
    member = organisation.members.select_related("user").filter(pk=_named(request, "member")).first()
    if member is not None:
        with saying_why_not(request):
            remove_member(actor=request.user, member=member)
            messages.success(request, _("%(name)s is no longer a member.") % {"name": member.user})
            if member.user == request.user:
                return redirect("desk:home")
    return redirect("desk:members", organisation.public_id)


@require_POST
@holders_page
def take_back(request: DeskRequest, organisation: Organisation) -> HttpResponse:
    """For organisers of the organisation: an invitation opens nothing any more."""
    invitation = organisation.invitations.filter(pk=_named(request, "invitation")).first()
    if invitation is not None:
        with saying_why_not(request):
            revoke_member_invitation(actor=request.user, invitation=invitation)
            messages.success(request, _("The invitation is taken back."))
    return redirect("desk:members", organisation.public_id)


def _named(request: DeskRequest, field: str) -> int:
    """The row a button named; 0, which is none, for anything else."""
    return number_of(request.POST.get(field, ""), MAX_PK) or 0
