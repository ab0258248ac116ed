"""What speaks of people stays outside the chain: only a salted commitment to it goes in.

The digest stands in the book's head for good. The value and its salt can be erased, and then nobody, not even with
every name in the country to try, can tell what it stood for; the chain does not break.
"""

import secrets
from collections.abc import Iterable
from typing import Any, TypedDict

from django.db import transaction
from django.utils import timezone

from adjudication import chain
from adjudication.models import Commitment, Opening


def digest(subject: str, value: Any, salt: str) -> str:
    """What is committed to. `value` is anything that can be chained (text, a list of names)."""
    return chain.digest({"format": "commitment/1", "subject": subject, "value": value, "salt": salt})


def commit(book: str, subject: str, value: Any) -> Commitment:
    """Commit to what is said about a subject ("user:12", "team:…") now. Saying the same again commits anew."""
    return commit_all(book, [(subject, value)])[0]


def commit_all(book: str, values: Iterable[tuple[str, Any]]) -> list[Commitment]:
    """Commit to many things at once, each with a salt of its own: (subject, value)."""
    salted = [(subject, value, secrets.token_hex(32)) for subject, value in values]
    with transaction.atomic():
        made = Commitment.objects.bulk_create(
            Commitment(book=book, subject=subject, digest=digest(subject, value, salt), created_at=timezone.now())
            for subject, value, salt in salted
        )
        Opening.objects.bulk_create(
            Opening(commitment=commitment, salt=salt, value=value)
            for commitment, (_subject, value, salt) in zip(made, salted, strict=True)
        )
    return made


def latest(book: str) -> dict[str, Any]:
    """What is known of every subject of a book, as it was said last."""
    openings = Opening.objects.filter(commitment__book=book).order_by("commitment_id")
    return dict(openings.values_list("commitment__subject", "value"))


class Opened(TypedDict):
    """A commitment with what opens it."""

    subject: str
    value: Any
    salt: str


def openings(book: str) -> list[Opened]:
    """Everything that is still known, as `verify.py --openings` reads it."""
    openings = Opening.objects.filter(commitment__book=book).order_by("commitment__subject", "commitment_id")
    return [
        {"subject": subject, "value": value, "salt": salt}
        for subject, value, salt in openings.values_list("commitment__subject", "value", "salt")
    ]


def opened(book: str, subject: str) -> list[Any]:
    """What is known of a subject, oldest first; nothing once it is erased."""
    openings = Opening.objects.filter(commitment__book=book, commitment__subject=subject).order_by("commitment_id")
    return [opening.value for opening in openings]


def erase(book: str, subject: str) -> int:
    """Forget what is known of a subject; how many values were forgotten. The commitments stay."""
    return Opening.objects.filter(commitment__book=book, commitment__subject=subject).delete()[0]


def erase_everywhere(subject: str) -> int:
    """The same in every book: an account may have had roles in many."""
    return Opening.objects.filter(commitment__subject=subject).delete()[0]
