"""A page with a word for what would end without one: a database too busy to write, an address only forms send to."""

import logging
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

logger = logging.getLogger(__name__)
# PostgreSQL's codes for: could not be brought in an order, deadlock, a lock not to be had.
TRANSIENT = ("40001", "40P01", "55P03")
AGAIN_IN = 2  # seconds


class UnansweredMiddleware:
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
        """503 where the same request can succeed in a moment; everything else stays an error of the site."""
        if not is_busy(exception):
            return None
        logger.warning("too busy: %s", exception)
        if request.path.startswith("/api/"):
            message = "The database is busy and nothing was saved. Send the same request again in a moment."
            answer: HttpResponse = JsonResponse({"code": "busy", "message": message, "errors": []}, status=503)
        else:
            answer = render(request, "503.html", status=503)
        answer.headers["Retry-After"] = str(AGAIN_IN)
        return answer


def is_busy(exception: BaseException) -> bool:
    """Whether others were writing, so that a transaction had to be given up; nothing is wrong with it itself."""
    if not isinstance(exception, OperationalError):
        return False
    code = getattr(exception.__cause__, "sqlstate", None)
    return code in TRANSIENT if code else "is locked" in str(exception)
