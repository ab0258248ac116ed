"""A page with a word for what would end without one: a database too busy to write, an address only forms send to."""

import errno
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults

from thunee_tournaments.disk import is_unwritable
from thunee_tournaments.hashing import Busy

logger = logging.getLogger(__name__)
# PostgreSQL's codes for: could not be brought in an order, deadlock, a lock not to be had.
TRANSIENT = ("40001", "40P01", "55P03")
# For: the disk is full, only reading is allowed; for: the server goes, has broken down, is not there yet; has too many.
NO_ROOM = ("53100", "25006")
GOING, CONNECTION = ("57P01", "57P02", "57P03", "53300"), "08"
AGAIN_IN = 2  # seconds


class ErrorPageMiddleware:
    """Nothing is saved where this answers: each act is one transaction, and a phone sends its hand again by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        response = self.get_response(request)
        if response.status_code == 405 and not response.streaming and not response.content:
            page = render(request, "405.html", status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """An answer where the same request can succeed later; everything else stays an error of the site."""
        return answer_to(request, exception)


@dataclass(frozen=True)
class Later:
    """What is said where nothing is wrong with a request, but it cannot be done now. `message` is for programs."""

    code: str
    message: str
    template: str
    status: int = 503
    wait: int = AGAIN_IN


BUSY = Later("busy", "The database is busy and nothing was saved. Send the same request again in a moment.", "503.html")
LOST = Later(
    "no_database",
    "The site has lost its database; nothing was saved. Send the same request again in a moment.",
    "503_database.html",
)
FULL = Later(
    "disk_full",
    "The disk of the desk's computer is full or cannot be written to; nothing was saved. Reading goes on.",
    "503_disk.html",
    wait=60,
)
HASHING = Later("too_many", "Passwords are checked one after the other. Try again in a moment.", "429.html", status=429)


def answer_to(request: HttpRequest, exception: BaseException | None) -> HttpResponse | None:
    later = _later(exception) if exception is not None else None
    if later is None:
        return None
    logger.warning("%s: %s", later.code, exception)
    answer: HttpResponse
    if request.path.startswith("/api/"):
        body = {"code": later.code, "message": later.message, "errors": []}
        answer = JsonResponse(body, status=later.status)
    else:
        answer = HttpResponse(render_to_string(later.template), status=later.status)
    answer.headers["Retry-After"] = str(later.wait)
    return answer


def _later(exception: BaseException) -> Later | None:
    if isinstance(exception, Busy):
        return HASHING
    if is_busy(exception):
        return BUSY
    if is_full(exception):
        return FULL
    return LOST if is_lost(exception) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The site's answer to an error outside any page, as where a session is kept."""
    return answer_to(request, sys.exc_info()[1]) or defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's answer to what it could not read: 413 where it was too much, otherwise 400."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def too_often(request: HttpRequest) -> HttpResponse:
    """The site's answer to letters and codes that are asked for again and again."""
    return render(request, "too_often.html", status=429)


def is_busy(exception: BaseException) -> bool:
    """Whether others were writing, so that a transaction had to be given up; nothing is wrong with it itself."""
    if not isinstance(exception, OperationalError):
        return False
    code = _code(exception)
    return code in TRANSIENT if code else "is locked" in str(exception)


def is_full(exception: BaseException) -> bool:
    """Whether the disk is full or read-only, under the database or under a file of ours."""
    if isinstance(exception, OSError):
        return exception.errno in (errno.ENOSPC, errno.EROFS, errno.EDQUOT)
    if not isinstance(exception, OperationalError | InternalError):
        return False
    code = _code(exception)
    return code in NO_ROOM if code else connection.vendor == "sqlite" and is_unwritable(exception)


def is_lost(exception: BaseException) -> bool:
    """Whether the connection to a database server is gone, or none can be had."""
    if connection.vendor == "sqlite" or not isinstance(exception, OperationalError | InterfaceError):
        return False
    if isinstance(exception, OperationalError) and exception.__cause__ is None:
        return False  # nothing a server's driver has said
    code = _code(exception)
    return code is None or code in GOING or code.startswith(CONNECTION)


def _code(exception: BaseException) -> str | None:
    return getattr(exception.__cause__, "sqlstate", None)
