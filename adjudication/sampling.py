"""A random sample of sheets to hold against paper: how many, and which.

If more than `margin` sheets of a book differed from paper, a sample of this size would show at least one of them with
the wanted confidence (sampling without replacement). Which sheets are drawn follows from a lot that is kept, so that
nobody can choose them and anybody can draw them again.
"""

import hashlib
import secrets
from collections.abc import Iterable
from math import comb

from django.utils import timezone

from adjudication.book import Book
from adjudication.models import SampleDraw, Scoresheet


def sample_size(sheets: int, confidence: int, margin: int) -> int:
    """How many of so many sheets to draw; `confidence` in percent, below 100. Pure.

    The chance that a sample of n misses all of margin + 1 wrong sheets is C(sheets - margin - 1, n) / C(sheets, n).
    """
    wrong = margin + 1
    if wrong > sheets:
        return 0
    for size in range(1, sheets + 1):
        # Whole numbers: no rounding decides about a sheet.
        if 100 * comb(sheets - wrong, size) <= (100 - confidence) * comb(sheets, size):
            return size
    return sheets


def drawn(public_ids: Iterable[str], lot: str, size: int) -> list[str]:
    """The first `size` sheets in the order of SHA-256 of lot and id. Pure."""
    return sorted(public_ids, key=lambda public_id: hashlib.sha256(f"{lot}/{public_id}".encode()).hexdigest())[:size]


def draw(book: Book, *, confidence: int, margin: int, lot: str = "") -> tuple[SampleDraw, list[Scoresheet]]:
    """Draw a sample of the sheets something is written on, and keep it. Without a lot one is drawn; a lot that was
    used for this book before, with the same figures and as many sheets, gives the sample that is kept."""
    sheets = {sheet.public_id: sheet for sheet in book.sheets().filter(seq__gt=0)}
    lot = lot or secrets.token_hex(16)
    chosen = drawn(sheets, lot, sample_size(len(sheets), confidence, margin))
    figures = {"book": book.public_id, "lot": lot, "confidence": confidence, "margin": margin, "sheets": chosen}
    kept = SampleDraw.objects.filter(**{key: value for key, value in figures.items() if key != "sheets"})
    sample = next((sample for sample in kept if sample.sheets == chosen), None)
    sample = sample or SampleDraw.objects.create(created_at=timezone.now(), **figures)
    return sample, [sheets[name] for name in chosen]
