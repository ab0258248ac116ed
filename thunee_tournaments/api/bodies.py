"""What is sent: JSON, read by the engine's own strict reader, and not more of it than a championship has hands."""

from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from engine.json_text import load
from thunee_tournaments.api.errors import Problem

MOST_BYTES = 512 * 1024


class StrictJSON(BaseParser):
    """JSON without doubled keys, NaN, endless numbers or bottomless nesting. Raises Refused, RecordError."""

    media_type = "application/json"

    def parse(self, stream: Any, _media_type: Any = None, _parser_context: Any = None) -> Any:
        return load(read_at_most(MOST_BYTES, stream, "Send the hands in parts."))


def read_at_most(most: int, stream: Any, instead: str) -> bytes:
    """All that was sent. Raises Problem, with what to do `instead` of sending more than that."""
    try:
        sent: bytes = stream.read(most + 1)
    except OSError:  # whoever sent it hung up
        raise Problem(400, "bad_request", "The body broke off. Send it again.") from None
    if len(sent) > most:
        raise Problem(413, "too_large", f"A body may have at most {most} bytes. {instead}")
    return sent


def body_of(request: Request) -> Any:
    """The JSON that was sent. Raises Refused, RecordError."""
    if request.stream is None:
        raise Problem(
            400, "empty", "Nothing was sent. Put a hand record into the body, as JSON, and say its Content-Length."
        )
    return request.data
