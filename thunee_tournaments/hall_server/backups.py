"""What is kept between evenings: one instance at a time on a folder, and checked copies of the database."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from thunee_tournaments import disk

NEWEST_KEPT = 20  # of the older ones the last of each hour for two days, and of each day for two months
HOURS, DAYS = timedelta(days=2), timedelta(days=60)
LOCK_BYTE = 1 << 20  # far behind the text, which stays readable for others on Windows too


class AlreadyServed(Exception):
    """Another instance serves this folder; the text says which."""


class Damaged(Exception):
    """The database file does not pass SQLite's own check; the text says where copies are."""


class NoRoom(Exception):
    """The database is whole, and no copy of it could be written; the text says what to do."""


class Busy(Exception):
    """The database is whole as far as anybody knows, and somebody held it for too long to copy it."""


def lock(file: IO[str]) -> None:
    """Take the lock on an open file, until it is closed or the process ends, however that happens. OSError if taken."""
    if os.name == "nt":
        import msvcrt

        file.seek(LOCK_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def only_instance(folder: Path, address: str) -> Iterator[None]:
    """Hold the folder for this process; AlreadyServed when another process does."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "serving.lock").open("a+") as file:
        file.seek(0)
        holder = file.read().strip()
        try:
            lock(file)
        except OSError:
            raise AlreadyServed(
                f"Another instance already serves the database in {folder} ({holder or 'starting'}).\n"
                "Two at once would each be half of an evening: use that one, or stop it first."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}, {address}")
        file.flush()
        yield
        file.truncate(0)


def backup(database: Path, folder: Path, now: datetime) -> Path | None:
    """Copy the database into `folder`, check the copy, and let the oldest copies go; None when there is none yet.

    The copy is made by SQLite itself, so it is whole even when the last evening ended in a power cut; and written anew
    (VACUUM INTO), so that nothing of what was deleted comes along. A damaged database raises Damaged, a disk that takes
    no copy NoRoom, one that is in use for too long Busy; no older copy is deleted then.
    """
    if not database.exists():
        return None
    copy = folder / f"site-{now:%Y%m%d-%H%M%S}.sqlite3"
    unfinished = copy.with_suffix(".part")
    try:
        with closing(sqlite3.connect(database)) as source:
            verdict = _verdict(source)  # of the source first: what is written anew might look whole without a part
    except sqlite3.DatabaseError as error:
        verdict = _damage(error)
    if verdict == "ok":
        verdict = _copy(database, unfinished)
    if verdict != "ok":
        unfinished.unlink(missing_ok=True)
        raise Damaged(
            f"The database {database} is damaged ({verdict}). Nothing was changed.\n"
            f"Copies from earlier starts are in {folder}: put the newest good one in its place."
        )
    unfinished.replace(copy)
    thin(folder)
    return copy


def thin(folder: Path) -> None:
    """Let the older copies in a folder go, all but a few for each time."""
    copies = sorted(folder.glob(settings.BACKUP_NAMES))
    kept = set(copies[-NEWEST_KEPT:])
    times = {copy: _time(copy) for copy in copies}
    newest = max((time for time in times.values() if time), default=None)
    of_span: dict[str, Path] = {}
    for copy, time in times.items():
        if time is None or newest is None:
            kept.add(copy)  # somebody else has named it: it is theirs
        elif newest - time <= HOURS:
            of_span[f"{time:%Y%m%d-%H}"] = copy
        elif newest - time <= DAYS:
            of_span[f"{time:%Y%m%d}"] = copy
    for copy in set(copies) - kept - set(of_span.values()):
        copy.unlink()


def _time(copy: Path) -> datetime | None:
    """When a copy was made, as its name says."""
    try:
        return datetime.strptime(copy.stem, "site-%Y%m%d-%H%M%S")
    except ValueError:
        return None


def _copy(database: Path, unfinished: Path) -> str:
    """Write the copy, and give SQLite's verdict of it; NoRoom where it cannot be written."""
    try:
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)  # of a start that was broken off
        with closing(sqlite3.connect(database)) as source:
            source.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(sqlite3.connect(unfinished)) as target:
            target.execute("PRAGMA journal_mode=DELETE")
            verdict = _verdict(target)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
    except (sqlite3.DatabaseError, OSError) as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        if disk.is_unwritable(error):
            raise NoRoom(
                f"No copy of the database was made: {unfinished.parent} takes nothing ({error}).\n"
                "The database itself is whole. Make room on this computer's disk, or no hand can be saved."
            ) from None
        verdict = _damage(error)
    return verdict


def _damage(error: Exception) -> str:
    """What an error says of the database; Busy where it says nothing of it."""
    if "locked" in str(error) or "busy" in str(error):
        raise Busy(f"No copy of the database was made: it was in use ({error}). It is tried again.") from None
    return str(error)


def _verdict(connection: sqlite3.Connection) -> str:
    """What SQLite's own check says: "ok", or what is wrong."""
    return str(connection.execute("PRAGMA quick_check").fetchone()[0])


def collect_static(root: Path) -> None:
    """Collect the static files into `root`, unless they are those that were collected last time."""
    sources = sorted(
        (path, storage.size(path), storage.get_modified_time(path).isoformat())
        for finder in get_finders()
        for path, storage in finder.list(None)
    )
    digest = hashlib.sha256(json.dumps(sources).encode()).hexdigest()
    stamp = root / ".collected"
    if stamp.exists() and stamp.read_text() == digest:
        return
    root.mkdir(parents=True, exist_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    if hasattr(os, "sync"):
        os.sync()  # the stamp must not outlive a power cut that empties the files
    stamp.write_text(digest)
