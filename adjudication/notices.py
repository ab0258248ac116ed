"""Notices: what is done to an event outside its scoresheets, told for good in a chain for each subject.

Whoever posts one holds what it is about (the tournament's row for its draws, a match for its walkover), so that two
notices of one subject never meet; the unique number would refuse the second.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from adjudication import chain
from adjudication.models import Notice

SITE = "site"  # who did it where it followed by itself
Kind = Notice.Kind


def post(book: str, subject: str, kind: str, body: Mapping[str, object], *, actor: str, reason: str = "") -> Notice:
    """Write down that this was done, behind what was done about the same subject before.

    Raises chain.NotCanonical for a body that cannot be chained.
    """
    last = last_of(book, subject)
    notice = Notice(
        book=book,
        subject=subject,
        seq=last.seq + 1 if last else 1,
        kind=kind,
        body=body,
        reason=reason[: Notice._meta.get_field("reason").max_length],
        actor=actor,
        prev_hash=last.hash if last else chain.first_notice_link(book, subject),
        created_at=timezone.now(),
    )
    notice.hash = chain.digest(chain.notice_in_chain(notice))
    notice.save()
    return notice


def last_of(book: str, subject: str) -> Notice | None:
    """What was done about a subject last."""
    return about(book, subject).last()


def about(book: str, subject: str) -> QuerySet[Notice]:
    """Everything that was done about a subject, in order."""
    return Notice.objects.filter(book=book, subject=subject).order_by("seq")


def of(book: str) -> QuerySet[Notice]:
    """Every notice of a book, in the order they were posted."""
    return Notice.objects.filter(book=book)


def faults(book: str) -> Iterator[tuple[str, Any, Any]]:
    """Where the chains of a book's notices do not hold: what, what is stored, what was found."""
    heads: dict[str, tuple[int, str]] = {}
    for notice in of(book).order_by("subject", "seq"):
        seq, head = heads.get(notice.subject) or (0, chain.first_notice_link(book, notice.subject))
        digest = chain.digest(chain.notice_in_chain(notice))
        for name, stored, right in (
            ("seq", notice.seq, seq + 1),
            ("prev_hash", notice.prev_hash, head),
            ("hash", notice.hash, digest),
        ):
            if stored != right:
                yield f"notice {notice.seq} about {notice.subject}: {name}", stored, right
        heads[notice.subject] = (notice.seq, notice.hash)
