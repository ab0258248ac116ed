"""Accounts: what django-allauth is told. Its pages are in `accounts`, its second step in `accounts/second_step.py`.

Letters about an account go out only where the site sends any (settings/mail.py); without them whoever runs the site
gives a new password, and everything else works the same.
"""

from datetime import timedelta

from django.core.exceptions import ImproperlyConfigured

from thunee_tournaments.settings.environment import SITE_NAME, env
from thunee_tournaments.settings.mail import SENDS_MAIL
from thunee_tournaments.settings.security import HTTPS

# Who makes accounts: whoever is invited to an event or an organisation, or everybody, by a letter to their address.
ACCOUNTS_BY = env.str("ACCOUNTS_BY", default="invitation")
if ACCOUNTS_BY not in ("invitation", "everybody"):
    raise ImproperlyConfigured(f"ACCOUNTS_BY is {ACCOUNTS_BY!r}: it is invitation or everybody")
ACCOUNTS_FOR_ALL = ACCOUNTS_BY == "everybody" and SENDS_MAIL

ACCOUNT_ADAPTER = "thunee_tournaments.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"  # an account needs no address
ACCOUNT_CHANGE_EMAIL = True  # one address of an account, and the old one until the new one is confirmed
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
PASSWORD_RESET_TIMEOUT = timedelta(days=1).total_seconds()
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody gets a letter because somebody else typed their address
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
# Before something about an account is changed, at a desk that may have been left open.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
# A whole hall may share an address; one mailbox is written to five times an hour at most.
ACCOUNT_RATE_LIMITS = {
    "reset_password": "30/m/ip,5/h/key",
    "request_login_code": "30/m/ip,5/h/key",
    "confirm_email": "1/3m/key",
    "ask_for_account": "30/m/ip,3/h/key",
}
ACCOUNT_FORMS = {
    "add_email": "thunee_tournaments.accounts.forms.NewAddress",
    "reset_password": "thunee_tournaments.accounts.forms.Forgotten",
    "request_login_code": "thunee_tournaments.accounts.forms.AskedCode",
    "confirm_login_code": "thunee_tournaments.accounts.forms.Code",
    "reset_password_from_key": "thunee_tournaments.accounts.forms.ChosenPassword",
    "reauthenticate": "thunee_tournaments.accounts.forms.OwnPassword",
}

# Whether whoever works at the desk may have a second step, or must.
SECOND_STEP = env.str("SECOND_STEP", default="offered")
if SECOND_STEP not in ("offered", "required"):
    raise ImproperlyConfigured(f"SECOND_STEP is {SECOND_STEP!r}: it is offered or required")
MFA_ADAPTER = "thunee_tournaments.accounts.adapter.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = SITE_NAME or "Thunee Tournaments"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # half minutes by which a phone's clock may be wrong
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address that waits to be confirmed lets nobody in
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # on this machine itself; elsewhere browsers allow it behind https alone
MFA_FORMS = {
    "activate_totp": "thunee_tournaments.accounts.forms.FirstNumber",
    "authenticate": "thunee_tournaments.accounts.forms.Number",
    "reauthenticate": "thunee_tournaments.accounts.forms.NumberOnceMore",
    "add_webauthn": "thunee_tournaments.accounts.passkeys.AddPasskey",
    "login_webauthn": "thunee_tournaments.accounts.passkeys.SignInByPasskey",
    "authenticate_webauthn": "thunee_tournaments.accounts.passkeys.SecondStepByPasskey",
    "reauthenticate_webauthn": "thunee_tournaments.accounts.passkeys.ConfirmByPasskey",
}
USERSESSIONS_TRACK_ACTIVITY = False  # a row is written when somebody signs in, not at each page
