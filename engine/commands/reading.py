"""What the commands read and write: files, with their faults told by their place."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .. import notation
from ..files import PARQUET, replacing
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


def lines_of(name: str) -> Iterator[bytes]:
    """The lines of a file, or the rows of a Parquet file, each a hand as JSON; - for standard input."""
    if name.endswith(PARQUET):
        yield from records_in(name)
        return
    try:
        with ExitStack() as stack:
            yield from sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
    except OSError as wrong:
        raise unreadable(name, wrong) from None


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


def put(name: str, texts: Iterable[str], say: Say) -> None:
    """Write texts to a file as they come; without a name, say them once all are there."""
    if not name:
        if text := "".join(texts):
            say(text)
        return
    try:
        with replacing(name) as part, part.open("w", encoding="utf-8") as file:
            file.writelines(texts)
    except OSError as wrong:
        raise unwritable(name, wrong) from None


def located(name: str, wrong: notation.NotationError) -> list[str]:
    """The faults of a text, each with its place, as editors read it."""
    return [f"{name}:{fault['line']}:{fault['column']}: {fault['message']}" for fault in wrong.errors]
