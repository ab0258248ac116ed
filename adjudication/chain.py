"""The SHA-256 chains of the record: canonical JSON, what each link is the digest of, and the head of a whole book.

Chained objects hold no floats and only ASCII keys; sorted, compact UTF-8 JSON is then the canonical form of RFC 8785,
and anybody can recompute it with nothing but a standard library.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from adjudication.models import Acceptance, Decision, Dispute, Entry, Leave, Notice, Scoresheet, SignOff
from adjudication.shapes import Fault

Linked = dict[str, object]  # what a hash is the digest of; each kind has its `format`
MAX_BYTES = 64 * 1024
MAX_DEPTH = 24
LARGEST = 2**53  # from here on other programs round
HOLDERS = {dict, list, tuple}
SIGN_OFFS = "sign-offs/1"
ACCEPTANCES = "acceptances/1"
NOTICES = "notices/1"


class NotCanonical(ValueError):
    """The object cannot go into the chain. `errors`: `[{"path", "message"}]`."""

    def __init__(self, errors: list[Fault]) -> None:
        super().__init__("; ".join(f"{e['path']}: {e['message']}" for e in errors))
        self.errors = errors


def canonical(value: Any) -> bytes:
    """The one way to write this object down. Raises NotCanonical, naming every fault with its path."""
    if not _sound(value, 0) and (errors := list(_faults(value, "", 0))):
        raise NotCanonical(errors)
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def _sound(value: Any, depth: int) -> bool:
    """Whether an object is plainly without fault: quick, for it is asked of everything that is written. False where
    `_faults` has to look, which may find nothing (a number of a kind of its own)."""
    kind = type(value)
    if kind is dict:
        items = value.values()
        if not _keyed(value):
            return False
    else:
        items = value if kind is list or kind is tuple else (value,)
    if depth == MAX_DEPTH and items and kind in HOLDERS:
        return False
    for item in items:  # texts and numbers are looked at here: a call for each would take three times as long
        kind = type(item)
        if isinstance(item, str):  # of a kind of its own, too, such as the kind of an entry
            if "\0" in item or not (item.isascii() or _is_utf8(item)):
                return False
        elif kind is int:
            if not -LARGEST < item < LARGEST:
                return False
        elif kind in HOLDERS:
            if not _sound(item, depth + 1):
                return False
        elif kind is not bool and item is not None:
            return False
    return True


def _keyed(value: dict[Any, Any]) -> bool:
    """Whether all keys are plain texts."""
    try:
        keys = "".join(value)
    except TypeError:
        return False
    return keys.isascii() and keys.isprintable()


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _faults(value: Any, path: str, depth: int) -> Iterator[Fault]:
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
        if abs(value) >= LARGEST:
            yield {"path": path, "message": "is too large a number"}
    elif value is not None and not isinstance(value, bool):
        yield {"path": path, "message": f"{type(value).__name__} values cannot be recorded: use a whole number or text"}


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def first_link(sheet: Scoresheet) -> str:
    """The head of an empty sheet: it fixes what the sheet is and the rules it is judged by."""
    return digest(sheet_in_chain(sheet))


def content_hash(
    sheet: Scoresheet, kind: str, body: Any, supersedes: int | None, reason: str, after: int | None = None
) -> str:
    """What must be equal when a key comes again. The head is left out: a retry may have learned of a newer one."""
    content = {"sheet": sheet.public_id, "kind": kind, "body": body, "supersedes": supersedes, "reason": reason}
    return digest(content if after is None else {**content, "after": after})


def link(sheet: Scoresheet, entry: Entry) -> str:
    """The hash of an entry, over everything it says and the hash before it."""
    return digest(entry_in_chain(sheet, entry))


def sheet_in_chain(sheet: Scoresheet) -> Linked:
    """What the first link of a sheet's entries is the digest of. `length` is there only where the game has one."""
    linked = {
        "format": "scoresheet/1",
        "sheet": sheet.public_id,
        "book": sheet.book,
        "game": sheet.game,
        "players": sheet.players,
        "rules": sheet.rules,
        "fingerprint": sheet.fingerprint,
        "first_dealer": sheet.first_dealer,
    }
    return linked if sheet.length is None else {**linked, "length": sheet.length}


def entry_in_chain(sheet: Scoresheet, entry: Entry) -> Linked:
    """What an entry's hash is the digest of. `after` is there only where the entry stands behind another, `engine`
    only where it was kept what judged it."""
    linked = {
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
    if entry.after is not None:
        linked["after"] = entry.after
    return {**linked, "engine": entry.engine} if entry.engine else linked


def first_signature_link(sheet: Scoresheet) -> str:
    """What the first sign-off of a sheet is chained to."""
    return digest({"format": SIGN_OFFS, "sheet": sheet.public_id})


def sign_off_in_chain(sheet: Scoresheet, sign_off: SignOff) -> Linked:
    """What a sign-off's hash is the digest of."""
    return {
        "format": "sign-off/1",
        "sheet": sheet.public_id,
        "seq": sign_off.seq,
        "side": sign_off.side,
        "head": sign_off.head,
        "entries_seq": sign_off.entries_seq,
        "how": sign_off.how,
        "window": sign_off.window,
        "device": sign_off.device,
        "client_uuid": str(sign_off.client_uuid),
        "actor": sign_off.actor,
        "reason": sign_off.reason,
        "at": written_at(sign_off.created_at),
        "prev": sign_off.prev_hash,
    }


def first_acceptance_link(sheet: Scoresheet) -> str:
    """What the first acceptance on a sheet is chained to."""
    return digest({"format": ACCEPTANCES, "sheet": sheet.public_id})


def acceptance_in_chain(sheet: Scoresheet, acceptance: Acceptance) -> Linked:
    """What an acceptance's hash is the digest of. `entry` is the hash of what was accepted."""
    return {
        "format": "acceptance/1",
        "sheet": sheet.public_id,
        "seq": acceptance.seq,
        "side": acceptance.side,
        "entry": acceptance.entry.hash,
        "device": acceptance.device,
        "client_uuid": str(acceptance.client_uuid),
        "actor": acceptance.actor,
        "at": written_at(acceptance.created_at),
        "prev": acceptance.prev_hash,
    }


def dispute_in_chain(dispute: Dispute) -> Linked:
    """What a dispute's hash, the first link of its steps, is the digest of."""
    return {
        "format": "dispute/1",
        "dispute": dispute.public_id,
        "book": dispute.book,
        "subject": dispute.subject,
        "sheet": dispute.sheet.public_id if dispute.sheet else None,
        "hand": dispute.hand,
        "about": dispute.about,
        "reason": dispute.reason,
        "words": dispute.words,
        "side": dispute.side,
        "device": dispute.device,
        "client_uuid": str(dispute.client_uuid),
        "actor": dispute.actor,
        "at": written_at(dispute.created_at),
    }


def decision_in_chain(dispute: Dispute, decision: Decision) -> Linked:
    """What the hash of a dispute's step is the digest of."""
    return {
        "format": "decision/1",
        "dispute": dispute.public_id,
        "seq": decision.seq,
        "act": decision.act,
        "outcome": decision.outcome,
        "side": decision.side,
        "rules": decision.rules,
        "text": decision.text,
        "entry": decision.entry.hash if decision.entry else None,
        "appeal_minutes": decision.appeal_minutes,
        "deposit": decision.deposit,
        "override_by": decision.override_by,
        "override_reason": decision.override_reason,
        "device": decision.device,
        "client_uuid": str(decision.client_uuid),
        "actor": decision.actor,
        "at": written_at(decision.created_at),
        "prev": decision.prev_hash,
    }


def leave_in_chain(leave: Leave) -> Linked:
    """What a leave's hash is the digest of."""
    return {
        "format": "leave/1",
        "leave": leave.public_id,
        "book": leave.book,
        "subject": leave.subject,
        "referee": leave.referee,
        "reason": leave.reason,
        "device": leave.device,
        "client_uuid": str(leave.client_uuid),
        "actor": leave.actor,
        "at": written_at(leave.created_at),
    }


def first_notice_link(book: str, subject: str) -> str:
    """What the first notice about a subject is chained to."""
    return digest({"format": NOTICES, "book": book, "subject": subject})


def notice_in_chain(notice: Notice) -> Linked:
    """What a notice's hash is the digest of."""
    return {
        "format": "notice/1",
        "book": notice.book,
        "subject": notice.subject,
        "seq": notice.seq,
        "kind": notice.kind,
        "body": notice.body,
        "reason": notice.reason,
        "actor": notice.actor,
        "at": written_at(notice.created_at),
        "prev": notice.prev_hash,
    }


def book_head(
    book: str,
    sheets: Iterable[tuple[str, ...]],
    disputes: Iterable[tuple[str, str]] = (),
    commitments: Iterable[tuple[str, str]] = (),
    leaves: Iterable[tuple[str, str]] = (),
    notices: Iterable[tuple[str, str]] = (),
) -> str:
    """One hash for a whole book: of every sheet (id, head of its entries, head of its sign-offs and, where a side has
    accepted a hand, head of its acceptances), of every dispute (id, hash of its last step, or its own), of every
    commitment (subject, digest) and, where there are any, of every leave (id, hash) and of every subject with notices
    (subject, hash of the last). The order does not matter."""
    linked: Linked = {
        "format": "book/1",
        "book": book,
        "sheets": sorted(list(sheet) for sheet in sheets),
        "disputes": sorted(list(dispute) for dispute in disputes),
        "commitments": sorted(list(commitment) for commitment in commitments),
    }
    for name, chains in (("leaves", leaves), ("notices", notices)):
        if listed := sorted(list(chain) for chain in chains):
            linked[name] = listed
    return digest(linked)


def written_at(moment: datetime) -> str:
    """A moment as the chain writes it: UTC, microseconds, always of the same length."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
