"""A book with one open sheet, and short ways to write hands on it."""

import uuid
from collections.abc import Callable

import pytest

from adjudication.book import Actor
from adjudication.entries import Appended, append_entry
from adjudication.models import Scoresheet
from adjudication.sheets import open_sheet

BOOK = "book-of-the-test"
SCOREKEEPER = Actor(label="table:1", book=BOOK, roles=frozenset({"scorekeeper"}))
REFEREE = Actor(label="user:7", book=BOOK, roles=frozenset({"referee"}))


def tally(winner: str = "A", trumper: int = 1, **more: object) -> dict:
    """A plain hand: the trumper's side wins, or the side that counted made 120."""
    counting = "BA"[trumper % 2]
    points = 120 if winner == counting else 60
    return {
        "tally": {
            "trumper": trumper,
            "call": 0,
            "trump": "s",
            "card_points": {counting: points},
            "last_trick": trumper,
        },
        **more,
    }


def thunee(seat: int) -> dict:
    """Four balls for the seat's side."""
    return {"tally": {"trumper": seat, "declared": {"seat": seat, "kind": "thunee", "lost_to": None}}}


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    return open_sheet(book=BOOK, label="Final, game 1", rules="durban-classic", first_dealer=0)


Write = Callable[..., Appended]


@pytest.fixture
def write(sheet: Scoresheet) -> Write:
    """Write the next entry on the sheet as it stands; anything can be said differently by keyword."""

    def write(body: dict | None = None, **changed: object) -> Appended:
        sheet.refresh_from_db()
        said = {
            "actor": SCOREKEEPER,
            "device": "phone-1",
            "client_uuid": uuid.uuid4(),
            "head": sheet.head,
            "kind": "hand",
            "body": tally() if body is None else body,
            **changed,
        }
        answer = append_entry(sheet.pk, **said)
        sheet.refresh_from_db()
        return answer

    return write


def balls(sheet: Scoresheet) -> tuple[int, int]:
    """The score as the sheet's cache says it."""
    now = sheet.ledger["after"]["balls"]
    return now["A"], now["B"]
