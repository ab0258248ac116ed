"""`dev.py bench crash --kills N`: is an acknowledged hand ever lost, doubled or changed?

A server under simulated scorekeepers on a bad network (`phones`) is killed with SIGKILL again and again. Afterwards
every acknowledged hand is there exactly once, none that was refused, nothing that nobody sent; every chain holds, and
the totals are those of a second scorer (`naive`) that starts from the entries alone.
On SQLite, or with --database postgresql on a PostgreSQL server of its own (or on that of DATABASE_URL). Loopback only.
--plant puts a fault in on purpose (`planted`), to see that it is found.
"""

import argparse
import contextlib
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench import naive
from tests.bench.phones import ACKNOWLEDGED, REFUSED, Phone, Sent
from tests.support import postgres
from thunee_tournaments.serving.processes import sites

ROOT = Path(__file__).resolve().parent.parent.parent
PORTS = range(8800, 8900)
START_LIMIT = 60.0


def main(arguments: list[str]) -> int:
    options = command_line().parse_args(arguments)
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="thunee-crash-")))
        url = os.environ.get("DATABASE_URL") or f"sqlite:///{(folder / 'site.sqlite3').as_posix()}"
        if options.database == "postgresql" and "DATABASE_URL" not in os.environ:
            url = stack.enter_context(postgres.server()).rsplit("/", 1)[0] + "/postgres"  # the one that is there
        book, tokens = prepare(folder, url, options.keepers)
        sent, failures = run(folder, tokens, options)
        faults = check(book, sent)
    for fault in [*failures, *faults][:30]:
        print("FAULT:", fault)
    seconds, found = time.monotonic() - started, f"{len(failures)} server errors, {len(faults)} faults"
    print(f"{options.database}: {options.kills} kills in {seconds:.0f} s, {found} (seed {options.seed!r})")
    return 1 if failures or faults else 0


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py bench crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--keepers", type=int, default=20, help="scorekeepers at once, each at a table (20)")
    parser.add_argument("--seconds", type=float, default=6.0, help="longest time between two kills (6)")
    parser.add_argument("--pause", type=float, default=0.5, help="longest pause of a scorekeeper between hands (0.5)")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--plant", choices=["early", "keyless"], default="", help="a fault that has to be found")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="what chance depends on here (drawn)")
    return parser


def prepare(folder: Path, url: str, keepers: int) -> tuple[str, list[str]]:
    """A drawn tournament with a table for each keeper: its book, and the tokens of the tables' links."""
    for name in ("CELERY_BROKER_URL", "PUBLIC_URL", "DEBUG", "DATABASE_POOL"):
        os.environ.pop(name, None)
    os.environ.update(THUNEE_VAR=str(folder), SECRET_KEY=secrets.token_hex(32), DATABASE_URL=url, LOG_LEVEL="ERROR")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.crash_settings"
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from thunee_tournaments.running import acts
    from thunee_tournaments.tournaments.policies import EventPolicies

    call_command("migrate", verbosity=0)
    organiser = User.objects.create_user(f"organiser-{secrets.token_hex(3)}")
    tournament = acts.create_tournament(actor=organiser, name=f"Crash {secrets.token_hex(3)}")
    # Nobody stands by to sign: a game counts when it is over.
    acts.set_policies(actor=organiser, tournament=tournament, policies=EventPolicies(signing=False))
    text = "\n".join(f"Team {n}, One {n}, Two {n}" for n in range(64))
    acts.enter_pasted_teams(actor=organiser, tournament=tournament, text=text)
    acts.set_table_count(actor=organiser, tournament=tournament, count=keepers)
    acts.draw_lot_seeds(actor=organiser, tournament=tournament)
    acts.draw_knockout(actor=organiser, tournament=tournament)
    acts.assign_tables(actor=organiser, tournament=tournament)
    tables = tournament.tables.order_by("number")
    return tournament.public_id, [acts.issue_table_link(actor=organiser, table=table).token for table in tables]


def run(folder: Path, tokens: list[str], options: argparse.Namespace) -> tuple[list[Sent], list[str]]:
    """Keep score while the server is killed; everything that was sent, and the server errors that were seen."""
    rng, stop, port = random.Random(options.seed), threading.Event(), free_port()
    server = Server(port, folder / "server.log", options.plant)
    server.start()
    phones = [Phone(port, token, f"{options.seed}/{n}", stop, options.pause) for n, token in enumerate(tokens)]
    try:
        for phone in phones:
            phone.start()
        for number in range(1, options.kills + 1):
            time.sleep(rng.uniform(min(1.0, options.seconds), options.seconds))
            server.kill()
            if number % 5 == 0:
                print(f"killed {number} times, {sum(len(phone.sent) for phone in phones)} hands sent", flush=True)
            server.start()
        time.sleep(options.seconds)
    finally:
        stop.set()
        for phone in phones:
            phone.join(30)
        server.kill()
    return [hand for phone in phones for hand in phone.sent], [fault for phone in phones for fault in phone.failures]


class Server:
    """The site in processes of its own, as many as on an evening. `kill` is a power cut."""

    def __init__(self, port: int, log: Path, plant: str = "") -> None:
        self.port, self.log, self.plant = port, log, plant
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        site = "tests.bench.planted" if self.plant else "thunee_tournaments.asgi"
        command = [sys.executable, "-m", "uvicorn", f"{site}:application", "--host", "127.0.0.1"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--log-level", "warning", "--workers", str(sites())],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "THUNEE_PLANTED": self.plant},
            )  # fmt: skip
        deadline = time.monotonic() + START_LIMIT
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the server did not start:\n{self.log.read_text(errors='replace')[-3000:]}")
            time.sleep(0.05)

    def answers(self) -> bool:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise SystemExit(f"no port of {PORTS.start} to {PORTS.stop - 1} is free")


def check(book: str, sent: list[Sent]) -> list[str]:
    """Hold what the phones were told against what is written."""
    from adjudication.models import Entry
    from thunee_tournaments.running import checking
    from thunee_tournaments.tournaments.models import Tournament

    written: dict[str, list[Any]] = {}
    for entry in Entry.objects.filter(sheet__book=book).select_related("sheet"):
        written.setdefault(str(entry.client_uuid), []).append(entry)
    faults = [fault for hand in sent for fault in of_hand(hand, written.get(str(uuid.UUID(hand.key)), []))]
    known = {hand.key for hand in sent}
    faults += [f"entry {key} was sent by nobody" for key in written if key not in known]
    faults += list(of_totals(book))
    faults += [str(difference) for difference in checking.check(Tournament.objects.get(public_id=book))]
    told = Counter(answer for hand in sent for answer in set(hand.answers) or {"nothing"})
    counts = ", ".join(f"{count} {name}" for name, count in sorted(told.items()))
    print(f"{len(sent)} hands sent ({counts}), {len(written)} written")
    if not written or not told[ACKNOWLEDGED]:
        faults.append("nothing was written: this proves nothing")
    return faults


def of_hand(hand: Sent, entries: list[Any]) -> list[str]:
    name, answers = f"hand {hand.key}", set(hand.answers)
    if ACKNOWLEDGED in answers and len(entries) != 1:
        return [f"{name} was acknowledged and is written {len(entries)} times"]
    if REFUSED in answers and ACKNOWLEDGED not in answers and entries:
        return [f"{name} was refused and is written"]
    if len(entries) > 1:
        return [f"{name} is written {len(entries)} times"]
    if {ACKNOWLEDGED, REFUSED} <= answers:
        return [f"{name} was acknowledged once and refused once"]
    return [f"{name} is on another sheet" for entry in entries if entry.sheet.public_id != hand.sheet] + [
        f"{name} was written otherwise than it was typed" for entry in entries if not same(entry.body, hand.typed)
    ]


def same(body: dict[str, Any], typed: dict[str, str]) -> bool:
    tally = body["tally"]
    if tally["trumper"] != int(typed["trumper"]):
        return False
    if "declared" in typed:
        return bool(tally["declared"]["seat"] == int(typed["declared_seat"]))
    points = list(tally["card_points"].values()) == [int(typed["points"])]
    call = tally.get("call", 0) == int(typed["call"])
    return points and call and bool(tally["last_trick"] == int(typed["last_trick"]))


def of_totals(book: str) -> Iterator[str]:
    """Every sheet scored again by the naive scorer, from its entries in their order."""
    from adjudication.models import Scoresheet

    for sheet in Scoresheet.objects.filter(book=book):
        tallies = [entry.body["tally"] for entry in sheet.entries.order_by("seq")]
        try:
            a, b, winner = naive.game(tallies)
        except ValueError as error:
            yield f"{sheet.label}: {error}"
            continue
        balls = sheet.ledger["after"]["balls"]
        if (a, b, winner) != (balls["A"], balls["B"], sheet.winner):
            yield f"{sheet.label}: {balls} {sheet.winner} is stored, the naive scorer finds {a}-{b} {winner}"
