"""The SHA-256 chain of a sheet: canonical JSON, the first link, and the link of every entry.

Chained objects hold no floats and only ASCII keys; sorted, compact UTF-8 JSON is then the canonical form of RFC 8785,
and anybody can recompute it with nothing but a standard library.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from adjudication.models import Entry, Scoresheet

MAX_BYTES = 64 * 1024
MAX_DEPTH = 24


class NotCanonical(ValueError):
    """The object cannot go into the chain. `errors`: `[{"path", "message"}]`."""

    def __init__(self, errors: list[dict[str, str]]) -> None:
        super().__init__("; ".join(f"{e['path']}: {e['message']}" for e in errors))
        self.errors = errors


def canonical(value: Any) -> bytes:
    """The one way to write this object down. Raises NotCanonical, naming every fault with its path."""
    errors = list(_faults(value, "", 0))
    if errors:
        raise NotCanonical(errors)
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def _faults(value: Any, path: str, depth: int) -> Iterator[dict[str, str]]:
    if depth > MAX_DEPTH:
        yield {"path": path, "message": f"nested more than {MAX_DEPTH} deep"}
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii() or not key.isprintable():
                yield {"path": path or "(record)", "message": f"the key {key!a} is not plain ASCII text"}
            else:
                yield from _faults(item, f"{path}.{key}" if path else key, depth + 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _faults(item, f"{path}[{index}]", depth + 1)
    elif isinstance(value, str):
        # NUL cannot be stored by PostgreSQL, and half a surrogate pair cannot be written as UTF-8.
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            yield {"path": path, "message": "holds a character that cannot be stored"}
    elif isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= 2**53:
            yield {"path": path, "message": "is too large a number"}
    elif value is not None and not isinstance(value, bool):
        yield {"path": path, "message": f"{type(value).__name__} values cannot be recorded: use a whole number or text"}


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def first_link(sheet: Scoresheet) -> str:
    """The head of an empty sheet: it fixes what the sheet is and the rules it is judged by."""
    return digest(
        {
            "format": "scoresheet/1",
            "sheet": sheet.public_id,
            "book": sheet.book,
            "game": sheet.game,
            "players": sheet.players,
            "rules": sheet.rules,
            "fingerprint": sheet.fingerprint,
            "first_dealer": sheet.first_dealer,
        }
    )


def content_hash(sheet: Scoresheet, kind: str, body: Any, supersedes: int | None, reason: str) -> str:
    """What must be equal when a key comes again. The head is left out: a retry may have learned of a newer one."""
    return digest({"sheet": sheet.public_id, "kind": kind, "body": body, "supersedes": supersedes, "reason": reason})


def link(sheet: Scoresheet, entry: Entry) -> str:
    """The hash of an entry, over everything it says and the hash before it."""
    return digest(
        {
            "format": "entry/1",
            "sheet": sheet.public_id,
            "seq": entry.seq,
            "kind": entry.kind,
            "device": entry.device,
            "client_uuid": str(entry.client_uuid),
            "body": entry.body,
            "supersedes": entry.supersedes.seq if entry.supersedes else None,
            "rulings": entry.rulings,
            "actor": entry.actor,
            "reason": entry.reason,
            "at": written_at(entry.created_at),
            "prev": entry.prev_hash,
        }
    )


def written_at(moment: datetime) -> str:
    """A moment as the chain writes it: UTC, microseconds, always of the same length."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
