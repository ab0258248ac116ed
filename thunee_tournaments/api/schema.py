"""The contract for programs: OpenAPI, made from the views and shapes themselves, and so never older than they are."""

from functools import cache
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request

from thunee_tournaments.api import records
from thunee_tournaments.api.errors import CONTENT_TYPE
from thunee_tournaments.api.views import Reading, answer

Document = dict[str, Any]  # an OpenAPI document

PROBLEM = {"$ref": "#/components/schemas/Problem"}


class Schema(Reading):
    """For everybody: what the API is, for programs."""

    schema = None

    def get(self, request: Request) -> HttpResponseBase:
        """The OpenAPI document of this version."""
        return answer(request, document)


@cache
def document() -> Document:
    """Made once in a process: it changes only with the code."""
    made: Document = SchemaGenerator().get_schema(request=None, public=True)
    return made


def complete(result: Document, **_context: Any) -> Document:
    """Add what drf-spectacular cannot see: the forms of records, that a body may not be left out, that a query nobody
    knows is refused everywhere, and how refusals are sent."""
    result["components"]["schemas"] |= records.components()
    for item in result["paths"].values():
        for operation in item.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
            operation["responses"].setdefault(
                "400", {"content": {"application/json": {"schema": PROBLEM}}, "description": ""}
            )
            for status, refusal in operation["responses"].items():
                if status >= "4" and "content" in refusal:
                    refusal["content"] = {CONTENT_TYPE: refusal["content"]["application/json"]}
    return result
