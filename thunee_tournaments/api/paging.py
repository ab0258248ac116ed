"""Long lists by numbered pages: `?page=2&limit=50`."""

from collections.abc import Callable
from typing import Any, TypedDict
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from thunee_tournaments.api.errors import bad_query

LIMIT, MOST = 50, 200
LAST_PAGE = 10**9


class Page(TypedDict):
    """A page of a list; `next` and `previous` are addresses."""

    count: int
    pages: int
    page: int
    limit: int
    next: str | None
    previous: str | None
    results: Any


def page_of(request: Request, rows: QuerySet[Any], show: Callable[[list[Any]], Any]) -> Page:
    """The page that was asked for, in two queries. Raises Refused, NotFound."""
    limit = asked(request, "limit", LIMIT, MOST)
    page = asked(request, "page", 1, LAST_PAGE)
    pages = Paginator(rows, limit)
    if page > pages.num_pages:
        raise NotFound
    shown = pages.page(page)
    return {
        "count": pages.count,
        "pages": pages.num_pages,
        "page": page,
        "limit": limit,
        "next": address(request, page + 1, limit) if shown.has_next() else None,
        "previous": address(request, page - 1, limit) if shown.has_previous() else None,
        "results": show(list(shown.object_list)),
    }


def asked(request: Request, name: str, default: int, most: int) -> int:
    """The number from 1 to `most` that stands in the query. Raises Refused."""
    written = request.query_params.get(name, str(default))
    if written.isascii() and written.isdigit() and len(written) < 12 and 1 <= int(written) <= most:
        return int(written)
    raise bad_query(name, f"must be a whole number from 1 to {most}")


def address(request: Request, page: int, limit: int) -> str:
    """Another page of the same list, cut down by the same; without a host, which whoever asked knows better."""
    other = {name: value for name, value in request.query_params.items() if name not in ("page", "limit")}
    return f"{request.path}?{urlencode({'page': page, 'limit': limit, **other})}"
