"""What pages have in common on which somebody without an account writes, or reads by a secret address."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from rest_framework.throttling import SimpleRateThrottle

from thunee_tournaments.client_address import client_address
from thunee_tournaments.services.acts import Refused

UNUSABLE, TOO_OFTEN = 422, 429


class SomeAnHour(SimpleRateThrottle):
    """So many of these an hour from one network address, counted for all processes together."""

    def __init__(self, what: str, most: int) -> None:
        self.what, self.rate = what, f"{most}/hour"
        super().__init__()

    def get_cache_key(self, request: Any, _view: Any) -> str:
        return f"{self.what}-{client_address(request)[:64]}"

    def allows(self, request: HttpRequest) -> bool:
        """Whether this one may still be made; it is counted."""
        return bool(self.allow_request(request, None))  # type: ignore[arg-type]


def add_refusal(form: forms.Form, refused: Refused, fields: Mapping[str, str] | None = None) -> None:
    """Say a refusal beside the fields it is about (`fields`: the field of a fault or a code, where its name is
    another), else above the form."""
    fields = fields or {}
    placed = False
    for error in refused.errors:
        name = fields.get(error["path"], error["path"])
        if name in form.fields:
            form.add_error(name, str(error["message"]))
            placed = True
    field = fields.get(refused.code, "")
    if not placed:
        form.add_error(field if field in form.fields else None, str(refused.message))


def unkept(response: HttpResponse) -> HttpResponse:
    """The answer to a secret address: kept by no cache, found by no search, told to no other site."""
    patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex"
    # Not "no-referrer": with that a browser posts its form with the origin "null", which is refused.
    response["Referrer-Policy"] = "strict-origin"
    return response
