"""What is sent: JSON, read by the engine's own strict reader, and not more of it than a championship has hands."""

from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from engine.lines import load
from thunee_tournaments.api.errors import Problem

MOST_BYTES = 512 * 1024


class StrictJSON(BaseParser):
    """JSON without doubled keys, NaN, endless numbers or bottomless nesting. Raises Refused, RecordError."""

    media_type = "application/json"

    def parse(self, stream: Any, _media_type: Any = None, _parser_context: Any = None) -> Any:
        try:
            sent = stream.read(MOST_BYTES + 1)
        except OSError:  # whoever sent it hung up
            raise Problem(400, "bad_request", "The body broke off. Send it again.") from None
        if len(sent) > MOST_BYTES:
            raise Problem(413, "too_large", f"A body may have at most {MOST_BYTES} bytes. Send the hands in parts.")
        return load(sent)


def body_of(request: Request) -> Any:
    """The JSON that was sent. Raises Refused, RecordError."""
    if request.stream is None:
        raise Problem(
            400, "empty", "Nothing was sent. Put a hand record into the body, as JSON, and say its Content-Length."
        )
    return request.data
