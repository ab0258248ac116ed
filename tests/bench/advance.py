"""Tournaments of every format and chain, played, corrected, reversed, left and finished, worked out anew each time.

    python3 dev.py bench advance [--steps 50000] [--stored 2000]

After each step who stands where, every table and every queue are worked out from scratch in the plainest way and
compared. Most steps are taken on paper (the pure formats, results in memory), `--stored` of them through the acts
people use on a database of its own, where after every tenth step everything is replayed and drawn again, too. Every
run tries others; what fails is shrunk to the fewest steps that show it. Exit status 1 if anything was found.
"""

import argparse
import os
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path

AT_ONCE = 50  # examples of hypothesis; between them it is looked whether there are enough


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench advance", description=__doc__)
    parser.add_argument("--steps", type=int, default=50_000, help="in all (50,000)")
    parser.add_argument("--stored", type=int, default=2_000, help="of them on a database (2,000)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-advance-") as folder:
        _database(Path(folder))
        from tests.support.brackets import advancing as paper
        from tests.support.services import advancing as stored
        from tests.support.services import advancing_longer as longer
        from tests.support.services import advancing_qualifiers as qualifiers

        found = _walk("on paper", paper.advance, paper.taken, options.steps - options.stored)
        found |= _walk("on the database", stored.advance, stored.taken, options.stored)
        found |= _walk("in longer matches", longer.advance, longer.taken, options.stored // 2)
        found |= _walk("in qualifiers", qualifiers.advance, qualifiers.taken, options.stored // 2, qualifiers.WANTED)
    print("SOMETHING IS WRONG" if found else "nobody was ever advanced wrongly", flush=True)
    return int(found)


def _database(folder: Path) -> None:
    """An empty one, migrated."""
    os.environ.update(THUNEE_VAR=str(folder), SECRET_KEY="x" * 50, DATABASE_URL=f"sqlite:///{folder}/site.sqlite3")
    os.environ["DJANGO_SETTINGS_MODULE"] = "thunee_tournaments.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _walk(
    where: str, advance: Callable[..., None], taken: Counter[str], steps: int, wanted: Collection[str] = ()
) -> bool:
    """Take so many steps; whether anything was found on the way, or one of the moves `wanted` was never taken."""
    started = time.perf_counter()
    while taken["steps"] < steps:
        try:
            advance(AT_ONCE, derandomize=False)
        except Exception:
            traceback.print_exc()
            return True
        print(f"  {taken['steps']:,} steps {where}", flush=True)
    seconds = time.perf_counter() - started
    print(f"{taken['steps']:,} steps {where} in {seconds:.0f} s: ", end="")
    print(", ".join(f"{number:,} {what}" for what, number in taken.most_common() if what != "steps"), flush=True)
    if missing := [what for what in wanted if not taken[what]]:
        print(f"NEVER TAKEN in {taken['steps']:,} steps: {', '.join(missing)}", flush=True)
    return bool(missing)
