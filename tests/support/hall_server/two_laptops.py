"""Two laptops for the tests: the one that runs the evening, with its door, and the spare that follows it."""

import shutil
import sqlite3
import urllib.error
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.test import Client

from tests.support import fresh
from thunee_tournaments.hall_server.spare.following import Following
from thunee_tournaments.hall_server.spare.giving import Giving

URL = "http://192.168.1.20:8000"
CODE = "k7qd-m2xp-8rva-tn5c-wh3e"
KEYS = {"secret.key": "of log-ins", "site.key": "of bundles"}


class First:
    """The laptop that runs the evening, its folder and database; `asked` is what the spare has asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder, folder / "site.sqlite3"
        folder.mkdir(parents=True)
        fresh.database(self.database)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.away = False
        self.giving = Giving(self.database, CODE, KEYS, self.said.append)
        self.giving.open()

    def save(self, name: str, events: int = 1) -> None:
        """Something is saved: an event of this name, or many."""
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS said (what TEXT)")
            connection.executemany("INSERT INTO said VALUES (?)", [(f"{name} {n}",) for n in range(events)])

    def cut(self) -> None:
        """As when two seconds have gone by."""
        self.giving.looked -= 10
        self.giving.when_due()

    def lose(self) -> None:
        self.away = True
        shutil.rmtree(self.folder)


class Spare(Following):
    """A spare whose line to the first laptop is a call: it can be cut at any question."""

    def __init__(self, first: First, folder: Path, code: str = CODE) -> None:
        self.first, self.told = first, list[str]()
        self.cut_at: Callable[[str], bool] = lambda _path: False
        super().__init__(URL, code, folder, self.told.append)

    def opened(self, wanted: Any) -> bytes:
        path = wanted.full_url.removeprefix(URL)
        if self.first.away or self.cut_at(path):
            raise urllib.error.URLError("the line is dead")
        self.first.asked.append(path)
        answer = Client().get(path, headers=dict(wanted.header_items()))
        if answer.status_code >= 400:
            raise urllib.error.HTTPError(path, answer.status_code, "", answer.headers, None)  # type: ignore[arg-type]
        return bytes(answer.content)


def words(database: Path) -> list[str]:
    """What was saved in it."""
    with closing(sqlite3.connect(database)) as connection:
        return [what for (what,) in connection.execute("SELECT what FROM said ORDER BY rowid")]
