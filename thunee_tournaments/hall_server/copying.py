"""Copies of the database while the site is served: every few minutes in which something was saved, and to other folders
beside its own, such as a stick."""

import os
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings

from thunee_tournaments import copies_made
from thunee_tournaments.hall_server import backups


def state_of(database: Path) -> tuple[tuple[int, int], ...]:
    """What changes with everything that is saved in an SQLite database: sizes and times of its files."""
    states = []
    for path in (database, database.with_name(f"{database.name}-wal")):
        with suppress(FileNotFoundError):  # the journal comes and goes
            now = path.stat()
            states.append((now.st_size, now.st_mtime_ns))
    return tuple(states)


class Copies:
    """The copies of one database. `say` is told what a person has to know, each thing once until it changes."""

    def __init__(self, database: Path, minutes: float, folders: Sequence[Path], say: Callable[[str], None]) -> None:
        self.database, self.seconds, self.folders, self.say = database, 60 * minutes, folders, say
        self.looked = time.monotonic()
        self.copied = state_of(database)
        self.told: set[str] = set()

    def when_due(self) -> None:
        """Make one, if it is time and something was saved since the last."""
        if not self.seconds or time.monotonic() - self.looked < self.seconds:
            return
        self.looked = time.monotonic()
        before = state_of(self.database)
        if before != self.copied and self.make():
            self.copied = before

    def make(self, damaged_is_told: bool = True) -> Path | None:
        """Make one now, in every folder; the one in the site's own, if there is a database and room for it. A damaged
        database is told, or raises Damaged."""
        trouble: dict[str, str] = {}  # by the folder
        copy, own = None, str(settings.BACKUPS)
        try:
            copy = backups.backup(self.database, settings.BACKUPS, datetime.now())
        except (backups.NoRoom, backups.Busy) as error:
            trouble[own] = str(error)
        except OSError as error:  # the site goes on, whatever becomes of a copy
            trouble[own] = f"No copy of the database was made: {error}."
        except backups.Damaged as error:
            if not damaged_is_told:
                raise
            trouble[own] = str(error)
        if copy is not None:
            trouble |= {str(folder): text for folder in self.folders if (text := put_beside(copy, folder))}
        if copy is not None or trouble:
            copies_made.write(copy is not None, [folder for folder in trouble if folder != own])
        for text in sorted(set(trouble.values()) - self.told):
            self.say(text)
        self.told = set(trouble.values())
        return copy


def put_beside(copy: Path, folder: Path) -> str:
    """Put a copy into another folder as well, and let the oldest there go; what is wrong, "" if nothing is."""
    unfinished = folder / f"{copy.stem}.part"
    try:
        if not folder.is_dir():
            return f"No copy goes to {folder}: it is not there. Plug it in; it is tried again with the next copy."
        shutil.copyfile(copy, unfinished)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.replace(folder / copy.name)
        backups.thin(folder)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        return f"No copy goes to {folder}: {error}. It is tried again with the next copy."
    return ""
