"""The record as anybody can take it away: JSON Lines that `verify.py` checks without this site.

In order: a header; every sheet with its entries, sign-offs and acceptances; every dispute with its steps; every
leave; the notices of every subject; every commitment; what is stated beside; an end.
Each line is canonical JSON, and every figure on it is in a hash or can be computed from what is. Of people there is
nothing but opaque labels, what referees and tables wrote as reasons, and commitments.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from adjudication import chain
from adjudication.book import Book
from adjudication.models import (
    Acceptance,
    AuditExport,
    Commitment,
    Decision,
    Dispute,
    Entry,
    Leave,
    Notice,
    Scoresheet,
    SignOff,
)

FORMAT = "audit/1"
IN_ORDER = {"entries": Entry, "sign_offs": SignOff, "acceptances": Acceptance}
Line = dict[str, Any]


def export(book: Book, actor: str = "command", beside: Sequence[Line] = ()) -> tuple[list[bytes], AuditExport]:
    """The lines of an export, each with its line feed, and the row that says so. No sheet changes meanwhile. `beside`:
    lines that are stated with the record, and not proven by its head: those of a till."""
    with transaction.atomic():
        list(book.sheets().select_for_update().order_by("pk"))
        exported = lines(book, beside)
        written = [chain.canonical(line) + b"\n" for line in exported]
        made = AuditExport.objects.create(
            book=book.public_id, head=exported[0]["head"], lines=len(written), actor=actor, created_at=timezone.now()
        )
    return written, made


def lines(book: Book, beside: Sequence[Line] = ()) -> list[Line]:
    """What an export says, line by line. Its head is that of what is on the lines, whatever is written just now."""
    body = list(_body(book))
    header = {"type": "header", "format": FORMAT, "book": book.public_id, "head": head_of(book.public_id, body)}
    return [header, *body, *beside, {"type": "end", "lines": len(body) + len(beside) + 2}]


def head_of(book: str, body: list[Line]) -> str:
    """The head of a book from the lines of its export."""
    entries = {line["sheet"]: line["head"] for line in body if line["type"] == "sheet"}
    signed = {name: chain.digest({"format": chain.SIGN_OFFS, "sheet": name}) for name in entries}
    signed |= {line["sheet"]: line["hash"] for line in body if line["type"] == "sign_off"}
    disputes = {line["dispute"]: line["hash"] for line in body if line["type"] in ("dispute", "decision")}
    commitments = [(line["subject"], line["digest"]) for line in body if line["type"] == "commitment"]
    accepted = {line["sheet"]: (line["hash"],) for line in body if line["type"] == "acceptance"}
    sheets = [(name, head, signed[name], *accepted.get(name, ())) for name, head in entries.items()]
    leaves = [(line["leave"], line["hash"]) for line in body if line["type"] == "leave"]
    notices = {line["subject"]: line["hash"] for line in body if line["type"] == "notice"}
    return chain.book_head(book, sheets, disputes.items(), commitments, leaves, notices.items())


def _body(book: Book) -> Iterator[Line]:
    # Put in order here: a database sorts text by the rules of some language, which nobody could do again offline.
    written = [Prefetch(name, queryset=kind.objects.order_by("seq")) for name, kind in IN_ORDER.items()]
    for sheet in sorted(book.sheets().prefetch_related(*written), key=attrgetter("public_id")):
        yield sheet_line(sheet)
        entries = {entry.pk: entry for entry in sheet.entries.all()}
        for entry in entries.values():
            if entry.supersedes_id is not None:
                entry.supersedes = entries[entry.supersedes_id]  # known already: no query for each
            yield _line("entry", chain.entry_in_chain(sheet, entry), entry)
        for sign_off in sheet.sign_offs.all():
            yield _line("sign_off", chain.sign_off_in_chain(sheet, sign_off), sign_off)
        for acceptance in sheet.acceptances.all():
            acceptance.entry = entries[acceptance.entry_id]
            yield _line("acceptance", chain.acceptance_in_chain(sheet, acceptance), acceptance)
    steps = Prefetch("steps", queryset=Decision.objects.select_related("entry").order_by("seq"))
    disputes = book.disputes().select_related("sheet").prefetch_related(steps)
    for dispute in sorted(disputes, key=attrgetter("public_id")):
        yield _line("dispute", chain.dispute_in_chain(dispute), dispute)
        for step in dispute.steps.all():
            yield _line("decision", chain.decision_in_chain(dispute, step), step)
    for leave in sorted(Leave.objects.filter(book=book.public_id), key=attrgetter("public_id")):
        yield _line("leave", chain.leave_in_chain(leave), leave)
    for notice in sorted(Notice.objects.filter(book=book.public_id), key=attrgetter("subject", "seq")):
        yield _line("notice", chain.notice_in_chain(notice), notice)
    for commitment in sorted(Commitment.objects.filter(book=book.public_id), key=attrgetter("subject", "digest")):
        yield {"type": "commitment", "subject": commitment.subject, "digest": commitment.digest}


def sheet_line(sheet: Scoresheet) -> Line:
    """A sheet: what its first link fixes, and what the site says its entries come to."""
    after = sheet.ledger["after"]
    return {
        "type": "sheet",
        **chain.sheet_in_chain(sheet),
        "head": sheet.head,
        "entries": sheet.seq,
        "sign_offs": len(sheet.sign_offs.all()),
        **({"balls": after["balls"]} if "balls" in after else {"scores": after["scores"]}),
        "winner": sheet.winner,
    }


Chained = Entry | SignOff | Acceptance | Dispute | Decision | Leave | Notice


def _line(type_: str, linked: chain.Linked, row: Chained) -> Line:
    return {"type": type_, **linked, "hash": row.hash}
