"""What letters about an account say, in the language of whoever asked for them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Context = dict[str, Any]


@dataclass(frozen=True)
class Letter:
    """Plain text."""

    subject: str
    body: str


def letter(kind: str, context: Context) -> Letter | None:
    """The letter that allauth calls by the name of a template; None for one that the site does not send."""
    if kind in CHANGES:
        return _changed(str(CHANGES[kind]))
    write = LETTERS.get(kind)
    return write(context) if write else None


def link_to_make(link: str) -> Letter:
    """To whoever asked for an account."""
    intro = _("With this link you make your account. It works for one day:")
    return Letter(_("Your account"), _paragraphs(intro, link, _nothing_to_do()))


def _reset(context: Context) -> Letter:
    intro = _("Somebody, probably you, forgot the password of the account %(name)s. Here you choose a new one:")
    name = context["user"].get_username()
    link = context["password_reset_url"]
    return Letter(_("A new password"), _paragraphs(intro % {"name": name}, link, _nothing_to_do()))


def _confirm(context: Context) -> Letter:
    intro = _("Open this link to use this address for the account %(name)s:") % {"name": context["user"].get_username()}
    return Letter(_("Confirm your address"), _paragraphs(intro, context["activate_url"], _nothing_to_do()))


def _taken(_context: Context) -> Letter:
    """The address of another account: whoever typed it is not told so, its owner is."""
    intro = _("Somebody wanted to use this address for an account, but yours has it already. You may sign in here:")
    return Letter(_("Your account"), _paragraphs(intro, settings.PUBLIC_URL + reverse("account_login")))


def _code(context: Context) -> Letter:
    code = context["code"]
    intro = _("Your code to sign in, for fifteen minutes:")
    return Letter(_("%(code)s is your code") % {"code": code}, _paragraphs(intro, code, _nothing_to_do()))


def _changed(what: str) -> Letter:
    warning = _("If that was not you, choose a new password at once, here:")
    link = settings.PUBLIC_URL + reverse("account_reset_password")
    return Letter(_("Your account was changed"), _paragraphs(what, warning, link))


def _nothing_to_do() -> str:
    return _("If you did not ask for it, you need to do nothing.")


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(parts) + f"\n\n{settings.SITE_NAME or 'Thunee Tournaments'}\n{settings.PUBLIC_URL}\n"


LETTERS: dict[str, Callable[[Context], Letter]] = {
    "account/email/password_reset_key": _reset,
    "account/email/email_confirmation": _confirm,
    "account/email/account_already_exists": _taken,
    "account/email/login_code": _code,
}
CHANGES = {
    "account/email/password_changed": gettext_lazy("The password of your account was changed."),
    "account/email/password_reset": gettext_lazy("The password of your account was changed."),
    "account/email/email_changed": gettext_lazy("Your account has another e-mail address now."),
    "mfa/email/totp_activated": gettext_lazy("An app is asked now when you sign in."),
    "mfa/email/totp_deactivated": gettext_lazy("The app is not asked any more when you sign in."),
    "mfa/email/recovery_codes_generated": gettext_lazy("New recovery codes were made for your account."),
    "mfa/email/webauthn_added": gettext_lazy("A passkey was added to your account."),
    "mfa/email/webauthn_removed": gettext_lazy("A passkey was removed from your account."),
}
