"""`/accounts/`: the own account, where somebody is signed in, and how it is closed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView, EmailView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from thunee_tournaments import hashing
from thunee_tournaments.accounts import passkeys
from thunee_tournaments.accounts.browsers import called
from thunee_tournaments.accounts.sign_in import by_letter
from thunee_tournaments.services.acts import Refused, close_account

again = reauthentication_required(allow_get=False)


@dataclass(frozen=True)
class Device:
    """Where somebody is signed in: `name` as far as the browser tells it."""

    key: int
    name: str
    address: str
    since: datetime
    here: bool


@dataclass(frozen=True)
class Passkey:
    """A passkey by the name its owner gave it."""

    key: int
    name: str
    since: datetime
    used: datetime | None


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """For whoever is signed in: their name, address, second step, and where they are signed in."""
    user = _owner(request)
    steps = list(Authenticator.objects.filter(user=user))
    kinds = Authenticator.Type
    verified = EmailAddress.objects.get_verified(user)
    waiting = EmailAddress.objects.get_new(user)
    codes = next((step.wrap().get_unused_codes() for step in steps if step.type == kinds.RECOVERY_CODES), None)
    context = {
        "nav": "account",
        "sends_mail": settings.SENDS_MAIL,
        "address": verified.email if verified else "",
        "waiting": waiting.email if waiting else "" if verified else user.email,
        "step_wanted": settings.SECOND_STEP == "required",
        "app": next((step for step in steps if step.type == kinds.TOTP), None),
        "passkeys": [_passkey(step) for step in steps if step.type == kinds.WEBAUTHN],
        "codes_left": None if codes is None else len(codes),
        "can_have_passkeys": passkeys.possible(request),
        "devices": _devices(request, user),
    }
    return render(request, "account/account.html", context)


def _passkey(step: Authenticator) -> Passkey:
    return Passkey(step.pk, step.wrap().name, step.created_at, step.last_used_at)


def _devices(request: HttpRequest, user: User) -> list[Device]:
    """This one first, then the latest."""
    here = request.session.session_key
    devices = [
        Device(held.pk, called(held.user_agent), held.ip, held.created_at, held.session_key == here)
        for held in UserSession.objects.purge_and_list(user)
    ]
    return sorted(devices, key=lambda device: (not device.here, -device.since.timestamp()))


@login_required
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """For whoever is signed in: sign out one other device of theirs, or all others."""
    others = UserSession.objects.filter(user=_owner(request)).exclude(session_key=request.session.session_key)
    asked = request.POST.get("device", "")
    if asked != "all":
        others = others.filter(pk=int(asked)) if asked.isdecimal() and len(asked) < 19 else others.none()
    end_sessions(request, list(others))
    messages.success(request, _("Signed out there."))
    return redirect("account")


@method_decorator(by_letter, name="dispatch")
@method_decorator(login_required, name="dispatch")
@method_decorator(again, name="dispatch")
class Address(EmailView):
    """For whoever is signed in: the address letters go to. A new one counts once its letter was opened."""

    template_name = "account/email.html"


class ConfirmAddress(ConfirmEmailView):
    """For whoever has the link of the letter: the address is theirs."""


class Reauthenticate(ReauthenticateView):
    """For whoever changes something about their account: the password once more."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with hashing.favoured():
            response: HttpResponse = super().post(request, *args, **kwargs)
            return response


@login_required
@again
def close(request: HttpRequest) -> HttpResponse:
    """For whoever is signed in: close the own account for good."""
    refused = ""
    if request.method == "POST":
        try:
            close_account(account=_owner(request))
        except Refused as error:
            refused = error.message
        else:
            logout(request)
            messages.success(request, _("The account is closed, and who you are is erased."))
            return redirect("public:home")
    status = 422 if refused else 200
    return render(request, "account/close.html", {"nav": "account", "refused": refused}, status=status)


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
