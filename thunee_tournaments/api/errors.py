"""What goes wrong, in one shape: `{"code", "message", "errors": [{"path", "message"}]}`.

`code` is for programs, `message` says what is wrong and what to do, `errors` says where. The API speaks English only,
as the engine does: whoever shows its answers to people has the codes and the rule ids to say them in any language.
"""

import math
from collections.abc import Iterable
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from engine import RecordError
from engine.shapes import Fault

MESSAGES = {
    400: ("bad_request", "This request could not be read. Check its address, its headers and its body."),
    403: ("forbidden", "Nobody may do this through the API."),
    404: (
        "not_found",
        "There is nothing here, or it is not public. Addresses end in a slash; GET /api/v1/ lists them.",
    ),
    405: ("method_not_allowed", "This address does not take {method}: use {allowed}."),
    406: ("not_acceptable", "Answers are JSON only: send Accept: application/json, or no Accept at all."),
    412: ("precondition_failed", "What is here now has another ETag than the one in If-Match. Fetch it again first."),
    415: ("unsupported_media_type", "Send the body as JSON, with Content-Type: application/json."),
    429: ("throttled", "Too many requests from your network address: wait {wait} seconds, then go on more slowly."),
}


class Answer(TypedDict):
    """What is sent instead of what was asked for."""

    code: str
    message: str
    errors: list[Fault]


class Problem(exceptions.APIException):
    """A request that cannot be answered, with what to say about it."""

    def __init__(self, status: int, code: str, message: str, errors: Iterable[Fault] = ()) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.code, self.message, self.errors = code, message, list(errors)


def invalid_record(errors: Iterable[Fault]) -> Problem:
    """What was sent is no hand record: every fault of form, with its path."""
    return Problem(
        400, "invalid", "This is no valid hand record. Mend what stands under errors and send it again.", errors
    )


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. None for what is a fault of ours: Django reports it and answers 500."""
    if isinstance(error, RecordError):
        error = invalid_record(error.errors)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    if isinstance(error, Problem):
        return Response(problem(error.code, error.message, error.errors), status=error.status_code)
    wait = math.ceil(getattr(error, "wait", None) or 1)
    code, message = MESSAGES.get(error.status_code, MESSAGES[400])
    method, allowed = context["request"].method, " or ".join(context["view"].allowed_methods)
    answer = problem(code, message.format(method=method, allowed=allowed or "another address", wait=wait))
    headers = {"Retry-After": str(wait)} if error.status_code == 429 else None
    return Response(answer, status=error.status_code, headers=headers)


def problem(code: str, message: str, errors: Iterable[Fault] = ()) -> Answer:
    """The one shape."""
    return {"code": code, "message": message, "errors": list(errors)}
