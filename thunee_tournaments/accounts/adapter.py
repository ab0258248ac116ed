"""What django-allauth asks of the site: where links lead, who writes letters, how things are said, what is sealed."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from thunee_tournaments.accounts.letters import letter
from thunee_tournaments.client_address import client_address
from thunee_tournaments.services.acts import promise_account_letter

# allauth tells what it did by the names of templates; what is not here goes without saying, for the page shows it.
SAID = {
    "account/messages/email_confirmation_sent.txt": gettext_lazy(
        "A letter is on its way to %(email)s. Open the link in it."
    ),
    "account/messages/email_confirmed.txt": gettext_lazy("%(email)s is confirmed."),
    "account/messages/email_confirmation_failed.txt": gettext_lazy(
        "%(email)s could not be confirmed: another account has it."
    ),
    "account/messages/email_deleted.txt": gettext_lazy("%(email)s is taken off."),
    "account/messages/password_changed.txt": gettext_lazy("The password is changed."),
    "mfa/messages/totp_activated.txt": gettext_lazy("From now on the app is asked when you sign in."),
    "mfa/messages/totp_deactivated.txt": gettext_lazy("The app is not asked any more."),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy("These are new codes. Earlier ones work no more."),
    "mfa/messages/webauthn_added.txt": gettext_lazy("The passkey is added."),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey is removed."),
}
TOO_OFTEN = gettext_lazy("That was tried too often. Wait a few minutes, then try again.")
WRONG_CODE = gettext_lazy("This code does not fit, or is too old. Look again, and enter the newest.")


class AccountAdapter(DefaultAccountAdapter):
    """The site's answers to allauth.account."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": gettext_lazy("That is the address of this account already."),
        "incorrect_code": WRONG_CODE,
        "incorrect_password": gettext_lazy("That is not the password of this account."),
        "too_many_login_attempts": TOO_OFTEN,
        "rate_limited": TOO_OFTEN,
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        text = letter(template_prefix, context)
        if text is not None:
            promise_account_letter(to=email, subject=text.subject, body=text.body)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None,
        message_context: dict[str, Any] | None = None, extra_tags: str = "", message: str | None = None,
    ) -> None:  # fmt: skip
        words = message or (str(SAID[message_template]) if message_template in SAID else "")
        if words:
            messages.add_message(request, level, words if message else words % (message_context or {}))

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages are pages, whoever asks."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _dash, rest = key.partition("-")
        return settings.PUBLIC_URL + reverse("account_reset_password_from_key", args=[uid, rest])

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return settings.PUBLIC_URL + reverse("account_confirm_email", args=[emailconfirmation.key])

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account" if self.request.user.is_authenticated else "public:home")

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        messages.error(request, gettext("This account is closed."))
        return HttpResponseRedirect(reverse("account_login"))


class SecondStepAdapter(DefaultMFAAdapter):
    """The site's answers to allauth.mfa."""

    error_messages = {**DefaultMFAAdapter.error_messages, "incorrect_code": WRONG_CODE}

    def encrypt(self, text: str) -> str:
        """Sealed by the site's own key: a copy of the database alone makes nobody's codes."""
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _seal().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        return gettext("Passkey")


def _seal() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(b"second step:" + key.encode()).digest())) for key in keys])
