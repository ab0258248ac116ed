"""Who writes: a program with a key of its event, for whoever made the key; and how often."""

import math
from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from thunee_tournaments.tournaments.program_keys import ProgramKey, key_of
from thunee_tournaments.tournaments.selectors import roles_of

SECONDS_NOTED = 60  # that a key was used is noted at most once in so many seconds


class ProgramKeys(BaseAuthentication):
    """`Authorization: Bearer thunee_…`. The user is who made the key, `request.auth` the key itself."""

    def authenticate(self, request: Request) -> tuple[Any, ProgramKey] | None:
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return None
        key = key_of(token.strip())
        if key is None or not roles_of(key.user, key.tournament):
            raise exceptions.AuthenticationFailed
        now = timezone.now()
        if key.used_at is None or (now - key.used_at).total_seconds() > SECONDS_NOTED:
            ProgramKey.objects.filter(pk=key.pk).update(used_at=now)
        return key.user, key

    def authenticate_header(self, _request: Request) -> str:
        return 'Bearer realm="Thunee Tournaments"'


def key_in(request: Request) -> ProgramKey:
    """The key that a request came with, to a view that takes none without."""
    assert isinstance(request.auth, ProgramKey)
    return request.auth


class KeyScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document speaks of these keys."""

    target_class = "thunee_tournaments.api.keys.ProgramKeys"
    name = "programKey"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A key of one event. An organiser makes it at the desk, under People.",
        }


class WithKey(BasePermission):
    """A live key; of the kind the view asks for, where it asks for one (`needs`)."""

    def has_permission(self, request: Request, view: Any) -> bool:
        key = request.auth
        return isinstance(key, ProgramKey) and key.may in (view.needs, ProgramKey.May.DESK)


class Writes(SimpleRateThrottle):
    """So many requests a minute with one key, counted for all processes together."""

    rate = "120/min"
    num_requests: int
    duration: int
    history: list[float]

    def get_cache_key(self, request: Request, _view: Any) -> str | None:
        return f"api-key-{request.auth.pk}" if isinstance(request.auth, ProgramKey) else None

    def headers(self) -> dict[str, str]:
        """How many requests there may be, and are left, until when: as draft-ietf-httpapi-ratelimit-headers has it."""
        most, seconds = self.num_requests, self.duration
        history = getattr(self, "history", [])
        until = math.ceil(history[-1] + seconds - self.now) if history else seconds
        return {
            "RateLimit-Policy": f'"writes";q={most};w={seconds}',
            "RateLimit": f'"writes";r={max(most - len(history), 0)};t={until}',
        }
