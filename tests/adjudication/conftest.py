"""A book with one open sheet, and short ways to write hands on it."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from adjudication import disputes, signing
from adjudication.disputes import Decided
from adjudication.entries import Appended, append_entry
from adjudication.models import Dispute, Scoresheet
from adjudication.outcomes import ProposedDecision
from adjudication.sheets import open_sheet
from adjudication.signing import Signed
from tests.adjudication.table import BOOK, CHIEF, REFEREE, RULES, SCOREKEEPER, SECOND_REFEREE, side, tally, thunee

__all__ = ["BOOK", "CHIEF", "REFEREE", "RULES", "SCOREKEEPER", "SECOND_REFEREE", "side", "tally", "thunee"]


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


@pytest.fixture
def over(sheet: Scoresheet, write: Write) -> Scoresheet:
    """A game that side A has won by three thunees."""
    for _ in range(3):
        write(thunee(0))
    return sheet


Sign = Callable[..., Signed]


@pytest.fixture
def sign(sheet: Scoresheet) -> Sign:
    """Sign the sheet as it stands, on the side's own phone; anything can be said differently by keyword."""

    def sign(name: str, **changed: object) -> Signed:
        sheet.refresh_from_db()
        said = {
            "actor": side(name),
            "side": name,
            "head": sheet.head,
            "how": "own",
            "device": f"phone-of-{name}",
            "client_uuid": uuid.uuid4(),
            **changed,
        }
        return signing.sign(sheet.pk, **said)

    return sign


Raise = Callable[..., Dispute]
Decide = Callable[..., Decided]


@pytest.fixture
def played(sheet: Scoresheet, write: Write) -> Scoresheet:
    """Three hands: A one ball, B one, A one."""
    for winner in "ABA":
        write(tally(winner))
    return sheet


@pytest.fixture
def dispute(sheet: Scoresheet) -> Raise:
    """Raise a dispute about hand 1 of the sheet, for side B; anything can be said differently by keyword."""

    def dispute(**changed: Any) -> Dispute:
        said = {
            "actor": side("B"),
            "subject": "match:7",
            "about": "hand",
            "reason": "wrong_record",
            "words": "We had 104.",
            "device": "phone-of-B",
            "client_uuid": uuid.uuid4(),
            "side": "B",
            "sheet": sheet.public_id,
            "hand": 1,
            **changed,
        }
        return disputes.raise_dispute(**said)

    return dispute


@pytest.fixture
def decide(sheet: Scoresheet) -> Decide:
    """Decide a dispute at the sheet's present head."""

    def decide(case: Dispute, outcome: str = "stands", *, decider: dict | None = None, **said: Any) -> Decided:
        sheet.refresh_from_db()
        proposed = ProposedDecision(
            **{"outcome": outcome, "rules": RULES, "text": "As I saw it.", "head": sheet.head, **said}
        )
        who = {"actor": REFEREE, "device": "desk", "client_uuid": uuid.uuid4(), **(decider or {})}
        done = disputes.decide(case.pk, proposed, **who)
        sheet.refresh_from_db()
        return done

    return decide
