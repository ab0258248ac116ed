"""Recompute a sheet from its entries alone, and compare with everything that is stored about it.

`check` reads and judges again: the chain, every entry's rulings as they must have been when it was written, and the
caches on the sheet. `repair` makes the caches say what the entries say; it never touches an entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from adjudication import chain, entries, judging
from adjudication.book import REFEREES, Actor
from adjudication.errors import NotWritten
from adjudication.models import Entry, Scoresheet

CACHES = ("seq", "head", "state", "winner", "ledger")


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the entries say: where (`entry 4: hash`), what is stored, what was found."""

    where: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.where}: stored {_short(self.stored)}, found {_short(self.found)}"


def check(sheet: Scoresheet) -> list[Difference]:
    """Every difference between what is stored and what the entries come to; an empty list if all is well."""
    written = list(sheet.entries.select_related("supersedes").order_by("seq"))
    return [*chain_faults(sheet, written), *said_faults(sheet), *_judged_again(sheet, written)]


def repair(sheet: Scoresheet) -> list[Difference]:
    """Let the caches say what the entries say. Returns what was different.

    Raises ValueError, and changes nothing, if an entry itself is not as it was written: that is for people.
    """
    with transaction.atomic():
        locked = Scoresheet.objects.select_for_update().get(pk=sheet.pk)
        differences = check(locked)
        if any(difference.where not in CACHES for difference in differences):
            raise ValueError("The entries themselves do not fit: " + "; ".join(map(str, differences)))
        for difference in differences:
            setattr(locked, difference.where, difference.found)
        if differences:
            locked.save(update_fields=[difference.where for difference in differences])
    return differences


def chain_faults(sheet: Scoresheet, written: list[Entry]) -> Iterator[Difference]:
    """Where the chain does not hold, and where the sheet's head is not its end."""
    head = chain.first_link(sheet)
    for seq, entry in enumerate(written, start=1):
        superseded = entry.supersedes.seq if entry.supersedes else None
        content = chain.content_hash(sheet, entry.kind, entry.body, superseded, entry.reason, entry.after)
        for name, stored, found in (
            ("seq", entry.seq, seq),
            ("prev_hash", entry.prev_hash, head),
            ("body_hash", entry.body_hash, content),
            ("hash", entry.hash, chain.link(sheet, entry)),
        ):
            if stored != found:
                yield Difference(f"entry {entry.seq}: {name}", stored, found)
        head = entry.hash
    if sheet.seq != len(written):
        yield Difference("seq", sheet.seq, len(written))
    if sheet.head != head:
        yield Difference("head", sheet.head, head)


def said_faults(sheet: Scoresheet) -> Iterator[Difference]:
    """Where the chain of what the sides signed, or that of what they accepted, does not hold."""
    signed: Any = (sheet.sign_offs.order_by("seq"), chain.sign_off_said, chain.first_signature_link(sheet))
    accepted: Any = (
        sheet.acceptances.select_related("entry").order_by("seq"),
        chain.acceptance_said,
        chain.first_acceptance_link(sheet),
    )
    for rows, said, head in (signed, accepted):
        for seq, row in enumerate(rows, start=1):
            for name, stored, found in (
                ("seq", row.seq, seq),
                ("prev_hash", row.prev_hash, head),
                ("hash", row.hash, chain.digest(said(sheet, row))),
            ):
                if stored != found:
                    yield Difference(f"{row._meta.verbose_name} {row.seq}: {name}", stored, found)
            head = row.hash


def _judged_again(sheet: Scoresheet, written: list[Entry]) -> Iterator[Difference]:
    """Write every entry again, in memory, on an empty sheet with the same rules; then look at what came out."""
    again = Scoresheet(
        public_id=sheet.public_id,
        book=sheet.book,
        game=sheet.game,
        players=sheet.players,
        length=sheet.length,
        rules=sheet.rules,
        fingerprint=sheet.fingerprint,
        first_dealer=sheet.first_dealer,
    )
    profile = judging.profile_of(again)
    if profile.fingerprint != sheet.fingerprint:
        yield Difference("fingerprint", sheet.fingerprint, profile.fingerprint)
    judged = judging.judge(again, [])
    _take(again, judged)
    # Whoever wrote it was allowed to then; here only the judging is repeated.
    anybody = Actor(label="replay", book=sheet.book, roles=REFEREES)
    for count, entry in enumerate(written):
        again.seq = count
        superseded = entry.supersedes.seq if entry.supersedes else None
        try:
            outcome = entries.work_out(
                again, written[:count], kind=entry.kind, body=entry.body, supersedes=superseded, after=entry.after,
                actor=anybody, by_decision=True,
            )  # fmt: skip
        except (NotWritten, KeyError, IndexError) as error:
            yield Difference(f"entry {entry.seq}: rulings", entry.rulings, f"refused: {error}")
            continue
        if outcome.rulings != entry.rulings:
            yield Difference(f"entry {entry.seq}: rulings", entry.rulings, outcome.rulings)
        _take(again, outcome.judged)
    for name in ("state", "winner", "ledger"):
        stored, found = getattr(sheet, name), getattr(again, name)
        if stored != found:
            yield Difference(name, stored, found)


def _take(sheet: Scoresheet, judged: judging.Judged) -> None:
    sheet.ledger, sheet.winner = judged.ledger, judged.winner
    sheet.state = Scoresheet.State.OVER if judged.over else Scoresheet.State.OPEN


def _short(value: Any, most: int = 160) -> str:
    text = str(value)
    return text if len(text) <= most else text[:most] + " …"
