"""The first laptop's side: whatever changes in the database is cut into parts and sealed for the spare."""

import json
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings

from thunee_tournaments import spare
from thunee_tournaments.hall_server.copying import state_of
from thunee_tournaments.hall_server.spare import blocks, sealing
from thunee_tournaments.hall_server.spare.following import write
from thunee_tournaments.settings.security import kept_key

SECONDS = 2.0  # between two looks at the database
TIMES = 2  # a run ends when what changed fills the database so many times over, and the next begins with all of it
LEAST = 16_000_000  # bytes of parts with which no run ends yet


def kept_code() -> str:
    """The code for the spare; made, readable by its owner only, if there is none yet."""
    path = Path(settings.VAR) / "spare.code"
    if not path.exists():
        write(path, sealing.new_code())
    return path.read_text().strip()


def own_keys() -> dict[str, str]:
    """What log-ins, tables' links and bundles are signed with: with these the spare is the same site."""
    return {
        "secret.key": settings.SECRET_KEY,
        "site.key": settings.SITE_KEY or kept_key(Path(settings.VAR) / "site.key"),
    }


class Giving:
    """The parts of one database. `say` is told what a person has to know, once until it changes."""

    def __init__(self, database: Path, code: str, keys: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.database, self.code, self.keys, self.say = database, code, keys, say
        self.folder = spare.folder()
        self.run, self.number, self.given = "", 0, 0
        self.looked = time.monotonic() - SECONDS
        self.cut: tuple[tuple[int, int], ...] = ()
        self.told = ""

    @property
    def before(self) -> Path:
        """The database as the spare can have it by now."""
        return self.folder / "before.sqlite3"

    def open(self) -> None:
        """Open the door: from now on whoever knows the code is let in."""
        end()
        self.folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        (self.folder / spare.ASKING).write_text(sealing.asking(self.code), encoding="utf-8")

    def when_due(self) -> None:
        """Cut what was saved since the last look, if it is time."""
        if time.monotonic() - self.looked < SECONDS:
            return
        self.looked = time.monotonic()
        state = state_of(self.database)
        if state == self.cut:
            return
        try:
            self.cut_now()
            self.cut, trouble = state, ""
        except (OSError, sqlite3.Error) as error:  # the site goes on, whatever becomes of the spare
            trouble = f"The spare cannot be given what was saved: {error}. It is tried again."
            self.say_nothing_new()
        if trouble and trouble != self.told:
            self.say(trouble)
        self.told = trouble

    def cut_now(self) -> None:
        """Put what has changed into new parts. Raises OSError, sqlite3.Error; nothing is given by halves then."""
        now = self.folder / "now.sqlite3"
        now.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.database)) as source, closing(sqlite3.connect(now)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        if not self.run or self.given > max(LEAST, TIMES * now.stat().st_size):
            self.begin_a_run()
        number, given = self.number, self.given
        for part in blocks.parts(self.before if number else None, now):
            number += 1
            sealed = self.sealed(part, number)
            spare.file_of(self.run, number).write_bytes(sealed)
            given += len(sealed)
        now.replace(self.before)
        self.number, self.given = number, given
        self.write_newest()

    def sealed(self, part: blocks.Part, number: int) -> bytes:
        if number == 1:
            part = blocks.Part(**{**vars(part), "keys": dict(self.keys)})
        return sealing.seal(self.code, f"{self.run}-{number}", part.packed())

    def begin_a_run(self) -> None:
        """Let the parts of the last run go; the next begins with the whole database."""
        self.run, self.number, self.given = secrets.token_hex(8), 0, 0
        for path in self.folder.glob("*.part"):
            path.unlink(missing_ok=True)

    def write_newest(self) -> None:
        unfinished = self.folder / "newest.unfinished"
        unfinished.write_text(json.dumps({"run": self.run, "number": self.number}), encoding="utf-8")
        unfinished.replace(self.folder / spare.NEWEST)

    def say_nothing_new(self) -> None:
        """Rather than that the spare has everything, let it hear that nothing can be had now."""
        with suppress(OSError):
            (self.folder / spare.NEWEST).unlink(missing_ok=True)


def end() -> None:
    """Close the door: what lies there is of no use when the site is not served, or nobody may follow it."""
    shutil.rmtree(spare.folder(), ignore_errors=True)
