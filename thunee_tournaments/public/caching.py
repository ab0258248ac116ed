"""ETags for public pages: what a page shows depends on the data's version and on who reads it how; nothing else.

A page that did not change costs a 304 and no rendering. The tag holds the code's build too, so that after an update of
the site nobody is told that the old page is still good.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from thunee_tournaments.build import build
from thunee_tournaments.public.preferences import theme_of

View = Callable[..., HttpResponse]


def etag(request: HttpRequest, *parts: object) -> str:
    """The tag of a page: its data (`parts`), its address, and how this reader wants it."""
    reader = getattr(request.user, "pk", None) or "-"
    seen = [build(), request.get_full_path(), get_language(), theme_of(request), reader, *parts]
    return quote_etag(hashlib.sha256("\n".join(map(str, seen)).encode()).hexdigest()[:32])


def answer(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """304 if the reader has the page of that tag, else the page, marked with it."""
    # A message waiting for the reader is no part of the data: such a page is made and never tagged.
    waiting = "messages" in request.COOKIES or (settings.DEBUG and not getattr(settings, "ETAGS_IN_DEBUG", False))
    response = None if waiting else get_conditional_response(request, etag=tag)
    if response is None:
        response = make()
        if not waiting and response.status_code == 200:
            response["ETag"] = tag
    owner = {"private": True} if request.user.is_authenticated else {"public": True}
    patch_cache_control(response, no_cache=True, **owner)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def unchanging(view: View) -> View:
    """For pages that change only with the site itself: the rule catalogue."""

    @wraps(view)
    def tagged(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return answer(request, etag(request), lambda: view(request, *args, **kwargs))

    return tagged


def joined(parts: Iterable[object]) -> str:
    """Versions of several things as one part of a tag."""
    return ",".join(map(str, parts))
