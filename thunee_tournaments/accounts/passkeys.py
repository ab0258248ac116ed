"""Passkeys: what a browser sends of them is anybody's to send, so whatever is not one is refused like a wrong one.

allauth checks what a passkey signed; fido2 trips over what has not even the shape of one.
"""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

MAX_CREDENTIAL, MAX_NAME = 20_000, 60
# What fido2 raises for what has not the shape of a passkey: a missing key, a text for a number, bytes that end early.
MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, NotImplementedError, OverflowError)


def possible(request: HttpRequest) -> bool:
    """Whether browsers allow passkeys here: behind https, or on this machine itself."""
    return request.is_secure() or request.get_host().partition(":")[0] == "localhost"


class Credential(forms.JSONField):
    """What the browser sends of a passkey."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)
        self.error_messages["required"] = gettext_lazy("The passkey did not answer. Try again.")

    def to_python(self, value: Any) -> Any:
        try:
            credential = super().to_python(value) if len(value or "") <= MAX_CREDENTIAL else None
        except RecursionError:
            credential = None
        if value not in self.empty_values and not isinstance(credential, dict):
            raise forms.ValidationError(self.error_messages["required"], code="invalid")
        return credential


class AddPasskey(AddWebAuthnForm):
    """A new passkey, which always signs in by itself."""

    name = forms.CharField(
        label=gettext_lazy("What is it called?"), max_length=MAX_NAME, required=False,
        help_text=gettext_lazy("By which you tell it from others, such as “phone”."),
    )  # fmt: skip
    credential = Credential()
    passwordless = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, Any]:
        return _or_refused(super().clean)


class _Answered(forms.Form):
    """A passkey that answers a question."""

    credential = Credential()

    def clean_credential(self) -> Any:
        return _or_refused(super().clean_credential)  # type: ignore[misc]


class SignInByPasskey(_Answered, LoginWebAuthnForm):
    """Signing in without a password."""


class SecondStepByPasskey(_Answered, AuthenticateWebAuthnForm):
    """The second step, after the password."""


class ConfirmByPasskey(_Answered, ReauthenticateWebAuthnForm):
    """Once more, before something about the account is changed."""


def _or_refused(check: Any) -> Any:
    try:
        return check()
    except forms.ValidationError:
        raise
    except MISSHAPEN:
        raise get_adapter().validation_error("incorrect_code") from None
