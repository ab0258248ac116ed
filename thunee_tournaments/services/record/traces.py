"""What a person who was forgotten leaves in files: free pages of the database, its journal, copies of it, and the pages
that are remembered of what phones keep."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import OperationalError, connection

PIECE = 1 << 20


def wipe() -> list[str]:
    """Write the database anew, so that nothing that was deleted is left in its files; what there is to say about it.

    Outside any transaction. PostgreSQL is not ours to lock: there it says what to do.
    """
    caches["sent_pages"].clear()
    if connection.vendor != "sqlite":
        return [
            "PostgreSQL keeps erased rows in its files until they are vacuumed, and in its write-ahead log and dumps. "
            "Give it, as the owner of the database:  VACUUM FULL; CHECKPOINT;  and delete archived logs and dumps that "
            "are older."
        ]
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy = cursor.fetchone()[0]
    except OperationalError as error:
        return [_again(str(error))]
    return [_again("the site was reading")] if busy else ["The database was written anew: its files hold none of it."]


def _again(why: str) -> str:
    return (
        f"The database could not be written anew ({why}), so its files may still hold the names. "
        "Stop the site and give:  manage.py wipe"
    )


def copies(names: Iterable[str]) -> Iterator[tuple[Path, bool]]:
    """The copies of the database from earlier starts, and whether one of the names stands in it as it was written."""
    sought = [name.encode() for name in names if len(name) > 2]
    for copy in sorted(settings.BACKUPS.glob(settings.BACKUP_NAMES)):
        yield copy, any(holds(copy, name) for name in sought)


def holds(path: Path, text: bytes) -> bool:
    """Whether a file has these bytes anywhere."""
    last = b""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            if text in last + piece:
                return True
            last = piece[-len(text) :]
    return False
