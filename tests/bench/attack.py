"""Everybody tries every address, and 200 payloads stand in every text: nothing is let in, and nothing becomes markup.

    python3 dev.py bench attack [--payloads 200] [--seconds 3600] [--only permissions|foreign|texts]

Permissions: every address, seven methods, twenty kinds of actors (`tests/attack/permissions.txt`). Foreign: every form
with the ids of another event. Texts: each payload in every column that holds a text, typed into every form and every
address, and all that is answered parsed: pages, pictures on their own, JSON, calendars, tables. Exit status 1 if
anything was found, or if less was reached than there is: an empty site holds out against everything.
"""

import argparse
import logging
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

SHOWN = 20


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench attack", description=__doc__)
    parser.add_argument("--payloads", type=int, default=200, help="how many (200)")
    parser.add_argument("--seconds", type=int, default=3600, help="for the payloads at most (3600)")
    parser.add_argument("--only", choices=("permissions", "foreign", "texts"), help="one of the three parts")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-attack-") as folder:
        world = _prepared(folder)
        parts: dict[str, Callable[[], list[str]]] = {
            "permissions": lambda: permissions(world),
            "foreign": lambda: foreign(world),
            "texts": lambda: texts(world, options.payloads, options.seconds),
        }
        found = [fault for name, part in parts.items() if options.only in (None, name) for fault in _timed(name, part)]
    for fault in found[:SHOWN]:
        print(f"  {fault}")
    print(f"{len(found)} FOUND" if found else "nothing was found", flush=True)
    return 1 if found else 0


def _prepared(folder: str) -> Any:
    """Two evenings in a database of their own."""
    os.environ.update(DATABASE_URL=f"sqlite:///{folder}/site.sqlite3", THUNEE_VAR=folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "thunee_tournaments.settings.testing"
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    from tests.attack.world import build

    return build()


def _timed(name: str, part: Callable[[], list[str]]) -> list[str]:
    started = time.monotonic()
    found = part()
    print(f"{name}: {len(found)} found, {time.monotonic() - started:.0f} s", flush=True)
    return found


def permissions(world: Any) -> list[str]:
    from tests.attack import permissions as asking

    found = [f"{name} has no row" for name in asking.missing()]
    cells = 0
    for name in asking.rows():
        asked = asking.ask(world, name, methods=asking.METHODS)
        cells, found = cells + asked.cells, found + asked.faults
    wanted = len(asking.rows()) * len(asking.METHODS) * len(asking.PEOPLE)
    print(
        f"  {cells:,} cells: {len(asking.rows())} addresses, {len(asking.METHODS)} methods, {len(asking.PEOPLE)} actors"
    )
    return found if cells == wanted else [*found, f"{cells} cells asked of {wanted}"]


def foreign(world: Any) -> list[str]:
    from tests.attack import foreign as reaching

    found = []
    for said, tried in (
        ("addresses under the own event", reaching.under_an_own_slug(world)),
        ("forms with ids of another event", reaching.everything_sent(world)),
    ):
        print(f"  {tried.forms} {said}, {tried.ids} ids")
        found += tried.faults if tried.forms >= 15 else [*tried.faults, f"only {tried.forms} {said}"]
    return found


def texts(world: Any, most: int, seconds: int) -> list[str]:
    from tests.attack import payloads
    from tests.attack import texts as reading
    from tests.pages.addresses import patterns

    read, until = reading.Read(), time.monotonic() + seconds
    for payload in payloads.everything(most):
        if time.monotonic() > until:
            break
        reading.attack(world, payload, read)
        if read.counts["payloads"] % 10 == 0:
            print(f"  {read.counts['payloads']} payloads, {read.counts['answers']:,} answers", flush=True)
    print("  " + ", ".join(f"{number:,} {what}" for what, number in read.counts.most_common()))
    print(f"  {len(read.pages)} addresses answered, texts of {len(read.seen)} columns were shown")
    # Those that only take what a form sends answer nobody who looks.
    from tests.attack.permissions import rows

    looked_at = {name for name, _wanted in patterns() if "get" in rows()[name].answers}
    missed = looked_at - read.pages - {"api:elsewhere", "api:adjudicate"}
    found = [*read.faults, *(f"{name} has no row in the world" for name in read.empty)]
    return found + ([f"not reached: {sorted(missed)}"] if missed else [])
