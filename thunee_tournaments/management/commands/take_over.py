"""`manage.py take_over`: the spare takes the place of the laptop that it followed; for `dev.py spare --take-over`."""

import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from thunee_tournaments.hall_server import backups, restoring
from thunee_tournaments.hall_server.spare import taking_over


@contextmanager
def not_following(folder: Path) -> Iterator[None]:
    """Hold the spare's folder: nothing may arrive there meanwhile. Raises NotTaken."""
    if not folder.is_dir():
        raise taking_over.NotTaken(f"There is no folder {folder}: no laptop was followed from here.")
    with ExitStack() as stack:
        try:
            stack.enter_context(backups.only_instance(folder, "taking over"))
        except backups.AlreadyServed:
            raise taking_over.NotTaken("The spare still follows: stop it first, with Ctrl-C in its window.") from None
        yield


def copy_static(made: Path) -> None:
    """Take along the static files that the spare has made ready, so that the site opens at once."""
    if made.is_dir() and made != settings.STATIC_ROOT:
        with suppress(OSError):  # the site makes them itself, in half a minute
            shutil.copytree(made, settings.STATIC_ROOT, dirs_exist_ok=True)


class Command(BaseCommand):
    help = "Puts what a spare has received in the place of this laptop's database, with the keys that belong to it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of the spare, such as var/spare")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This is for the embedded database; docs/operators.md says how a server goes back.")
        folder = options["folder"]
        if Path(settings.VAR).resolve() == folder.resolve():
            raise CommandError("The spare's folder and that of the site are the same: say where the site is to be.")
        try:
            with not_following(folder), backups.only_instance(settings.VAR, "taking over"):
                connection.close()
                taken = taking_over.take_over(folder / "received", Path(settings.DATABASES["default"]["NAME"]))
                copy_static(folder / settings.STATIC_ROOT.name)
        except (taking_over.NotTaken, restoring.Unusable, backups.AlreadyServed, backups.NoRoom, backups.Busy,
                OSError) as error:  # fmt: skip
            raise CommandError(f"{error}\nNothing was changed.") from None
        for path in taken.kept:
            self.stdout.write(f"What stood here before is kept in {path}")
        state, until = taken.state, timezone.localtime(taken.until)
        self.stdout.write(
            f"This laptop has everything that {state.url} had at {until:%H:%M:%S} on {until:%Y-%m-%d}: "
            f"{state.events} events, {state.entries} entries on scoresheets.\n"
            "Hands saved after that are on the phones: open each table's page, it offers to send them again.\n"
            f"Phones and the tables' codes know {state.url}. Give this laptop that address, in the router or in its\n"
            "own network settings, and they go on by themselves; with another address each table scans a new code."
        )
