"""What speaks of people stays outside the chain: only a salted commitment to it goes in.

The digest stands in the book's head for good. The value and its salt can be erased, and then nobody, not even with
every name in the country to try, can tell what it stood for; the chain does not break.
"""

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from adjudication import chain
from adjudication.models import Commitment, Opening


def digest(subject: str, value: Any, salt: str) -> str:
    """What is committed to. `value` is anything that can be chained (text, a list of names)."""
    return chain.digest({"format": "commitment/1", "subject": subject, "value": value, "salt": salt})


def commit(book: str, subject: str, value: Any) -> Commitment:
    """Commit to what is said about a subject ("user:12", "team:…") now. Saying the same again commits anew."""
    salt = secrets.token_hex(32)
    with transaction.atomic():
        commitment = Commitment.objects.create(
            book=book, subject=subject, digest=digest(subject, value, salt), created_at=timezone.now()
        )
        Opening.objects.create(commitment=commitment, salt=salt, value=value)
    return commitment


def opened(book: str, subject: str) -> list[Any]:
    """What is known of a subject, oldest first; nothing once it is erased."""
    found = Opening.objects.filter(commitment__book=book, commitment__subject=subject).order_by("commitment_id")
    return [opening.value for opening in found]


def erase(book: str, subject: str) -> int:
    """Forget what is known of a subject; how many values were forgotten. The commitments stay."""
    return Opening.objects.filter(commitment__book=book, commitment__subject=subject).delete()[0]
