"""`/accounts/login` and what leads there: a password, a code by letter, a passkey; then the second step, if there is
one. And the pages of whoever forgot the password.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from allauth.account.signals import password_changed
from allauth.account.views import (
    ConfirmLoginCodeView,
    PasswordResetDoneView,
    PasswordResetFromKeyView,
    PasswordResetView,
    RequestLoginCodeView,
)
from allauth.mfa.webauthn.internal.auth import begin_authentication
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.contrib.auth.views import LoginView, PasswordChangeDoneView, PasswordChangeView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator

from thunee_tournaments import hashing
from thunee_tournaments.accounts import passkeys
from thunee_tournaments.signing_in import known_as, remember

View = Callable[..., HttpResponseBase]


def by_letter(view: View) -> View:
    """A page that is there where the site sends letters."""

    @wraps(view)
    def there(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.SENDS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return there


def know_device(request: HttpRequest, user: Any, response: HttpResponse | None = None, **_also: Any) -> None:
    """Whoever has signed in, second step and all, is known on this device."""
    if response is not None:
        remember(request, response, user)


class SignIn(LoginView):
    """For everybody: a name and a password; a device that is known is let in before strangers."""

    template_name = "account/login.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if known_as(request, request.POST.get("username", "")[:150]):
            with hashing.favoured():
                return super().post(request, *args, **kwargs)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        login = Login(user=form.get_user(), redirect_url=self.get_success_url())
        response: HttpResponse = perform_password_login(
            self.request, {"username": form.cleaned_data["username"]}, login
        )
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        ways = {
            "by_letter": settings.SENDS_MAIL,
            "by_passkey": passkeys.possible(self.request),
            "for_all": settings.ACCOUNTS_FOR_ALL,
        }
        return super().get_context_data(**kwargs) | ways


@method_decorator(by_letter, name="dispatch")
class AskForCode(RequestLoginCodeView):
    """For everybody: a letter with a code, to the address of an account. What is said is the same without one."""


@method_decorator(by_letter, name="dispatch")
class EnterCode(ConfirmLoginCodeView):
    """For whoever asked for a code."""


@method_decorator(by_letter, name="dispatch")
class ForgottenPassword(PasswordResetView):
    """For everybody: a letter with a link to choose a new password. What is said is the same without an account."""


@method_decorator(by_letter, name="dispatch")
class LetterSent(PasswordResetDoneView):
    """For whoever forgot the password: what happens now."""

    template_name = "account/letter_sent.html"


class ByPasskey(LoginWebAuthnView):
    """For everybody with a passkey: the question it answers, for the script of the page, and the answer."""

    def get(self, *_request: Any, **_path: Any) -> HttpResponse:
        return JsonResponse({"request_options": begin_authentication(user=None)})


class NewPassword(PasswordResetFromKeyView):
    """For whoever has the link of the letter: choose a new password. A link works once, for a day."""

    success_url = reverse_lazy("account_login")


class ChangePassword(PasswordChangeView):
    """For whoever is signed in, and so is known; the device stays so with the new password."""

    template_name = "account/password_change.html"
    success_url = reverse_lazy("password_change_done")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with hashing.favoured():
            return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)  # with a new session, in which somebody is still signed in here
        password_changed.send(sender=type(form.user), request=self.request, user=form.user)
        get_adapter().send_notification_mail("account/email/password_changed", form.user)
        remember(self.request, response, form.user)
        return response


class PasswordChanged(PasswordChangeDoneView):
    """For whoever is signed in: the new password counts from now on."""

    template_name = "account/password_change_done.html"
