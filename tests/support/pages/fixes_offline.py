"""Corrections that wait on a phone without network."""

from adjudication.models import Entry


def written() -> list[tuple[str, int]]:
    """Kind and points of every entry, in order."""
    entries = Entry.objects.order_by("seq")
    return [(entry.kind, next(iter(entry.body["tally"]["card_points"].values()))) for entry in entries]
