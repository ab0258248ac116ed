"""People who act at the same instant, 500 times each, on a database of its own: nothing is doubled, lost or mixed up.

    python3 dev.py bench races [--rounds 500] [--database sqlite|postgresql|both] [--only "buy-in"]

Real processes, a start gun, and a pause between reading and writing in which another slips in if it can. Each race has
its control: with the locks taken away it has to go wrong. Exit status 1 if a race went wrong, or a control did not.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench races", description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="of each race on each database (500)")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--only", action="append", default=[], help="the name of a race; may be given again")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # on the database of the environment
    options = parser.parse_args(arguments)
    if options.here:
        return on_this_database(options.rounds, options.only)
    databases = ("sqlite", "postgresql") if options.database == "both" else (options.database,)
    more = ["--rounds", str(options.rounds), *(part for name in options.only for part in ("--only", name))]
    return max(on(database, more) for database in databases)


def on(database: str, arguments: list[str]) -> int:
    """In a process of its own, for settings are read once."""
    from tests.support import postgres

    with tempfile.TemporaryDirectory(prefix="thunee-races-") as folder:
        if database == "sqlite":
            return child(f"sqlite:///{folder}/site.sqlite3", folder, arguments)
        with postgres.server() as server, database_beside(server) as url:
            return child(url, folder, arguments)


@contextlib.contextmanager
def database_beside(url: str) -> Iterator[str]:
    """A further database on the server of this one."""
    import psycopg

    server, _slash, _name = url.rpartition("/")
    name = f"races_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
    yield f"{server}/{name}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[call-overload]


def child(url: str, folder: str, arguments: list[str]) -> int:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
        "DATABASE_URL": url,
        "DATABASE_POOL": "0",
        "SECRET_KEY": "for-tests-only-" + "k9" * 20,
        "THUNEE_VAR": folder,
    }
    command = [sys.executable, "-m", "tests.bench", "races", "--here", *arguments]
    return subprocess.call(command, cwd=ROOT, env=environment)


def on_this_database(rounds: int, names: list[str]) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.races import kept
    from tests.races import rounds as racing

    call_command("migrate", verbosity=0)
    started, failed, ran = time.monotonic(), [], 0
    print(f"{connection.vendor}: {rounds} rounds of each race", flush=True)
    for one in racing.run(kept.kept(), Path(os.environ["THUNEE_VAR"]), rounds, names):
        print(f"  {one}", flush=True)
        ran += one.rounds
        failed += [one.race.name] if one.failed else []
    print(
        f"{connection.vendor}: {ran} rounds in {time.monotonic() - started:.0f} s; {len(failed)} races failed {failed}"
    )
    return 1 if failed or not ran else 0
