"""The spare's side: parts are fetched, and put together to the database as the first laptop has it."""

import http.client
import json
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

from thunee_tournaments.hall_server import restoring
from thunee_tournaments.hall_server.spare import blocks, sealing

PATIENCE = 10  # seconds for an answer
MOST_ANSWER = 64_000_000  # bytes of one
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
STATE = "state.json"
KEYS = ("secret.key", "site.key")


class NotFollowed(Exception):
    """The first laptop gives nothing now; the text says why, and what to do."""


class Gone(NotFollowed):
    """What was asked for is not there, or not any more."""


class WrongCode(Exception):
    """The first laptop has another code; asking again is of no use."""


@dataclass(frozen=True)
class State:
    """What the spare has: of which laptop, which parts of which run, with which content (SHA-256) and keys, and how
    many events and entries on scoresheets that are. What it names is there: it is written after the database, which has
    a name of its own for each moment."""

    url: str
    run: str = ""
    number: int = 0
    digest: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    events: int = 0
    entries: int = 0

    def database(self, folder: Path) -> Path:
        """Where the database of this moment is."""
        return folder / f"{self.digest[:16]}.sqlite3"


def read(folder: Path) -> State | None:
    """What the spare in this folder has; None if that is nothing, or not what it was."""
    try:
        state = State(**json.loads((folder / STATE).read_text(encoding="utf-8")))
        return state if state.digest == blocks.digest(state.database(folder)) else None
    except (OSError, ValueError, TypeError):
        return None


def answered(folder: Path) -> datetime:
    """When the first laptop was last known to have nothing that is not here."""
    return datetime.fromtimestamp((folder / STATE).stat().st_mtime, UTC)


class Following:
    """The spare of one laptop, in a folder of its own. `say` is told what a person should see."""

    def __init__(self, url: str, code: str, folder: Path, say: Callable[[str], None]) -> None:
        self.url, self.code, self.folder, self.say = url.rstrip("/"), code, folder, say
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        kept = read(folder)
        self.state = kept if kept is not None and kept.url == self.url else State(self.url)
        self.run, self.number = self.state.run, self.state.number  # how far `unfinished` is
        self.keys = self.state.keys
        self.unfinished = folder / "unfinished.part"
        self.unfinished.unlink(missing_ok=True)

    def look(self) -> bool:
        """Fetch what is new; whether the spare has something newer now. Raises NotFollowed, WrongCode, OSError."""
        asked = urlencode({"has": f"{self.state.run}-{self.state.number}"})
        try:
            there = json.loads(self.fetch(f"/spare/?{asked}"))
            run, newest = str(there["run"]), int(there["number"])
        except (ValueError, KeyError, TypeError):
            raise NotFollowed(f"{self.url} answers, but is no laptop that a spare can follow.") from None
        before = self.state
        if run != self.run or newest < self.number:
            self.start_anew(run)
        with suppress(Gone):  # a new run has begun meanwhile: the next look sees it
            while self.number < newest:
                self.take(self.number + 1)
        if self.state == before and self.whole(run, newest):
            os.utime(self.folder / STATE)  # nothing new until now
        return self.state != before

    def whole(self, run: str, newest: int) -> bool:
        return (self.state.run, self.state.number) == (run, newest)

    def start_anew(self, run: str) -> None:
        self.run, self.number = run, 0
        self.unfinished.unlink(missing_ok=True)

    def take(self, number: int) -> None:
        """Fetch one part and put it to the others; with the last of its moment the spare is at that moment."""
        name = f"{self.run}-{number}"
        try:
            part = blocks.unpacked(sealing.unseal(self.code, name, self.fetch(f"/spare/{self.run}/{number}")))
        except sealing.NotOpened:
            raise NotFollowed(f"What {self.url} gives was changed on its way.") from None
        except blocks.Unreadable as error:
            raise NotFollowed(f"Use the same version of this program on both laptops ({error}).") from None
        if number == 1 and set(part.keys) != set(KEYS):
            raise NotFollowed("Use the same version of this program on both laptops: the keys are not the same.")
        if number == 1:
            self.unfinished.touch(mode=0o600)
            self.keys = part.keys
        elif not self.unfinished.exists():
            shutil.copyfile(self.state.database(self.folder), self.unfinished)
        with self.unfinished.open("rb+") as file:
            part.put_into(file)
            os.fsync(file.fileno())
        self.number = number
        if part.digest:
            self.arrive(part)

    def arrive(self, part: blocks.Part) -> None:
        """Put what is complete in the place of what was there, if it is what was sent and can be used here."""
        try:
            if blocks.digest(self.unfinished) != part.digest:
                raise NotFollowed("What arrived is not what was sent. It is fetched anew.")
            holds = restoring.looked_into(self.unfinished)
        except (NotFollowed, restoring.Unusable) as error:
            self.start_anew("")
            raise NotFollowed(str(error).replace(str(self.unfinished), "What arrived")) from None
        counts = (len(holds.events), holds.entries)
        state = State(self.url, self.run, self.number, part.digest, self.keys, *counts)
        own = state.database(self.folder)
        try:
            self.unfinished.replace(own)
            write(self.folder / STATE, json.dumps(asdict(state)))
        except OSError:
            self.start_anew("")
            raise
        self.state = state
        for path in set(self.folder.glob("*.sqlite3")) - {own}:
            path.unlink()

    def fetch(self, path: str) -> bytes:
        """What the first laptop answers. Raises NotFollowed, WrongCode."""
        wanted = urllib.request.Request(
            self.url + path, headers={"Authorization": f"Spare {sealing.asking(self.code)}"}
        )
        try:
            return self.opened(wanted)
        except urllib.error.HTTPError as error:
            with error:
                raise self.refused(error.code) from None
        except (OSError, http.client.HTTPException) as error:
            raise NotFollowed(f"{self.url} does not answer ({getattr(error, 'reason', error)}).") from None

    def opened(self, wanted: urllib.request.Request) -> bytes:
        with DIRECTLY.open(wanted, timeout=PATIENCE) as answer:
            if int(answer.headers.get("Content-Length", MOST_ANSWER)) >= MOST_ANSWER:
                raise NotFollowed(f"{self.url} answers with more than a part.")
            return bytes(answer.read())  # all of it, or http.client.IncompleteRead

    def refused(self, status: int) -> Exception:
        if status == HTTPStatus.FORBIDDEN:
            return WrongCode(f"{self.url} has another code: it stands where that laptop's site was started.")
        if status == HTTPStatus.NOT_FOUND:
            return Gone(f"{self.url} gives nothing now: start it with --spare, and look what its window says.")
        return NotFollowed(f"{self.url} answers with {status}.")


def follow(spare: Following, stopping: Callable[[], bool], every: float) -> None:
    """Follow until `stopping()`, and say what becomes of it: what changes at once, progress each minute."""
    trouble, reported = "", float("-inf")
    while not stopping():
        before, trouble = trouble, ""
        try:
            newer = spare.look()
        except NotFollowed as error:
            newer, trouble = False, str(error)
        except OSError as error:
            newer, trouble = False, f"This laptop cannot keep what arrives: {error}."
        if trouble and trouble != before:
            spare.say(f"{clock()}  {trouble} It is asked again and again.")
            if spare.state.number:
                spare.say("          If that laptop is lost: Ctrl-C here, then  python3 dev.py spare --take-over")
        if not trouble and (before or (newer and time.monotonic() - reported > 60)):
            spare.say(f"{clock()}  Everything is here: {spare.state.events} events, {spare.state.entries} entries.")
            reported = time.monotonic()
        deadline = time.monotonic() + every
        while not stopping() and time.monotonic() < deadline:
            time.sleep(0.1)


def clock() -> str:
    return time.strftime("%H:%M:%S")


def write(path: Path, text: str) -> None:
    """Write a small file so that it is there whole, or as it was."""
    unfinished = path.with_name(f"{path.name}.part")
    with suppress(FileNotFoundError):
        unfinished.unlink()
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
