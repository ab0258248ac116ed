"""Long lists by cursors: `?limit=50&cursor=…`. What comes and goes meanwhile moves nothing twice or away."""

from collections.abc import Callable
from typing import Any, TypedDict

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from thunee_tournaments.api.errors import Fault, Problem, bad_query

LIMIT, MOST = 50, 200


class Page(TypedDict):
    """A page of a list; `count` is of the whole list, `next` and `previous` are addresses."""

    count: int
    limit: int
    next: str | None
    previous: str | None
    results: Any


class Pages(CursorPagination):
    """The pages of one list. A cursor is signed, so that none but what this list gave is ever looked up."""

    def __init__(self, request: Request, limit: int, order: str) -> None:
        self.page_size, self.ordering = limit, (order, "-pk")
        self.address = request.get_full_path()  # without a host, which whoever asked knows better
        self.signer = Signer(salt=f"api.paging:{request.path}")

    def decode_cursor(self, request: Request) -> Cursor | None:
        written = request.query_params.get(self.cursor_query_param)
        if written is None:
            return None
        try:
            return Cursor(*self.signer.unsign_object(written))
        except BadSignature:
            raise no_such_page() from None

    def encode_cursor(self, cursor: Cursor) -> str:
        signed = self.signer.sign_object([cursor.offset, cursor.reverse, cursor.position])
        return replace_query_param(self.address, self.cursor_query_param, signed)


def page_of(request: Request, rows: QuerySet[Any], order: str, show: Callable[[list[Any]], Any]) -> Page:
    """The page that was asked for, in two queries. `order` names what is unique in the list, or nearly, and stays as it
    is; with a minus the largest comes first. Raises Problem (bad_query, not_found)."""
    limit = asked(request, "limit", LIMIT, MOST)
    pages = Pages(request, limit, order)
    shown = pages.paginate_queryset(rows, request) or []
    return {
        "count": rows.count(),
        "limit": limit,
        "next": pages.get_next_link(),
        "previous": pages.get_previous_link(),
        "results": show(shown),
    }


def no_such_page() -> Problem:
    wrong: Fault = {"path": "cursor", "message": "must be as next or previous of a page of this list says it"}
    return Problem(404, "not_found", "This list has no such page. Begin at its first, without a cursor.", [wrong])


def asked(request: Request, name: str, default: int, most: int) -> int:
    """The number from 1 to `most` that stands in the query. Raises Problem (bad_query)."""
    written = request.query_params.get(name, str(default))
    if written.isascii() and written.isdigit() and len(written) < 12 and 1 <= int(written) <= most:
        return int(written)
    raise bad_query(name, f"must be a whole number from 1 to {most}")
