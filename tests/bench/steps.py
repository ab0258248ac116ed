"""`dev.py bench steps`: how much processor time, and how many queries, does each step of writing a hand down cost?

The pages a scorekeeper goes through (table, form, check, save) are asked for one after another inside this process, on
a SQLite file, so that nobody waits for anybody. `bench load` says what comes of them when twenty do it at once.
"""

import argparse
import statistics
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench import events
from tests.bench.phones import CSRF, HAND, HEAD

STEPS = ("table", "form", "check", "save")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench steps", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="tables that are played at (20)")
    parser.add_argument("--hands", type=int, default=8, help="hands written down at each (8)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-steps-") as folder:
        (Path(folder) / "static").mkdir()
        book, tokens = events.prepare(Path(folder), f"sqlite:///{Path(folder).as_posix()}/site.sqlite3", options.tables)
        make_standings(book)
        keepers = [Keeper(token) for token in tokens]
        for keeper in keepers:
            keeper.write()  # what is made once only (templates, translations, SQL) is not counted
            keeper.taken.clear()
        for _ in range(options.hands - 1):
            for keeper in keepers:
                keeper.write()
        tell(keepers)
        from django.db import connection

        connection.close()
    return 0


def make_standings(book: str) -> None:
    """The worker's part, which follows the draw."""
    from thunee_tournaments.standings import snapshots
    from thunee_tournaments.tournaments.models import Tournament

    snapshots.build(Tournament.objects.get(public_id=book))


class Keeper:
    """A scorekeeper whose phone is a test client: no network, no server."""

    def __init__(self, token: str) -> None:
        from django.test import Client

        self.phone = Client(headers={"host": "localhost"})
        self.taken: dict[str, list[tuple[float, int]]] = defaultdict(list)
        self.written = 0
        page = self.phone.get(f"/t/{token}").content.decode()
        self.phone.post(f"/t/{token}", {"csrfmiddlewaretoken": found(CSRF, page)})

    def write(self) -> None:
        page = self.step("table", lambda: self.phone.get("/table"))
        address = f"/table/{found(HAND, page)}/hand"
        page = self.step("form", lambda: self.phone.get(address))
        # The sides win by turns, so that no game ends while this is measured.
        turn = self.written % 2
        typed = {"trumper": "0", "points": "120" if turn else "85", "points_of": "counting", "last_trick": str(turn)}
        typed |= {"call": "0", "head": found(HEAD, page), "key": str(uuid.uuid4())}
        self.step("check", lambda: self.phone.post(address, {**typed, "action": "check"}))
        self.step("save", lambda: self.phone.post(address, {**typed, "action": "save"}), status=302)
        self.written += 1

    def step(self, name: str, ask: Callable[[], Any], status: int = 200) -> str:
        from django.db import connection

        asked = 0

        def count(execute: Any, *args: Any) -> Any:
            nonlocal asked
            asked += 1
            return execute(*args)

        with connection.execute_wrapper(count):
            began = time.thread_time()
            answer = ask()
            took = time.thread_time() - began
        if answer.status_code != status:
            raise SystemExit(f"{name}: {answer.status_code} instead of {status}: {answer.content[-300:]!r}")
        self.taken[name].append((took, asked))
        return str(answer.content.decode())


def found(pattern: Any, page: str) -> str:
    match = pattern.search(page)
    if match is None:
        raise SystemExit(f"{pattern.pattern} is not on the page")
    return str(match[1])


def tell(keepers: list[Keeper]) -> None:
    whole = 0.0
    for name in STEPS:
        taken = [one for keeper in keepers for one in keeper.taken[name]]
        times = [took for took, _asked in taken]
        whole += statistics.median(times)
        queries = statistics.median(asked for _took, asked in taken)
        print(f"{name:<6} {statistics.median(times) * 1000:5.1f} ms of processor time (half of {len(times)} in less), "
              f"{queries:.0f} queries")  # fmt: skip
    print(f"a hand {whole * 1000:5.1f} ms")
