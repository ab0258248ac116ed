"""What the commands read and write: files, with their faults told by their place."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import notation
from ..files import replacing
from . import Refused, Say


def parquet() -> Any:
    """The reader and writer of Parquet files, where its package is there."""
    try:
        from ..bulk import parquet
    except ModuleNotFoundError as missing:
        raise Refused(f"Parquet files need the package {missing.name}: pip install {missing.name}") from None
    return parquet


def records_in(name: str) -> Iterator[bytes]:
    """The hands of a Parquet file, each as a line of JSON Lines."""
    files = parquet()
    try:
        yield from files.lines(name)
    except OSError as wrong:
        raise unreadable(name, wrong) from None
    except files.ParquetError as wrong:
        raise Refused(str(wrong)) from None


def unwritable(name: str, wrong: OSError) -> Refused:
    """Why a file cannot be written."""
    return Refused(f"{name} cannot be written: {wrong.strerror}")


def text_of(name: str) -> str:
    """A file's text; - for standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as wrong:
        raise unreadable(name, wrong) from None
    except UnicodeDecodeError:
        raise Refused(f"{name} is no text in UTF-8") from None


def unreadable(name: str, wrong: OSError) -> Refused:
    """Why a file cannot be read."""
    return Refused(f"{name} cannot be read: {wrong.strerror}")


def put(name: str, text: str, say: Say) -> None:
    """Write a text to a file; without a name, say it."""
    if not name:
        if text:
            say(text)
        return
    try:
        with replacing(name) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise unwritable(name, wrong) from None


def located(name: str, wrong: notation.NotationError) -> list[str]:
    """The faults of a text, each with its place, as editors read it."""
    return [f"{name}:{fault['line']}:{fault['column']}: {fault['message']}" for fault in wrong.errors]
