"""A phone that was let in by a table's link: a signed cookie, worth as much as the link behind it.

It names the link and the device. Every request asks anew whether the link is still live, so revoking the link ends
the session at once; which match is at the table is never in it.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from thunee_tournaments.scoring.page_changes import send_changes
from thunee_tournaments.services.acts import WriteKey
from thunee_tournaments.tables.admitting import phone_of
from thunee_tournaments.tables.models import TableLink

COOKIE = f"{settings.PATH_COOKIE}thunee_table"
SALT = "thunee_tournaments.scoring"
PATH = "/table"
# What a phone is called where links are opened: one that was let in is known again, and needs no PIN.
PHONE_COOKIE = f"{settings.PATH_COOKIE}thunee_phone"
PHONE_SALT = "thunee_tournaments.scoring.phone"
PHONE_PATH = "/t"
PHONE_AGE = 400 * 24 * 3600


@dataclass(frozen=True)
class TableSession:
    """The live link a phone came by, and what its entries are signed with."""

    link: TableLink
    device: str

    def key_of(self, request: HttpRequest, head: str | None = None) -> WriteKey:
        """What a write on a sheet is known by; its `head`, where a form has not read it already."""
        sent = request.POST
        return WriteKey(self.device, sent.get("key", ""), sent.get("head", "") if head is None else head)


def known_device(request: HttpRequest) -> str:
    """What this phone was called when it last opened a link; "" for one that never did."""
    try:
        return request.get_signed_cookie(PHONE_COOKIE, salt=PHONE_SALT) or ""
    except (KeyError, signing.BadSignature):
        return ""


def new_device() -> str:
    return f"phone-{secrets.token_urlsafe(12)}"


def name_phone(request: HttpRequest, response: HttpResponse, device: str) -> None:
    """Let the phone know what it is called, before it asks to be let in: if the answer to that gets lost on the way,
    the same phone asks again, and not a further one."""
    _set(request, response, PHONE_COOKIE, device, salt=PHONE_SALT, max_age=PHONE_AGE, path=PHONE_PATH)


def begin(request: HttpRequest, response: HttpResponse, link: TableLink, device: str) -> None:
    """This phone was let in by the link."""
    name_phone(request, response, device)
    left = max(0, int((link.expires_at - timezone.now()).total_seconds()))
    _set(request, response, COOKIE, f"{link.pk}/{device}", salt=SALT, max_age=left, path=PATH)


def _set(request: HttpRequest, response: HttpResponse, name: str, value: str, **attributes: Any) -> None:
    response.set_signed_cookie(name, value, secure=request.is_secure(), httponly=True, samesite="Lax", **attributes)


def end(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=PATH, samesite="Lax")


def current(request: HttpRequest) -> TableSession | None:
    """The session of this phone, if the link behind it is still live and let this phone in."""
    kept = _read(request)
    phone = phone_of(*kept) if kept else None
    return TableSession(phone.link, phone.device) if phone else None


def _read(request: HttpRequest) -> tuple[int, str] | None:
    try:
        value = request.get_signed_cookie(COOKIE, salt=SALT) or ""
        pk, device = value.split("/", 1)
        return int(pk), device
    except (KeyError, signing.BadSignature, ValueError):
        return None


View = Callable[..., HttpResponse]


def table_session_required(view: View) -> View:
    """Give the view the phone's session; without one, say kindly how to get in again (404: nothing is here)."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        session = current(request)
        if session is None:
            response = render(request, "scoring/no_table.html", status=404)
        else:
            request.at_table = session  # type: ignore[attr-defined]  # for templatetags/phone.py
            response = view(request, session, *args, **kwargs)
        # Not "no-store": going back from a saved hand has to show the page before, not a browser's error.
        patch_cache_control(response, private=True, no_cache=True)
        response["X-Robots-Tag"] = "noindex"
        send_changes(request, response)
        return response

    return wrapper
