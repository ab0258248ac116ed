"""`manage.py restore`: go back to a copy of the database; without --yes only say what it holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from thunee_tournaments.hall_server import backups, restoring


class Command(BaseCommand):
    help = "Goes back to a copy of the database of this machine. Without --yes it only says what the copy holds."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the copy, such as var/run/backups/site-20261121-183005.sqlite3")
        parser.add_argument("--yes", action="store_true", help="put it in place")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This is for the embedded database; docs/operators.md says how a server goes back.")
        database, copy = Path(settings.DATABASES["default"]["NAME"]), options["file"]
        try:
            if copy.exists() and database.exists() and copy.samefile(database):
                raise restoring.Unusable(f"{copy} is the database itself, not a copy of it.")
            self.describe("The copy holds:", restoring.looked_into(copy))
            if database.exists():
                self.describe_present(database)
            if not options["yes"]:
                self.stdout.write("Nothing was changed. Stop the site, then say it again with --yes to go back to it.")
                return
            with backups.only_instance(settings.VAR, "going back to a copy"):
                connection.close()
                kept = restoring.restore(copy, database)
        except (restoring.Unusable, backups.AlreadyServed, backups.NoRoom, backups.Busy, OSError) as error:
            raise CommandError(f"{error}\nNothing was changed.") from None
        for path in kept:
            self.stdout.write(f"The database as it was is kept in {path}")
        self.stdout.write("The copy is in place. Start the site as always.")

    def describe_present(self, database: Path) -> None:
        try:
            self.describe("The database now holds:", restoring.looked_into(database))
        except restoring.Unusable as error:
            self.stdout.write(str(error))

    def describe(self, title: str, holds: restoring.Holds) -> None:
        self.stdout.write(title)
        for name, status in holds.events:
            self.stdout.write(f"  {name} ({status})")
        last = f", the last on {holds.last[:19]} (UTC)" if holds.last else ""
        self.stdout.write(f"  {len(holds.events)} events, {holds.entries} entries on scoresheets{last}")
