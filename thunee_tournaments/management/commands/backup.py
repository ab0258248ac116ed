"""`manage.py backup`: a copy of the database now, while the site goes on; on a laptop and on a server."""

import shutil
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments import copies_made
from thunee_tournaments.hall_server import backups, dumping
from thunee_tournaments.hall_server.copying import Copies


class Command(BaseCommand):
    help = (
        "Copies the database, looks whether the copy is whole, and lets the oldest copies go. The site may go on. The "
        "desk and the figures for a monitoring then tell when it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", type=Path, action="append", default=[], metavar="FOLDER",
            help="where it goes as well, such as a stick or a disk of another machine; may be said again",
        )  # fmt: skip
        parser.add_argument(
            "--keep-days", type=int, default=30, metavar="N", help="on a server: how long dumps stay (30)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["keep_days"] < 1:
            raise CommandError("--keep-days is at least 1")
        self.stdout.write(str(self.copied(options["to"]) if settings.EMBEDDED else self.dumped(**options)))

    def copied(self, folders: list[Path]) -> Path:
        trouble: list[str] = []
        copies = Copies(Path(settings.DATABASES["default"]["NAME"]), 0, folders, trouble.append)
        try:
            copy = copies.make(damaged_is_told=False)
        except backups.Damaged as error:
            raise CommandError(str(error)) from None
        if copy is None or trouble:
            raise CommandError("\n".join(trouble) or "There is no database yet.")
        return copy

    def dumped(self, to: list[Path], keep_days: int, **_others: Any) -> Path:
        now = datetime.now()
        try:
            dump = dumping.dump(settings.BACKUPS, now)
        except dumping.NotMade as error:
            copies_made.write(False, [])
            raise CommandError(str(error)) from None
        trouble = {}
        for folder in to:
            try:
                shutil.copyfile(dump, folder / f"{dump.stem}.part")
                (folder / f"{dump.stem}.part").replace(folder / dump.name)
                (folder / dump.name).chmod(0o600)
                dumping.thin(folder, keep_days, now)
            except OSError as error:
                trouble[str(folder)] = f"No copy goes to {folder}: {error}."
        dumping.thin(settings.BACKUPS, keep_days, now)
        copies_made.write(True, list(trouble))
        if trouble:
            raise CommandError("\n".join([f"The dump is in {dump}.", *trouble.values()]))
        return dump
