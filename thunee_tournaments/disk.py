"""How much room is left on the disk the evening is written to."""

import shutil
from pathlib import Path

from django.conf import settings

MB = 1_000_000
LOW, FULL = 500 * MB, 20 * MB
# What SQLite says where it cannot write.
UNWRITABLE = ("readonly", "read-only", "disk is full", "no space left", "disk i/o", "unable to open")


def free() -> int:
    """Bytes that are left where the database is, or, with a server for it, where this installation writes."""
    where = Path(settings.DATABASES["default"]["NAME"]).absolute().parent if settings.EMBEDDED else settings.VAR
    while not where.exists():
        where = where.parent
    return shutil.disk_usage(where).free


def megabytes_left() -> int | None:
    """How many megabytes are left, if they are few; None while there is room."""
    left = free()
    return left // MB if left < LOW else None


def is_unwritable(error: BaseException) -> bool:
    """Whether SQLite could not write, by what it says."""
    message = str(error).casefold()
    return any(words in message for words in UNWRITABLE)
