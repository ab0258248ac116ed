"""`manage.py export_audit BOOK -o FILE`: the record to take away, and the program that checks it, beside it.

With --openings FILE, also what the commitments stand for: names. That file is personal data; the export is not.
"""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from adjudication import audit, chain, commitments, verify
from adjudication.book import NoSuchBook, named


class Command(BaseCommand):
    help = "Write everything in a book's record as JSON Lines, with verify.py beside it, which checks it offline."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("book", metavar="BOOK", help="a tournament's slug, or the id of its book")
        parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write it")
        parser.add_argument(
            "--openings", metavar="FILE", help="also write the names behind the commitments: personal data"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            book = named(options["book"])
        except NoSuchBook as error:
            raise CommandError(str(error)) from None
        target = Path(options["output"])
        checker = target.resolve().parent / "verify.py"
        names = [Path(options["openings"]).resolve()] if options["openings"] else []
        if len({target.resolve(), checker, *names}) != 2 + len(names):
            raise CommandError("the record, the names and verify.py are files of their own: give each another name")
        try:
            with transaction.atomic():  # no word of an export that could not be written
                lines, made = audit.export(book)
                openings = [chain.canonical(opening) + b"\n" for opening in commitments.openings(book.public_id)]
                if checker != Path(verify.__file__).resolve():
                    shutil.copyfile(verify.__file__, checker)
                if options["openings"]:
                    Path(options["openings"]).write_bytes(b"".join(openings))
                target.write_bytes(b"".join(lines))
        except OSError as error:
            raise CommandError(f"{error.filename or target} cannot be written: {error.strerror}") from None
        self.stdout.write(f"{made.lines} lines to {target}. Check them anywhere: python3 verify.py {target.name}")
        if options["openings"]:
            self.stdout.write(
                f"{len(openings)} names to {options['openings']}, which is personal data: add --openings "
                f"{Path(options['openings']).name} to check them too."
            )
        self.stdout.write(f"The head of the record is {made.head}")
