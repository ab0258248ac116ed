"""Hands from files: notation where the name ends in `.thn`, else JSON Lines."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from . import notation
from .faults import RecordError, fault
from .lines import load
from .record import HandRecord, read

NOTATION = ".thn"


def hands(path: str | PathLike[str], rules: Any = None) -> Iterator[HandRecord]:
    """The hands of a file, one after the other; `rules` are for those that name none. Blank lines are passed over.

    Raises OSError for a file that cannot be read, NotationError for a text with faults (before the first hand), and
    RecordError at a line that is no record: its paths then begin with the number of the line, `7: events[3].card`.
    """
    name = Path(path)
    if name.suffix == NOTATION:
        for hand in notation.read(name.read_text(encoding="utf-8"), lambda _game: rules):
            yield read(hand.record, rules)
        return
    with name.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _read_line(number, line, rules)


def _read_line(number: int, line: bytes, rules: Any) -> HandRecord:
    try:
        return read(load(line.strip()), rules)
    except RecordError as wrong:
        faults = [fault(f"{number}: {error['path']}".rstrip(": "), error["message"]) for error in wrong.errors]
        raise RecordError(faults) from None
