"""What goes wrong, in one shape: problem details (RFC 9457), `{"type", "title", "status", "detail", "code", "errors":
[{"path", "message"}]}`.

`code` is for programs, `detail` says what is wrong and what to do, `errors` says where. The API speaks English only,
as the engine does: whoever shows its answers to people has the codes and the rule ids to say them in any language.
"""

import math
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from engine import RecordError
from engine.shapes import Fault

CONTENT_TYPE = "application/problem+json"
MESSAGES = {
    400: ("bad_request", "This request could not be read. Check its address, its headers and its body."),
    401: (
        "key_missing",
        "This takes a key that is in force: Authorization: Bearer thunee_…. An organiser makes one at the desk, under "
        "People.",
    ),
    403: ("forbidden", "This key is not for that. An organiser makes another one at the desk, under People."),
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

MOST_FAULTS = 20  # more nobody reads
BAD_QUERY = "Mend the part of the address after the question mark."


class Answer(TypedDict):
    """What is sent instead of what was asked for."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[Fault]


class Problem(exceptions.APIException):
    """A request that cannot be answered, with what to say about it."""

    def __init__(self, status: int, code: str, message: str, errors: Iterable[Fault] = ()) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.code, self.message, self.errors = code, message, list(errors)


def bad_query(name: str, message: str) -> Problem:
    """What stands in the query under this name cannot be."""
    wrong: Fault = {"path": name, "message": message}
    return Problem(400, "bad_query", BAD_QUERY, [wrong])


def require_known_query(request: Request, names: Sequence[str]) -> None:
    """Nothing stands in the query but these, each once. Raises Problem (bad_query) with every fault."""
    known = f"known here: {', '.join(names)}" if names else "nothing is asked for in this way here"
    wrong: list[Fault] = []
    for name, values in request.query_params.lists():
        if name not in names:
            wrong.append({"path": name, "message": f"is not known: take it out; {known}"})
        elif len(values) > 1:
            wrong.append({"path": name, "message": "stands there more than once: say it once"})
    if wrong:
        raise Problem(400, "bad_query", BAD_QUERY, wrong[:MOST_FAULTS])


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
    elif isinstance(error, SuspiciousOperation):  # such as more names in the query than Django reads
        error = exceptions.ParseError()
    if not isinstance(error, exceptions.APIException):
        return None
    if isinstance(error, Problem):
        return told(error.status_code, error.code, error.message, error.errors)
    wait = math.ceil(getattr(error, "wait", None) or 1)
    code, message = MESSAGES.get(error.status_code, MESSAGES[400])
    method, allowed = context["request"].method, " or ".join(context["view"].allowed_methods)
    detail = message.format(method=method, allowed=allowed or "another address", wait=wait)
    response = told(error.status_code, code, detail)
    if error.status_code == 429:
        response["Retry-After"] = str(wait)
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    return response


def told(status: int, code: str, detail: str, errors: Iterable[Fault] = ()) -> Response:
    """The one shape, as an answer."""
    answer: Answer = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": list(errors),
    }
    return Response(answer, status=status, content_type=CONTENT_TYPE)
