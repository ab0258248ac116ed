"""Signing in: who may try how often, and devices that are known. The pages are in `accounts`.

django-axes keeps the failures, for all processes, and answers; it knows one limit for whatever it counts by, and no
devices. Here each way of counting has a limit of its own:

* one name from one address: a person who does not remember,
* one address: a machine that tries one password on many names. A whole hall may share the address,
* one name: many machines that try the passwords of one person.

The last two would let anybody lock out the hall, or the organiser. So a device on which somebody has signed in before
is known for that account: it is counted by itself, and nobody else's failures close it. It is known by a signed cookie
that ends with the password.
"""

from datetime import timedelta
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

BY_NAME_AND_ADDRESS = settings.AXES_FAILURE_LIMIT
BY_ADDRESS, BY_NAME, BY_DEVICE = 50, 50, 10

COOKIE = f"{settings.HOST_COOKIE}thunee_device"
SALT = "thunee_tournaments.signing_in"
AGE = timedelta(days=400)
MOST_ACCOUNTS = 5  # of one device
KNOWN = "known device "  # how the failures of a known device are told from others, where axes keeps the browser's name


def remember(request: HttpRequest, response: HttpResponse, user: Any) -> None:
    """From now on this device is known for this account."""
    name, accounts = _read(request)
    accounts = {**{key: seal for key, seal in accounts.items() if key != str(user.pk)}, str(user.pk): _seal(user)}
    kept = dict(list(accounts.items())[-MOST_ACCOUNTS:])
    value = signing.dumps([name or get_random_string(16), kept], salt=SALT)
    response.set_cookie(COOKIE, value, max_age=AGE, secure=request.is_secure(), httponly=True, samesite="Lax")


def known_as(request: HttpRequest, username: str | None) -> str:
    """What this device is called, if somebody has signed in on it by this name since the password was set; or ""."""
    name, accounts = _read(request)
    if not accounts or not username:
        return ""
    user = get_user_model().objects.filter(username=username, pk__in=accounts).first()
    if user is None or not constant_time_compare(accounts[str(user.pk)], _seal(user)):
        return ""
    return f"{KNOWN}{name}"


def _read(request: HttpRequest) -> tuple[str, dict[str, str]]:
    try:
        name, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return "", {}
    return name, accounts


def _seal(user: Any) -> str:
    return salted_hmac(SALT, f"{user.pk}/{user.password}", algorithm="sha256").hexdigest()[:24]


class Handler(AxesDatabaseHandler):
    """What axes asks whether somebody may try again."""

    def get_failures(self, request: Any, credentials: Any = None) -> int:
        """How many failures count against this try; from AXES_FAILURE_LIMIT on it is refused."""
        username = get_client_username(request, credentials)
        recent = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request))
        if device := known_as(request, username):
            counted = [(recent.filter(username=username, user_agent=device), BY_DEVICE)]
        else:
            strangers = recent.exclude(user_agent__startswith=KNOWN)
            here = strangers.filter(ip_address=request.axes_ip_address)
            counted = [
                (here.filter(username=username), BY_NAME_AND_ADDRESS),
                (here, BY_ADDRESS),
                (strangers.filter(username=username), BY_NAME),
            ]
        if any(_sum(attempts) >= limit for attempts, limit in counted):
            return int(settings.AXES_FAILURE_LIMIT)
        return min(_sum(counted[0][0]), settings.AXES_FAILURE_LIMIT - 1)

    def user_login_failed(self, sender: Any, credentials: Any, request: Any = None, **also: Any) -> None:
        if request is not None:
            known = known_as(request, get_client_username(request, credentials))
            agent = request.axes_user_agent
            request.axes_user_agent = known or ("unknown device" if agent.startswith(KNOWN) else agent)
        super().user_login_failed(sender, credentials, request, **also)


def _sum(attempts: QuerySet[AccessAttempt]) -> int:
    return attempts.aggregate(all=Sum("failures_since_start"))["all"] or 0
