"""A second step when somebody signs in: an app that shows codes, a passkey, and codes on paper for when both are lost.

Each page asks for the password first, unless it was just asked (`account_reauthenticate`).
"""

from typing import Any

from allauth.mfa.base.views import AuthenticateView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, ReauthenticateWebAuthnView, RemoveWebAuthnView
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator

from thunee_tournaments.accounts import passkeys
from thunee_tournaments.presentation import qr

signed_in = method_decorator(login_required, name="dispatch")


class SecondStep(AuthenticateView):
    """For whoever has given a password, and has a second step: a code, or a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        ways = _ways(self.stage.login.user)
        return super().get_context_data(**kwargs) | ways | {"by_passkey": passkeys.possible(self.request)}


class ConfirmByCode(ReauthenticateView):
    """For whoever changes something about their account, and has a second step."""


class ConfirmByPasskey(ReauthenticateWebAuthnView):
    """For whoever changes something about their account, and has a passkey."""


@signed_in
class AddApp(ActivateTOTPView):
    """For whoever is signed in: a code to scan by an app, and the first number it shows."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["code"] = qr.picture(context["totp_url"])
        return context

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "account")


@signed_in
class RemoveApp(DeactivateTOTPView):
    """For whoever is signed in: ask the app no more."""

    success_url = reverse_lazy("account")


@signed_in
class RecoveryCodes(ViewRecoveryCodesView):
    """For whoever is signed in: the codes that are left, to keep on paper."""


@signed_in
class NewRecoveryCodes(GenerateRecoveryCodesView):
    """For whoever is signed in: new codes in place of the earlier ones."""


@signed_in
class AddPasskeyPage(AddWebAuthnView):
    """For whoever is signed in, where browsers allow passkeys."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not passkeys.possible(request):
            raise Http404
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "account")


@signed_in
class RemovePasskey(RemoveWebAuthnView):
    """For whoever is signed in: one of their own passkeys works no more."""

    success_url = reverse_lazy("account")


def _ways(user: Any) -> dict[str, bool]:
    """Which second steps somebody has."""
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return {"has_app": Authenticator.Type.TOTP in kinds, "has_passkey": Authenticator.Type.WEBAUTHN in kinds}
