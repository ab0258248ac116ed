"""The raffle: which tickets take part, and who wins, so that anybody can work it out again.

When the sale is closed, the record tells which numbers were sold, the prizes, and a *seal*: the SHA-256 of a secret
that nobody knows yet. Then somebody in the hall calls a word. The lot is the first 32 hexadecimal digits of the SHA-256
of ``<hash of the closing notice>/<secret>/<word>``, the word in lower case with single spaces; the numbers that were
sold, in order, are shuffled by that lot with the label "raffle" (`tournaments.lots`), and the first is the first prize.
Whoever knows the secret does not know the word, and whoever chooses the word does not know the secret.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudication import notices
from adjudication.models import Notice
from thunee_tournaments.fundraising.models import Raffle, RaffleBook
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Tournament

SUBJECT, LABEL = "raffle", "raffle"
HIGHEST, LONGEST_BOOK = 1_000_000, 1_000
Kind = Notice.Kind
Runs = list[list[int]]


class NoNumbers(ValueError):
    """This is no list of numbers; `part` is what cannot be read."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def read_numbers(text: str) -> list[int]:
    """Numbers as people write them: "18-20, 25". Raises NoNumbers."""
    numbers: set[int] = set()
    for part in filter(None, re.split(r"[,;\s]+", re.sub(r"\s*[-–—]\s*", "-", text.strip()))):
        ends = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", part)
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if not 0 < first <= last <= HIGHEST or last - first > LONGEST_BOOK:
            raise NoNumbers(part)
        numbers.update(range(first, last + 1))
    return sorted(numbers)


def runs(numbers: Iterable[int]) -> Runs:
    """Sorted numbers as runs: [[18, 20], [25, 25]]."""
    made: Runs = []
    for number in numbers:
        if made and made[-1][1] == number - 1:
            made[-1][1] = number
        else:
            made.append([number, number])
    return made


def numbers_in(sold: Runs) -> list[int]:
    """The numbers of runs, in order."""
    return [number for first, last in sold for number in range(first, last + 1)]


def written(sold: Runs) -> str:
    """Runs as people write them: "18–20, 25"."""
    return ", ".join(f"{first}–{last}" if first < last else str(first) for first, last in sold)


def sold_in(book: RaffleBook) -> list[int]:
    """The tickets of a book that take part: none while its stubs are not handed in."""
    if book.unsold is None:
        return []
    back = set(book.unsold)
    return [number for number in range(book.first, book.last + 1) if number not in back]


def sold_of(raffle: Raffle) -> list[int]:
    """Every ticket that takes part, in order."""
    return sorted(number for book in raffle.books.all() for number in sold_in(book))


def seal_of(secret: str) -> str:
    """What is record of the secret before it is used."""
    return hashlib.sha256(secret.encode()).hexdigest()


def tidy_word(word: str) -> str:
    """The word of the hall as it counts: in lower case, with single spaces."""
    return " ".join(word.casefold().split())


def lot_of(closing: str, secret: str, word: str) -> str:
    """The lot of a raffle, from the hash of its closing notice, the secret and the word (`tidy_word`)."""
    return hashlib.sha256(f"{closing}/{secret}/{word}".encode()).hexdigest()[:32]


def winners_of(sold: Runs, lot: str, prizes: int) -> list[int]:
    """The winning numbers, the first prize's first; fewer where fewer tickets were sold than there are prizes."""
    return shuffled(numbers_in(sold), lot, LABEL)[:prizes]


@dataclass(frozen=True)
class RaffleRecord:
    """What the record tells of a raffle: how its sale was closed, and how it was drawn; None: not yet."""

    closed: Notice | None
    drawn: Notice | None

    @property
    def sold(self) -> int:
        """How many tickets take part."""
        return sum(last - first + 1 for first, last in self.closed.body["sold"]) if self.closed else 0


def record_of(tournament: Tournament) -> RaffleRecord:
    """What the record tells now; a closing that was taken back counts no more."""
    closed = drawn = None
    for notice in notices.about(tournament.public_id, SUBJECT):
        if notice.kind == Kind.RAFFLE_CLOSED:
            closed = notice
        elif notice.kind == Kind.RAFFLE_OPEN:
            closed = None
        elif notice.kind == Kind.RAFFLE_DRAWN:
            drawn = notice
    return RaffleRecord(closed, drawn)


@dataclass(frozen=True)
class Won:
    """A prize and the number that has won it."""

    place: int
    prize: str
    number: int


def won(record: RaffleRecord) -> list[Won]:
    """Every prize that was drawn with its number, the first prize first."""
    if record.closed is None or record.drawn is None:
        return []
    prizes: Sequence[str] = record.closed.body["prizes"]
    numbers: Sequence[int] = record.drawn.body["winners"]
    return [Won(place, prize, number) for place, (prize, number) in enumerate(zip(prizes, numbers, strict=False), 1)]


def known(raffle: Raffle, record: RaffleRecord) -> list[Won]:
    """What everybody knows of it: the prizes that were revealed, from the last on; the latest first."""
    drawn = won(record)
    return drawn[len(drawn) - min(raffle.revealed, len(drawn)) :]


def differences(tournament: Tournament) -> list[tuple[str, object, object]]:
    """Where the draw is not the one that its seal, its word and the numbers sold give: what, what is stored, what is
    right."""
    record = record_of(tournament)
    if record.drawn is None:
        return []
    if record.closed is None:
        return [("raffle drawn before its sale was closed", record.drawn.seq, None)]
    body, before = record.drawn.body, record.closed.body
    lot = lot_of(record.closed.hash, body["secret"], body["word"])
    checks = [
        ("seal of the raffle's secret", before["seal"], seal_of(body["secret"])),
        ("lot of the raffle", body["lot"], lot),
        ("winners of the raffle", body["winners"], winners_of(before["sold"], lot, len(before["prizes"]))),
    ]
    return [(what, stored, right) for what, stored, right in checks if stored != right]
