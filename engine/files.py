"""Hands from files: notation where the name ends in `.thn`, Parquet where it does in `.parquet`, else JSON Lines."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from . import notation
from .faults import RecordError, fault
from .record import HandRecord, read, read_line

NOTATION = ".thn"
PARQUET = ".parquet"


def hands(path: str | PathLike[str], rules: Any = None) -> Iterator[HandRecord]:
    """The hands of a file, one after the other; `rules` are for those that name none. Blank lines are passed over.

    Raises OSError for a file that cannot be read, NotationError for a text with faults (before the first hand),
    `bulk.parquet.ParquetError` for what is no Parquet file of hands, ModuleNotFoundError where the packages for it are
    missing, and RecordError at a line or row that is no record: its paths then begin with the number of the line,
    `7: events[3].card`.
    """
    name = Path(path)
    if name.suffix == NOTATION:
        for hand in notation.read(name.read_text(encoding="utf-8"), lambda _game: rules):
            yield read(hand.record, rules)
        return
    if name.suffix == PARQUET:
        from .bulk import parquet  # needs what the rest does without

        for number, line in enumerate(parquet.lines(name), 1):
            yield _read_line(number, line, rules)
        return
    with name.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _read_line(number, line, rules)


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """Where to write what is to stand in a file once it is whole: until then, and if an error ends it, what was there
    before stays. What is no file, such as a pipe, is written as it comes."""
    name = Path(path).resolve()
    if name.exists() and not name.is_file():
        yield name
        return
    part = name.with_name(f".{name.name}.{os.getpid()}.part")  # nobody else's
    try:
        yield part
        if name.exists():
            shutil.copymode(name, part)
        os.replace(part, name)
    finally:
        part.unlink(missing_ok=True)


def _read_line(number: int, line: bytes, rules: Any) -> HandRecord:
    try:
        return read_line(line.strip(), rules)
    except RecordError as wrong:
        faults = [fault(f"{number}: {error['path']}".rstrip(": "), error["message"]) for error in wrong.errors]
        raise RecordError(faults) from None
