"""Who may do what: nothing, unless a view says so; and how often."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from thunee_tournaments.client_address import client_address


class Nobody(BasePermission):
    """The default: a view that does not say whom it serves, serves nobody."""

    def has_permission(self, _request: Request, _view: Any) -> bool:
        return False


class Work(SimpleRateThrottle):
    """For what costs computing: so many requests a minute from one address, counted for all processes together."""

    rate = "30/min"

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"api-work-{client_address(request._request)[:64]}"
