"""ETags for public pages: what a page shows depends on the data's version and on who reads it how; nothing else.

A page that did not change costs a 304 and no rendering. The tag holds the code's build too, so that after an update of
the site nobody is told that the old page is still good.

Open pages keep themselves fresh with their *fragment* (`?fragment=1`): the page without its frame. After a nudge many
readers ask for the same one at once, so it is made once for a version, kept, and tagged with its own content: a hand
written at another table changes the version, and still costs the readers of this match nothing but a 304. So is the
whole page for whoever comes without a cookie: a hall that scans the code on the wall asks for it all at once.
"""

import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import wraps
from threading import Lock, Semaphore
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from thunee_tournaments.build import build
from thunee_tournaments.public.preferences import theme_of

View = Callable[..., HttpResponse]
Fragment = tuple[str, bytes, bytes]  # tag, content, content compressed


def etag(request: HttpRequest, *parts: object) -> str:
    """The tag of a page: its data (`parts`), its address, and how this reader wants it."""
    reader = getattr(request.user, "pk", None) or "-"
    seen = [
        build(),
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language(),
        theme_of(request),
        reader,
        *parts,
    ]
    return _tag("\n".join(map(str, seen)).encode())


def _tag(content: bytes) -> str:
    return quote_etag(hashlib.sha256(content).hexdigest()[:32])


def answer(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """304 if the reader has the page of that tag, else the page, marked with it."""
    # A message waiting for the reader is no part of the data: such a page is made and never tagged.
    waiting = "messages" in request.COOKIES or _always_made()
    response = None if waiting else get_conditional_response(request, etag=tag)
    if response is None:
        response = make()
        if not waiting and response.status_code == 200:
            response["ETag"] = f"W/{tag}" if response.has_header("Content-Encoding") else tag
    return _for_reader(request, response)


def _always_made() -> bool:
    """Whether templates are being written here: then every page is made anew."""
    return settings.DEBUG and not getattr(settings, "ETAGS_IN_DEBUG", False)


def page(request: HttpRequest, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """As `answer`, for a page that a whole hall may open at once: for whoever comes without a cookie it is made once
    for all of them. `tag` must say all that it depends on."""
    if request.COOKIES or request.user.is_authenticated or _always_made():
        return answer(request, tag, make)
    now = int(time.time() / KEPT_FOR)  # for what a page guesses goes by the clock, which is in no tag
    return answer(request, tag, lambda: _kept(request, FRAGMENTS, f"{tag} {now}", make)[1])


def _for_reader(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    owner = {"private": True} if request.user.is_authenticated else {"public": True}
    patch_cache_control(response, no_cache=True, **owner)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if not request.COOKIES and response.status_code == 200:
        response["X-Accel-Expires"] = "1"  # nginx in front keeps it for a second (docs/operators.md)
    return response


def unchanging(view: View) -> View:
    """For pages that change only with the site itself: the rule catalogue."""

    @require_safe
    @wraps(view)
    def tagged(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return answer(request, etag(request), lambda: view(request, *args, **kwargs))

    return tagged


def joined(parts: Iterable[object]) -> str:
    """Versions of several things as one part of a tag."""
    return ",".join(map(str, parts))


class Shelf:
    """What was made last, up to so many bytes, by its tag. Of many who ask for the same thing at once, one makes it."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self.kept: OrderedDict[str, Fragment] = OrderedDict()
        self.lock = Lock()
        self.makers = [Lock() for _ in range(32)]
        self.room = Semaphore(2)  # a crowd's pages are made two at a time, so that saving a hand never waits for them

    def take(self, key: str, make: Callable[[], bytes]) -> Fragment:
        fragment = self._lookup(key)
        if fragment is None:
            with self.makers[hash(key) % len(self.makers)]:
                fragment = self._lookup(key)
                if fragment is None:
                    with self.room:
                        content = make()
                    fragment = (_tag(content), content, gzip.compress(content, 6, mtime=0))
                    self._keep(key, fragment)
        return fragment

    def _lookup(self, key: str) -> Fragment | None:
        with self.lock:
            fragment = self.kept.get(key)
            if fragment is not None:
                self.kept.move_to_end(key)
            return fragment

    def _keep(self, key: str, fragment: Fragment) -> None:
        with self.lock:
            self.kept[key] = fragment
            self.size += len(fragment[1]) + len(fragment[2])
            while self.size > self.most and len(self.kept) > 1:
                _key, old = self.kept.popitem(last=False)
                self.size -= len(old[1]) + len(old[2])


class _NotKept(Exception):
    """What was made is no page to keep."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


FRAGMENTS = Shelf(24_000_000)
KEPT_FOR = 60  # seconds, a whole page at most


def fragment(
    request: HttpRequest, key: str, make: Callable[[], HttpResponse], shelf: Shelf = FRAGMENTS
) -> HttpResponse:
    """What `make` gives, kept under `key` and tagged with its content; `key` must say all that it depends on."""
    tag, whole = _kept(request, shelf, key, make)
    if not tag:
        return whole
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = whole
        response["ETag"] = tag
    patch_vary_headers(response, ["Accept-Encoding"])
    return _for_reader(request, response)


def _kept(request: HttpRequest, shelf: Shelf, key: str, make: Callable[[], HttpResponse]) -> tuple[str, HttpResponse]:
    """What `make` gives, from the shelf, and the tag of its content; "" where it is not for everybody, or no page."""

    def content() -> bytes:
        response = make()
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            raise _NotKept(response)
        if response.cookies or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):  # it holds something of this reader's own
            raise _NotKept(response)
        return response.content

    try:
        tag, plain, packed = shelf.take(key, content)
    except _NotKept as other:
        return "", other.response
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if small else plain)
    if small:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return tag, response
