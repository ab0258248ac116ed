"""`POST bundles/<event>/`: an event that is followed here comes again from the site that keeps it."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from thunee_tournaments.api import shapes
from thunee_tournaments.api.access import Work
from thunee_tournaments.api.bodies import read_at_most
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.views import View
from thunee_tournaments.services.acts import Place, Refused, TakenIn, take_next, take_piece

MOST_BYTES, MOST_OF_A_PIECE = 5_000_000, 512 * 1024
STATUS = {
    "not_here": 404, "other_base": 409, "older": 409, "kept_here": 409, "other_site": 403, "too_large": 413
}  # fmt: skip
RANGE = re.compile(r"bytes (?:(?P<start>\d{1,9})-(?P<last>\d{1,9})|\*)/(?P<total>\d{1,9})", re.ASCII)
FILE, SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")


def in_pieces(request: Request) -> bool:
    """Whether what is sent is a piece of a file."""
    return "Content-Range" in request.headers


class File(BaseParser):
    """The bytes of a file, or of a piece of one, as they are. Raises Problem."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, _media_type: Any = None, parser_context: Any = None) -> Any:
        if in_pieces(parser_context["request"]):
            return read_at_most(MOST_OF_A_PIECE, stream, "Send smaller pieces.")
        return read_at_most(MOST_BYTES, stream, "Bring this bundle in at the desk.")


class Pieces(Work):
    """For a file that comes in pieces."""

    rate = "300/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"pieces-{super().get_cache_key(request, view)}"


class Bundles(View):
    """For everybody: takes in what the site that keeps an event has signed, and nothing else; so it needs no log-in."""

    permission_classes = [AllowAny]
    parser_classes = [File]
    http_method_names = ["post"]

    def get_throttles(self) -> list[BaseThrottle]:
        return [Pieces() if in_pieces(self.request) else Work()]

    @extend_schema(
        operation_id="bundle",
        request={"application/octet-stream": {"type": "string", "format": "binary"}},
        responses={
            200: shapes.TakenIn,
            202: shapes.Pieces,
            **dict.fromkeys((400, 403, 404, 409, 413, 415, 429), shapes.Problem),
        },
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A bundle of an event that was brought in here before, or what is new of it → what became of it.

        409 with `other_base`: send the whole bundle. A large one comes in pieces:
        `Content-Range: bytes 0-131071/900000` says which, `X-File` the SHA-256 of all of it, and the keeper signs
        each (`X-Signature`). 202 with how many bytes are here: go on from there, also after the line has
        dropped; `Content-Range: bytes */900000` with no body asks.
        """
        sent = request.data if request.stream is not None else b""
        content = sent if isinstance(sent, bytes) else b""
        try:
            taken = _taken(request, public_id, content)
        except Refused as refused:
            raise Problem(STATUS.get(refused.code, 400), refused.code, str(refused.message)) from None
        if isinstance(taken, int):
            return Response({"have": taken}, status=202)
        return Response({"rows": taken.rows, "version": taken.tournament.version})


def _taken(request: Request, event: str, content: bytes) -> int | TakenIn:
    if not in_pieces(request):
        return take_next(event=event, content=content)
    headers = request.headers
    part = RANGE.fullmatch(headers["Content-Range"])
    file, signature = headers.get("X-File", ""), headers.get("X-Signature", "")
    if not part or not FILE.fullmatch(file) or not SIGNATURE.fullmatch(signature):
        raise Problem(400, "bad_range", "Say which piece of which file it is: Content-Range, X-File and X-Signature.")
    start = int(part["start"] or 0)
    if len(content) != (int(part["last"]) + 1 - start if part["last"] else 0):
        raise Problem(400, "bad_range", "The piece is not as long as Content-Range says. Send it again.")
    place = Place(event, file, start, int(part["total"]))
    return take_piece(place=place, piece=content, signature=bytes.fromhex(signature))
