"""What all views of the API share: English, JSON, tags by data version, errors in one shape."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from thunee_tournaments.api.errors import require_known_query
from thunee_tournaments.build import build
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import public_tournaments


class PreconditionFailed(exceptions.APIException):
    status_code = 412


class View(APIView):
    """A view that answers in English, whatever language the reader's pages are in.

    `asks`: what may stand in the query (None: whatever); anything else there is refused, for whoever wrote it wanted
    something.
    """

    asks: ClassVar[Sequence[OpenApiParameter] | None] = ()

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override("en"):
            response = super().dispatch(request, *args, **kwargs)
        response["Content-Language"] = "en"
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.asks is not None:
            require_known_query(request, [parameter.name for parameter in self.asks])


class Reading(View):
    """What anybody may read, and nobody can change here."""

    permission_classes = [AllowAny]
    http_method_names = ["get", "head"]


class Elsewhere(View):
    """For everybody: every address that is none (404)."""

    permission_classes = [AllowAny]
    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]
    schema = None
    asks = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise exceptions.NotFound


def answer(request: Request, make: Callable[[], Any], *version: object) -> HttpResponseBase:
    """304 if the reader has this already, else what `make` gives, tagged. `version` is all its data depend on.

    The version must have been read before the data are, so that a tag is never newer than what it stands on.
    """
    seen = [build(), request.get_full_path(), *version]
    tag = quote_etag(hashlib.sha256("\n".join(map(str, seen)).encode()).hexdigest()[:32])
    return _tagged(request, tag, make, public=True)


def unless_known(request: Request, body: Any) -> HttpResponseBase:
    """304 if whoever has a key has this already, else the body; no version tells it apart, so its content does."""
    return _tagged(request, tag_of(body), lambda: body, private=True)


def tag_of(body: Any) -> str:
    """The tag of what is told apart by its content."""
    return quote_etag(hashlib.sha256(JSONRenderer().render(body)).hexdigest()[:32])


def _tagged(request: Request, tag: str, make: Callable[[], Any], **kept_by: bool) -> HttpResponseBase:
    response = get_conditional_response(request._request, etag=tag)
    if response is not None and response.status_code == 412:
        raise PreconditionFailed
    if response is None:
        response = Response(make(), headers={"ETag": tag})
    patch_cache_control(response, no_cache=True, **kept_by)
    return response


def public_or_404(slug: str) -> Tournament:
    """A tournament that has been drawn. Drafts are not there, and neither is anything of theirs. Raises NotFound."""
    tournament = public_tournaments().filter(slug=slug).first()
    if tournament is None:
        raise exceptions.NotFound
    return tournament
