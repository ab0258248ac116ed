"""`dev.py bench tamper`: 10,000 random edits of an export; every one has to be found, given one head from outside."""

import argparse
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench tamper", description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", default="thunee")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-tamper-") as folder:
        data, head = evening(Path(folder))
    return tamper(data, head, options.edits, options.seed)


def evening(folder: Path) -> tuple[bytes, str]:
    """The export of an evening on a database of its own, and its head."""
    os.environ.update(THUNEE_VAR=str(folder), SECRET_KEY="x" * 50, DATABASE_URL=f"sqlite:///{folder}/site.sqlite3")
    os.environ["DJANGO_SETTINGS_MODULE"] = "thunee_tournaments.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from adjudication import audit
    from adjudication.book import Book
    from tests.adjudication.evening import play_an_evening
    from tests.adjudication.table import BOOK

    call_command("migrate", verbosity=0)
    play_an_evening()
    return b"".join(audit.export(Book(BOOK))[0]), Book(BOOK).head()


def tamper(data: bytes, head: str, edits: int, seed: str) -> int:
    from tests.adjudication import tampering

    rng, done, missed, started = random.Random(seed), Counter[str](), Counter[str](), time.monotonic()
    for _ in range(edits):
        what, other = tampering.edited(data, rng)
        done[what] += 1
        missed[what] += not tampering.found(other, head)
    for what, count in sorted(done.items()):
        print(f"{what:<20} {count:>6} edits, {count - missed[what]:>6} found")
    seconds = time.monotonic() - started
    print(f"{edits} edits of {len(data)} bytes in {seconds:.1f} s: {missed.total()} not found (seed {seed!r})")
    return 1 if missed.total() else 0
