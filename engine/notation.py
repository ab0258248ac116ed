"""Hands as text (`.thn`): tags, the deal in one line, calls, and the play with calls at their moment.

    [Game thunee]
    [Dealer 0]
    [Deal "Jh 9h Ks Qs, Tc Qd | Js 9s As Ts, Kd Qc | Jc 9c Ac Kc, Ah Th | Jd 9d Ad Td, Kh Qh"]

    2:10 1:20 1:trump=s
    1. 2:Jc Qh Tc Qc
    2. 2:9c {! 1:accuse=revoke,against=3}
    *

Reading is lenient, writing has one way; docs/notation.md says all of it. What a hand record can hold, the text can, and
the other way round. Tags that are none of a record (Event, Table, Seats …) are kept beside it.
"""

from collections.abc import Callable
from typing import Any, TypedDict

from .faults import RecordError
from .notation_reading import parsed
from .notation_words import CARD, TextHand
from .notation_writing import event, write, write_each
from .record import read as read_record
from .scanner import Wrong

__all__ = ["NotationError", "TextHand", "event", "fault", "is_card", "parse", "read", "write", "write_each"]


class FaultAt(TypedDict):
    """What is wrong with a text, and where; counted from 1."""

    line: int
    column: int
    message: str


class NotationError(Exception):
    """The text is not as it should be. `errors` lists every fault."""

    def __init__(self, errors: list[FaultAt]) -> None:
        super().__init__("; ".join(f"{fault['line']}:{fault['column']}: {fault['message']}" for fault in errors))
        self.errors = errors


def parse(text: str) -> list[TextHand]:
    """The hands of a text, whatever they hold. Raises NotationError with every fault of the writing."""
    hands, faults = parsed(text)
    _require_none(text, faults)
    return hands


def read(text: str, default_rules: Callable[[Any], Any] = lambda _game: None) -> list[TextHand]:
    """The hands of a text, each of which `engine.read` takes; `default_rules(game)` are for those that name none.
    Raises NotationError with every fault."""
    hands, faults = parsed(text)
    for hand in hands:
        try:
            record = read_record(hand.record, default_rules(hand.record["game"]))
        except RecordError as wrong:
            for error in wrong.errors:
                faults.append(Wrong(_place(hand, error["path"]), f"{error['path']}: {error['message']}"))
            continue
        fingerprint = hand.about.get("Fingerprint")
        if fingerprint is not None and str(fingerprint) != record.profile.fingerprint[: max(8, len(str(fingerprint)))]:
            at = hand.places["Fingerprint"]
            faults.append(Wrong(at, f"the rules of this hand have the fingerprint {record.profile.fingerprint}"))
    _require_none(text, faults)
    return hands


def is_card(text: str) -> bool:
    """Whether this is a card alone, as the notation writes one."""
    return CARD.fullmatch(text) is not None


def fault(text: str, hand: TextHand, path: str, message: str) -> FaultAt:
    """A fault of a hand that was read from a text, at the place where that part of it stands (a path of its record, or
    the name of a tag): {"line", "column", "message"}, for readers who find more wrong with a hand than the text can."""
    return _located(text, Wrong(_place(hand, path), message))


def _require_none(text: str, faults: list[Wrong]) -> None:
    if faults:
        raise NotationError([_located(text, fault) for fault in sorted(faults, key=lambda fault: fault.at)])


def _located(text: str, wrong: Wrong) -> FaultAt:
    before = text[: wrong.at]
    return {"line": before.count("\n") + 1, "column": wrong.at - before.rfind("\n"), "message": wrong.message}


def _place(hand: TextHand, path: str) -> int:
    """Where the part of the record with this path stands: the longest beginning of the path that is known."""
    known = [part for part in hand.places if path.startswith(part)]
    return hand.places[max(known, key=len)]
