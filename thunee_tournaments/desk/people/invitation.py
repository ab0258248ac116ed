"""`/desk/invitation/<token>`: somebody is invited to take a role. Looking at it does nothing.

Whoever has an account takes the role by a button; whoever has none makes one here, and has the role with it.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from thunee_tournaments.desk.access import private, secret
from thunee_tournaments.desk.pages import UNUSABLE
from thunee_tournaments.desk.words import ROLE_NOTES
from thunee_tournaments.services.acts import Refused, take_invitation
from thunee_tournaments.signing_in import remember
from thunee_tournaments.tournaments.models import Invitation, Role
from thunee_tournaments.tournaments.selectors import invitation_of

BACKEND = "django.contrib.auth.backends.ModelBackend"


class AccountForm(UserCreationForm):
    """A name and a password. The validators say their own when they refuse one; here is what to know beforehand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("The name to sign in with: letters, digits and . _ - @ +")
        self.fields["password1"].help_text = _("At least 10 characters, not only digits, nothing everybody uses.")
        self.fields["password2"].help_text = ""


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """For everybody who has the link: what the invitation is to; taking it gives the role, and an account where there
    is none yet. One that was taken by somebody else, taken back or too old opens nothing (404)."""
    invited = invitation_of(token)
    if invited is None or not (invited.live or invited.taken_by_id == (request.user.pk or 0)):
        return _private(render(request, "desk/invitation_ended.html", status=404))
    if request.method != "POST":
        return _page(request, invited, None if request.user.is_authenticated else AccountForm())
    if request.user.is_authenticated:
        try:
            return _welcome(request, take_invitation(actor=request.user, token=token))
        except Refused:
            return _private(render(request, "desk/invitation_ended.html", status=404))
    form = AccountForm(request.POST)
    if form.is_valid():
        try:
            with transaction.atomic():
                user = form.save()
                role = take_invitation(actor=user, token=token)
        except Refused:
            return _private(render(request, "desk/invitation_ended.html", status=404))
        except IntegrityError:  # somebody took the name between the look and the insert
            form.add_error("username", _("Somebody has this name already. Choose another."))
        else:
            login(request, user, backend=BACKEND)
            welcome = _welcome(request, role)
            remember(request, welcome, user)
            return welcome
    return _page(request, invited, form, UNUSABLE)


def _page(request: HttpRequest, invited: Invitation, form: AccountForm | None, status: int = 200) -> HttpResponse:
    context = {
        "invitation": invited,
        "tournament": invited.tournament,
        "role_note": ROLE_NOTES[invited.role],
        "form": form,
        "sign_in": f"{reverse('login')}?next={request.path}",
    }
    return _private(render(request, "desk/invitation.html", context, status=status))


def _welcome(request: HttpRequest, role: Role) -> HttpResponse:
    message = _("Welcome: you are %(role)s of %(tournament)s now.")
    messages.success(request, message % {"role": role.get_role_display(), "tournament": role.tournament})
    return _private(redirect("desk:overview", role.tournament.slug))


def _private(response: HttpResponse) -> HttpResponse:
    """Kept nowhere. Not "no-referrer": with that a browser posts its form with the origin "null", which is refused."""
    response = secret(private(response))
    response["Referrer-Policy"] = "strict-origin"
    return response
