"""The line to a site that follows an event: one request for a small body, a request for each piece of a large one."""

import hashlib
import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from thunee_tournaments import site_key
from thunee_tournaments.services.bundles import pieces
from thunee_tournaments.services.models import Sending

BYTES = "application/octet-stream"
PATIENCE = 20  # seconds for an answer
MOST_ANSWER = 20_000  # bytes of it that are read
OTHER_BASE = "other_base"
Problem = Sending.Problem


class NotSent(Exception):
    """The other site did not take it; `problem` says why (`Sending.Problem`)."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def in_pieces(body: bytes) -> bool:
    """Whether a body is too large for one request."""
    return len(body) > pieces.SIZE


def send_to(url: str, event: str, body: bytes) -> bool:
    """Send a bundle, or what is new of one, to the site at `url`; of pieces only those that it has not got yet. Whether
    it was taken in: it was not, where the other site goes on from another bundle. Raises NotSent."""
    where = f"{url}/api/v1/bundles/{event}/"
    if not in_pieces(body):
        return _is_taken_in(_answer(where, body, {}))
    if len(body) > pieces.MOST:
        raise NotSent(Problem.TOO_LARGE)
    file = hashlib.sha256(body).hexdigest()
    reply = _piece(where, pieces.Place(event, file, 0, len(body)), b"")
    for _piece_of in range(2 * len(body) // pieces.SIZE + 2):  # another worker may send beside this one, not for ever
        have = reply.get("have")
        if have is None:
            return _is_taken_in(reply)
        if not 0 <= have < len(body):
            break
        reply = _piece(where, pieces.Place(event, file, have, len(body)), body[have : have + pieces.SIZE])
    raise NotSent(Problem.ANSWER)


def _piece(where: str, place: pieces.Place, piece: bytes) -> dict[str, int]:
    """Send one piece, or an empty one to ask."""
    last = place.start + len(piece) - 1
    headers = {
        "Content-Range": f"bytes {place.start}-{last}/{place.total}" if piece else f"bytes */{place.total}",
        "X-File": place.file,
        "X-Signature": site_key.sign(place.message(piece)).hex(),
    }
    return _answer(where, piece, headers)


def _is_taken_in(reply: dict[str, int]) -> bool:
    if "have" in reply:
        raise NotSent(Problem.ANSWER)
    return bool(reply)


def _answer(where: str, body: bytes, headers: dict[str, str]) -> dict[str, int]:
    """What a site of this program says to it: `rows` and `version`, or how many bytes it has (`have`); nothing, where
    it wants the whole bundle. Raises NotSent for everything else: the wifi of a hall may answer anything with a page of
    its own."""
    request = urllib.request.Request(
        where, data=body, method="POST", headers={"Content-Type": BYTES, "Accept": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            reply = _json_of(answer)
    except urllib.error.HTTPError as error:
        return _refused(error)
    except (OSError, http.client.HTTPException, ValueError):
        raise NotSent(Problem.AWAY) from None
    if not isinstance(reply, dict) or reply.keys() not in ({"rows", "version"}, {"have"}):
        raise NotSent(Problem.ANSWER)
    if any(type(number) is not int for number in reply.values()):
        raise NotSent(Problem.ANSWER)
    return reply


def _refused(error: urllib.error.HTTPError) -> dict[str, int]:
    body = _json_of(error)
    code = str(body.get("code", "")) if isinstance(body, dict) else ""
    if code == OTHER_BASE:
        return {}
    raise NotSent(code if code in Problem.values else Problem.ANSWER)


def _json_of(answer: http.client.HTTPResponse | urllib.error.HTTPError) -> Any:
    try:
        return json.loads(answer.read(MOST_ANSWER))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
