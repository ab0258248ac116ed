"""`manage.py sample_check BOOK --confidence 95 --margin N`: which sheets to hold against paper."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication import sampling, scores
from adjudication.book import NoSuchBook, named


class Command(BaseCommand):
    help = (
        "Says how many sheets to compare with paper to be confident that no more than so many are wrong, and draws "
        "them by a lot that is kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("book", metavar="BOOK", help="a tournament's slug, or the id of its book")
        parser.add_argument("--confidence", type=int, default=95, metavar="PERCENT", help="1 to 99 (95)")
        parser.add_argument("--margin", type=int, default=None, metavar="N", help="sheets that may be wrong (1 in 20)")
        parser.add_argument("--lot", default="", help="the lot of an earlier draw, to draw the same again")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            book = named(options["book"])
        except NoSuchBook as error:
            raise CommandError(str(error)) from None
        written = book.sheets().filter(seq__gt=0).count()
        margin = written // 20 if options["margin"] is None else options["margin"]
        if not 0 < options["confidence"] < 100 or margin < 0 or len(options["lot"]) > 64:
            raise CommandError("the confidence is 1 to 99, the margin 0 or more, the lot at most 64 characters")
        if margin >= written > 0:
            raise CommandError(f"only {written} sheets are written on: allow fewer of them to be wrong")
        draw, sheets = sampling.draw(book, confidence=options["confidence"], margin=margin, lot=options["lot"])
        self.stdout.write(
            f"Compare {len(sheets)} of {written} sheets with paper. If all agree, you can be {draw.confidence} % "
            f"confident that at most {margin} of the {written} are wrong; if one does not, compare them all."
        )
        self.stdout.write(
            f"Lot {draw.lot}, drawn {draw.created_at:%Y-%m-%d %H:%M} UTC. Head of the record {book.head()}"
        )
        for sheet in sorted(sheets, key=lambda sheet: sheet.label):
            after = sheet.ledger["after"]
            score = "-".join(map(str, scores.by_seat(after) or scores.by_side(after).values()))
            self.stdout.write(f"{sheet.label}: {score} after {sheet.seq} entries, head {sheet.head}")
