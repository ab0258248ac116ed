"""What the commands read and write: files, with their faults told by their place."""

import sys
from pathlib import Path

from .. import notation
from . import Refused, Say


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
        Path(name).write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Refused(f"{name} cannot be written: {wrong.strerror}") from None


def located(name: str, wrong: notation.NotationError) -> list[str]:
    """The faults of a text, each with its place, as editors read it."""
    return [f"{name}:{fault['line']}:{fault['column']}: {fault['message']}" for fault in wrong.errors]
