"""Copies of a PostgreSQL database: a dump by PostgreSQL's own program, looked into before it has its name."""

import os
import re
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

from django.db import connection

NAMES = "thunee-*.dump"
# How the site connects, as the variables of libpq: a password on a command line could be read by others.
VARIABLES = {"dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT",
             "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "passfile": "PGPASSFILE"}  # fmt: skip
OURS = "TABLE DATA public adjudication_entry"  # in the list of what a dump holds


class NotMade(Exception):
    """There is no dump, and why; nothing that was there is touched."""


def dump(folder: Path, now: datetime) -> Path:
    """Write the whole database into a new file, for its owner's eyes alone. Raises NotMade."""
    finished = folder / f"thunee-{now:%Y-%m-%d-%H%M%S}.dump"
    unfinished = finished.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _run("pg_dump", "--format=custom", "--file", str(unfinished))
        if OURS not in _run("pg_restore", "--list", str(unfinished)):
            raise NotMade("What pg_dump wrote holds no scoresheets: is DATABASE_URL the site's own?")
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.replace(finished)
    except OSError as error:
        raise NotMade(f"{folder} takes no dump: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return finished


def _run(program: str, *arguments: str) -> str:
    """What a program of PostgreSQL says."""
    given = connection.get_connection_params()
    settings = {name: str(given[key]) for key, name in VARIABLES.items() if given.get(key)}
    try:
        done = subprocess.run(
            [program, *arguments], env={**os.environ, **settings}, umask=0o077, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise NotMade(f"{program} is missing: on Debian, apt-get install postgresql-client") from None
    if done.returncode:
        raise NotMade(f"{program} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stdout


def thin(folder: Path, days: int, now: datetime) -> None:
    """Let dumps go that are older than so many days, the newest never; what somebody else has named is theirs."""
    dumps = sorted(path for path in folder.glob(NAMES) if _made(path))
    for path in dumps[:-1]:
        if (made := _made(path)) and now - made > timedelta(days=days):
            path.unlink(missing_ok=True)


def _made(path: Path) -> datetime | None:
    if not re.fullmatch(r"thunee-\d{4}-\d\d-\d\d-\d{6}", path.stem):
        return None
    try:
        return datetime.strptime(path.stem, "thunee-%Y-%m-%d-%H%M%S")
    except ValueError:
        return None
