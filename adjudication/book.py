"""The book: all sheets of one event, as far as the record needs to know it; and the actor who writes in it.

Both are opaque here and built by whoever knows tournaments, tables and people.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from adjudication.chain import digest
from adjudication.models import Scoresheet

if TYPE_CHECKING:
    from adjudication.models import Entry

SCOREKEEPER = "scorekeeper"
REFEREES = frozenset({"organiser", "chief_referee", "referee"})
WRITERS = REFEREES | {SCOREKEEPER}


@dataclass(frozen=True)
class Book:
    """One per tournament."""

    public_id: str

    def sheets(self) -> QuerySet[Scoresheet]:
        return Scoresheet.objects.filter(book=self.public_id)

    def head(self) -> str:
        """One hash that stands for every sheet of the book as it is now."""
        heads = sorted(self.sheets().values_list("public_id", "head"))
        return digest({"format": "book/1", "book": self.public_id, "heads": [list(pair) for pair in heads]})


@dataclass(frozen=True)
class Actor:
    """Who is writing. `label` is opaque ("table:7", "user:12") and goes into the chain: never a person's name.

    `sheets`: the public ids this actor is limited to (a table's phone: the sheet in play there); None: the whole book.
    `sides`: the sides the actor speaks for; empty for somebody impartial.
    """

    label: str
    book: str
    roles: frozenset[str]
    sheets: frozenset[str] | None = None
    sides: frozenset[str] = frozenset()

    def sees(self, sheet: Scoresheet) -> bool:
        return sheet.book == self.book and (self.sheets is None or sheet.public_id in self.sheets)

    def may_write(self, sheet: Scoresheet) -> bool:
        return self.sees(sheet) and bool(self.roles & WRITERS)

    def may_supersede(self, sheet: Scoresheet, target: "Entry", newest: "Entry | None") -> bool:
        """Referees change any hand; a scorekeeper only fixes the newest."""
        return self.may_write(sheet) and (bool(self.roles & REFEREES) or target == newest)
