"""Pages that read may not ask for the same kind of row again and again; acts may: they read anew under their locks."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from zeal.listeners import n_plus_one_listener
from zeal.middleware import zeal_middleware

from adjudication.prepared import Prepared

first = Prepared.first


def alone(prepared: Prepared[Any], **values: Any) -> Any:
    """The one row of a prepared question, known to zeal as one that is no row of a list: so it knows those of Django's
    own `first`."""
    row = first(prepared, **values)
    if row is not None:
        n_plus_one_listener.ignore(f"{row._meta.label}:{row.pk}")
    return row


def watch_reading(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: zeal for requests that only read."""
    watched = zeal_middleware(get_response)
    Prepared.first = alone  # type: ignore[assignment]

    def answer(request: HttpRequest) -> HttpResponse:
        return watched(request) if request.method in {"GET", "HEAD"} else get_response(request)

    return answer
