"""`POST bundles/<event>/`: an event that is followed here comes again from the site that keeps it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from thunee_tournaments.api import shapes
from thunee_tournaments.api.access import Work
from thunee_tournaments.api.bodies import read_at_most
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.views import View
from thunee_tournaments.services.acts import Refused, take_next

MOST_BYTES = 5_000_000
STATUS = {"not_here": 404, "other_base": 409, "older": 409, "kept_here": 409, "other_site": 403}


class File(BaseParser):
    """The bytes of a file, as they are. Raises Problem."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, _media_type: Any = None, _parser_context: Any = None) -> Any:
        return read_at_most(MOST_BYTES, stream, "Bring this bundle in at the desk.")


class Bundles(View):
    """For everybody: takes in what the site that keeps an event has signed, and nothing else; so it needs no log-in."""

    permission_classes = [AllowAny]
    parser_classes = [File]
    throttle_classes = [Work]
    http_method_names = ["post"]

    @extend_schema(
        operation_id="bundle",
        request={"application/octet-stream": {"type": "string", "format": "binary"}},
        responses={200: shapes.TakenIn, **dict.fromkeys((400, 403, 404, 409, 413, 415, 429), shapes.Problem)},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A bundle of an event that was brought in here before, or what is new of it → what became of it.

        409 with `other_base`: send the whole bundle.
        """
        sent = request.data if request.stream is not None else b""
        try:
            taken = take_next(event=public_id, content=sent if isinstance(sent, bytes) else b"")
        except Refused as refused:
            raise Problem(STATUS.get(refused.code, 400), refused.code, str(refused.message)) from None
        return Response({"rows": taken.rows, "version": taken.tournament.version})
