"""Pages that read may not ask for the same kind of row again and again; acts may: they read anew under their locks."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from zeal.middleware import zeal_middleware


def watch_reading(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: zeal for requests that only read."""
    watched = zeal_middleware(get_response)

    def answer(request: HttpRequest) -> HttpResponse:
        return watched(request) if request.method in {"GET", "HEAD"} else get_response(request)

    return answer
