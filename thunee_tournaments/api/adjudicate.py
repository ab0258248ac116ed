"""`POST adjudicate/`: hands in, rulings out. Nothing is stored, nobody has to log in."""

import time
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication import judging
from engine import HandRecord, RecordError, read
from engine.faults import MOST_ERRORS, fault
from engine.shapes import Ruling
from thunee_tournaments.api import records, shapes
from thunee_tournaments.api.access import Work
from thunee_tournaments.api.bodies import body_of
from thunee_tournaments.api.errors import Problem, bad_query, invalid_record
from thunee_tournaments.api.views import View

MOST_HANDS = 100
SENT = {"application/json": {"oneOf": [records.REF, {"type": "array", "items": records.REF, "maxItems": MOST_HANDS}]}}
# A hundred hands take a tenth of this. Records that leave everything open can cost far more, each by itself.
MOST_SECONDS = 2.0  # of the processor: that others keep the machine busy is no fault of the hands


class Adjudicate(View):
    """For everybody: judges what it is sent, and forgets it; so it needs neither log-in nor protection
    against forged requests."""

    permission_classes = [AllowAny]
    throttle_classes = [Work]
    http_method_names = ["post"]
    asks = (
        OpenApiParameter(
            "game",
            {"type": "integer", "enum": [0, 1], "default": 0},
            description="1: the list is the consecutive hands of one game → its ledger",
        ),
    )

    @extend_schema(
        operation_id="adjudicate",
        parameters=list(asks),
        request=SENT,
        responses={200: shapes.Judged, **dict.fromkeys((400, 413, 415, 429), shapes.Problem)},
    )
    def post(self, request: Request) -> Response:
        """A hand record → its ruling; a list of them → the list of their rulings, or with `?game=1` the game's ledger.

        One fault of form anywhere and nothing is judged. An invalid or undecidable hand is a ruling like any other.
        """
        as_game = _as_game(request)
        body = body_of(request)
        if isinstance(body, list):
            records = _read_all(body)
            rulings = _judge_all(records)
            return Response(judging.rule_on_game(body) if as_game else rulings)
        if as_game:
            raise invalid_record([fault("", "a game is a list of its hands, in order")])
        return Response(judging.rule_on(read(body)))


def _as_game(request: Request) -> bool:
    asked = request.query_params.get("game", "0")
    if asked not in ("0", "1"):
        raise bad_query("game", "must be 1 (the hands of one game) or 0")
    return asked == "1"


def _read_all(bodies: list[Any]) -> list[HandRecord]:
    """Every record. Raises Refused with the faults of all, as far as anybody would read them."""
    if len(bodies) > MOST_HANDS:
        message = f"At most {MOST_HANDS} hands are judged at once, not {len(bodies)}. Send them in parts."
        raise Problem(400, "too_many", message)
    records, faults = [], []
    for place, body in enumerate(bodies):
        try:
            records.append(read(body))
        except RecordError as wrong:
            faults += [fault(_below(place, error["path"]), error["message"]) for error in wrong.errors]
        if len(faults) >= MOST_ERRORS:
            break
    if faults:
        raise invalid_record(faults[:MOST_ERRORS])
    return records


def _below(place: int, path: str) -> str:
    return f"[{place}].{path}" if path else f"[{place}]"


def _judge_all(records: list[HandRecord]) -> list[Ruling]:
    """The ruling of each by itself. Raises Refused when they take too long together.

    A game is judged so as well, before its ledger is made: that one cannot be broken off.
    """
    end = time.thread_time() + MOST_SECONDS
    rulings = []
    for record in records:
        if time.thread_time() > end:
            raise Problem(413, "too_much", "These hands take too long to judge together. Send fewer at once.")
        rulings.append(judging.rule_on(record))
    return rulings
