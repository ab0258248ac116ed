"""Faults of form: what is wrong with something handed in, where, and what was probably meant."""

from collections.abc import Iterable, Sequence
from typing import Any

from .shapes import Fault

MOST_ERRORS = 200  # of one record; a list nobody can read to its end helps nobody


class RecordError(Exception):
    """What was handed in is no record (or no profile). `errors` lists every fault as `{"path", "message"}`."""

    def __init__(self, errors: Sequence[Fault]) -> None:
        super().__init__(
            "; ".join(f"{fault['path']}: {fault['message']}" if fault["path"] else fault["message"] for fault in errors)
        )
        self.errors = list(errors)


def fault(path: str, message: str) -> Fault:
    """One fault."""
    return {"path": path, "message": message}


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest known word: `; did you mean "dealer"?`, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word[:80].lower(), list(known), n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""


def mistyped(word: str, known: Iterable[str]) -> str:
    """As `nearest`, of known words that differ by one letter only, and not by the first: other words are words."""
    slips = [name for name in known if name[:1] == word[:1] and _one_letter_apart(name, word[:80])]
    return f'; did you mean "{slips[0]}"?' if slips else ""


def _one_letter_apart(name: str, word: str) -> bool:
    """Whether one letter is wrong, missing, too many, or two are in each other's place."""
    start = next((at for at, (a, b) in enumerate(zip(name, word, strict=False)) if a != b), min(len(name), len(word)))
    a, b = name[start:], word[start:]
    return a != b and (a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:]))


def named(key: Any) -> str:
    """A key as a path may name it: short, and text that can be encoded, whatever the key is."""
    return key[:40].encode("utf-8", "backslashreplace").decode() if isinstance(key, str) else shown(key)


def shown(value: Any) -> str:
    """A value as a message may show it: short, and safe to print, however large or deep it is."""
    if isinstance(value, str):
        text = repr(value[:60]).encode("ascii", "backslashreplace").decode()
        return text if len(text) <= 60 else text[:57] + "…"
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**12):
        return str(value)
    return "a number of very many digits" if isinstance(value, int) else kind_of(value)


def kind_of(value: Any) -> str:
    """The JSON type of a value, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "a whole number"
    if isinstance(value, float):
        return "a number with a fraction"
    if isinstance(value, str):
        return "text"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "an object" if isinstance(value, dict) else type(value).__name__


def after_the_end(event: str) -> str:
    """What is wrong with an event that comes when the hand is over."""
    return f"{'an' if event[0] in 'aeiou' else 'a'} {event} comes after the end of the hand"
