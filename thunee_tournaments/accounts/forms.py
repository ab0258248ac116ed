"""The forms of allauth in the words of the site: a label and what to know, no word inside the field."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ConfirmLoginCodeForm,
    ReauthenticateForm,
    RequestLoginCodeForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
)
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as ReauthenticateByCodeForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Words = dict[str, tuple[Promise, Promise | str]]
ADDRESS: Words = {"email": (gettext_lazy("Your e-mail address"), "")}
PASSWORD_HELP = gettext_lazy("At least 10 characters, not only digits, nothing everybody uses.")


class _InOurWords(forms.Form):
    """A form of allauth: `words` by field, its label and its help."""

    words: Words = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, help_text) in self.words.items():
            field = self.fields[name]
            field.label, field.help_text = str(label), str(help_text)
            field.widget.attrs.pop("placeholder", None)


class NewAddress(_InOurWords, AddEmailForm):
    """Another address for the own account."""

    words: Words = {"email": (gettext_lazy("New address"), "")}


class Forgotten(_InOurWords, ResetPasswordForm):
    """Whose password is forgotten."""

    words = ADDRESS


class AskedCode(_InOurWords, RequestLoginCodeForm):
    """Where the code goes."""

    words = ADDRESS


class Code(_InOurWords, ConfirmLoginCodeForm):
    """The code of the letter."""

    words: Words = {"code": (gettext_lazy("Code"), gettext_lazy("Small letters do as well as capitals."))}


class ChosenPassword(_InOurWords, ResetPasswordKeyForm):
    """A new password, twice."""

    words: Words = {
        "password1": (gettext_lazy("New password"), PASSWORD_HELP),
        "password2": (gettext_lazy("The same once more"), ""),
    }


class OwnPassword(_InOurWords, ReauthenticateForm):
    """The password, once more."""

    words: Words = {"password": (gettext_lazy("Password"), "")}


class FirstNumber(_InOurWords, ActivateTOTPForm):
    """The first number that an app shows."""

    words: Words = {"code": (gettext_lazy("The number that the app shows now"), "")}


class Number(_InOurWords, AuthenticateForm):
    """The number of the app, or a recovery code."""

    words: Words = {"code": (gettext_lazy("Code"), "")}


class NumberOnceMore(_InOurWords, ReauthenticateByCodeForm):
    """The number of the app, or a recovery code, before something is changed."""

    words: Words = {"code": (gettext_lazy("Code"), "")}
