"""A phone that was let in by a table's link: a signed cookie, worth as much as the link behind it.

It names the link and the device. Every request asks anew whether the link is still live, so revoking the link ends
the session at once; which match is at the table is never in it.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from thunee_tournaments.tables.links import find_by_id
from thunee_tournaments.tables.models import TableLink

COOKIE = "thunee_table"
SALT = "thunee_tournaments.scoring"
PATH = "/table"


@dataclass(frozen=True)
class TableSession:
    """The live link a phone came by, and what its entries are signed with."""

    link: TableLink
    device: str


def begin(request: HttpRequest, response: HttpResponse, link: TableLink) -> None:
    """Let this phone in by the link. A phone that was in before stays the same device."""
    kept = _read(request)
    device = kept[1] if kept else f"phone-{secrets.token_urlsafe(12)}"
    response.set_signed_cookie(
        COOKIE,
        f"{link.pk}/{device}",
        salt=SALT,
        max_age=max(0, int((link.expires_at - timezone.now()).total_seconds())),
        path=PATH,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def end(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, path=PATH, samesite="Lax")


def current(request: HttpRequest) -> TableSession | None:
    """The session of this phone, if the link behind it is still live."""
    kept = _read(request)
    link = find_by_id(kept[0]) if kept else None
    return TableSession(link, kept[1]) if kept and link else None


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
        return response

    return wrapper
