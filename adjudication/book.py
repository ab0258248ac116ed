"""The book: all sheets of one event, as far as the record needs to know it; and the actor who writes in it.

Both are opaque here and built by whoever knows tournaments, tables and people.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from adjudication import chain
from adjudication.bell_rules import ONE_MORE_HAND
from adjudication.models import Acceptance, Commitment, Decision, Dispute, Leave, Notice, Scoresheet, SignOff

if TYPE_CHECKING:
    from adjudication.models import Entry

SCOREKEEPER = "scorekeeper"
CHIEF_REFEREE = "chief_referee"
REFEREES = frozenset({"organiser", CHIEF_REFEREE, "referee"})
WRITERS = REFEREES | {SCOREKEEPER}


@dataclass(frozen=True)
class Policies:
    """What an event decides for itself. Minutes are whole minutes; 0 means none.

    `correction_minutes`: how long after both signed a correction is still taken. `appeal_minutes`: how long after a
    decision an appeal is. `deposit`: what an appeal costs, in words. `freeze`: a game with an open dispute waits.
    `late_scorecard`: a side whose scorecard was not right before the next cut forfeits that hand's balls (EV-CARD-1).
    `bell_finish`, `bell_level`: how a game ends when time is up (EV-BELL-1, EV-BELL-3).
    """

    correction_minutes: int = 30
    appeal_minutes: int = 30
    deposit: str = ""
    freeze: bool = False
    late_scorecard: bool = False
    bell_finish: str = "finish_hand"
    bell_level: str = ONE_MORE_HAND


@dataclass(frozen=True)
class Book:
    """One per tournament."""

    public_id: str
    policies: Policies = Policies()

    def sheets(self) -> QuerySet[Scoresheet]:
        return Scoresheet.objects.filter(book=self.public_id)

    def disputes(self) -> QuerySet[Dispute]:
        return Dispute.objects.filter(book=self.public_id)

    def head(self) -> str:
        """One hash that stands for everything in the book as it is now; eight queries."""
        return chain.book_head(
            self.public_id,
            self._sheet_heads(),
            self._dispute_heads(),
            self._commitments(),
            self._leaves(),
            self._notices(),
        )

    def _sheet_heads(self) -> Iterator[tuple[str, ...]]:
        signed, accepted = self._last_of(SignOff), self._last_of(Acceptance)
        for sheet in self.sheets():
            heads = sheet.public_id, sheet.head, signed.get(sheet.pk) or chain.first_signature_link(sheet)
            yield (*heads, accepted[sheet.pk]) if sheet.pk in accepted else heads

    def _last_of(self, linked: type[SignOff | Acceptance]) -> dict[int, str]:
        """The end of this chain on every sheet that has one, by the sheet's primary key."""
        rows = linked.objects.filter(sheet__book=self.public_id).order_by("seq")
        return dict(rows.values_list("sheet_id", "hash"))

    def _dispute_heads(self) -> Iterator[tuple[str, str]]:
        steps = Decision.objects.filter(dispute__book=self.public_id).order_by("seq")
        last = dict(steps.values_list("dispute_id", "hash"))
        for pk, public_id, own in self.disputes().values_list("pk", "public_id", "hash"):
            yield public_id, last.get(pk, own)

    def _commitments(self) -> Iterable[tuple[str, str]]:
        return Commitment.objects.filter(book=self.public_id).values_list("subject", "digest")

    def _leaves(self) -> Iterable[tuple[str, str]]:
        return Leave.objects.filter(book=self.public_id).values_list("public_id", "hash")

    def _notices(self) -> Iterable[tuple[str, str]]:
        posted = Notice.objects.filter(book=self.public_id).order_by("seq")
        return dict(posted.values_list("subject", "hash")).items()


class NoSuchBook(LookupError):
    """Nothing is written under this name."""


# How commands find a book by the name people use: functions from a name to the id of a book, or None. Whoever knows
# such names (a tournament's slug) adds one when the site starts.
NAMERS: list[Callable[[str], str | None]] = []


def named(name: str) -> Book:
    """The book of this name, or of this id. Raises NoSuchBook."""
    for namer in NAMERS:
        if (public_id := namer(name)) is not None:
            return Book(public_id)
    book = Book(name)
    if not (book.sheets().exists() or book.disputes().exists()):
        raise NoSuchBook(f"there is no book called {name!r}")
    return book


@dataclass(frozen=True)
class Actor:
    """Who is writing. `label` is opaque ("table:7", "user:12") and goes into the chain: never a person's name.

    `sheets`: the public ids this actor is limited to (a table's phone: the sheet in play there); None: the whole book.
    `sides`: the sides the actor speaks for; empty for somebody impartial. `conflicts`: the sides whose team or club is
    the actor's own, so that somebody else has to decide; `leave`: what the chief referee allowed all the same.
    """

    label: str
    book: str
    roles: frozenset[str]
    sheets: frozenset[str] | None = None
    sides: frozenset[str] = frozenset()
    conflicts: frozenset[str] = frozenset()
    leave: Leave | None = None

    def sees(self, sheet: Scoresheet) -> bool:
        return sheet.book == self.book and (self.sheets is None or sheet.public_id in self.sheets)

    def may_write(self, sheet: Scoresheet) -> bool:
        return self.sees(sheet) and bool(self.roles & WRITERS)

    @property
    def is_referee(self) -> bool:
        return bool(self.roles & REFEREES)

    @property
    def is_chief(self) -> bool:
        return CHIEF_REFEREE in self.roles

    def may_supersede(self, sheet: Scoresheet, target: "Entry", newest: "Entry | None") -> bool:
        """Referees change any hand; a scorekeeper only fixes the newest."""
        return self.may_write(sheet) and (self.is_referee or target == newest)
