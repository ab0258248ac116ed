"""A book with everything in it: games won and open, hands corrected, missed, void and accepted, signatures,
disputes, appeals.
"""

import uuid
from dataclasses import replace
from typing import Any

from adjudication import accepting, commitments, disputes, impartial, notices, signing
from adjudication.book import Actor
from adjudication.entries import append_entry
from adjudication.models import Scoresheet
from adjudication.outcomes import ProposedDecision
from adjudication.sheets import open_sheet
from tests.adjudication.casework import appeal, on_appeal
from tests.adjudication.table import BOOK, CHIEF, REFEREE, RULES, SCOREKEEPER, SECOND_REFEREE, side, tally, thunee


def play_an_evening() -> list[Scoresheet]:
    """Three sheets, some forty rows."""
    sheets = [open_sheet(book=BOOK, label=f"Game {n}", rules="durban-classic", first_dealer=n % 4) for n in range(3)]
    first, second, _untouched = sheets
    for body in (thunee(0), tally("B", note="ダブル"), thunee(2), tally("A")):
        write(first, body)
    write(first, tally("A"), kind="correction", supersedes=2, reason="read wrongly")
    write(first, tally("B"), kind="correction", after=0, reason="missed")
    write(first, {}, kind="void", supersedes=6, reason="was never played")
    write(first, thunee(0))
    for name in "AB":
        sign(first, name)
    for winner in "ABBA":
        write(second, tally(winner))
    for entry, name in ((1, "B"), (2, "A"), (2, "B")):
        accept(second, entry, name)
    decided(second, "corrected", body=thunee(1))
    upheld = decided(second, "adjusted", balls={"A": -1, "B": 1})
    appeal(upheld, deposit="R50")
    on_appeal(upheld, False, second, deposit="kept")
    overturned = decided(second, "game_forfeited", side="A")
    appeal(overturned)
    on_appeal(overturned, True, second)
    decided(second, "stands", decider=by_leave())
    decided(second, None)
    write(second, tally("A"))
    commitments.commit(BOOK, "user:7", "a referee's name")
    for kind, lot in (("draw", "a" * 32), ("draw_back", ""), ("draw", "b" * 32)):
        notices.post(BOOK, "draws", kind, {"lot": lot}, actor="user:1")
    notices.post(BOOK, "match:m1", "walkover", {"side": "A"}, actor="user:1", reason="did not come")
    return sheets


def write(sheet: Scoresheet, body: dict[str, Any], **said: Any) -> None:
    sheet.refresh_from_db()
    said = {"kind": "hand", "actor": REFEREE, "device": "desk", "client_uuid": uuid.uuid4(), **said}
    append_entry(sheet.pk, head=sheet.head, body=body, **said)
    sheet.refresh_from_db()


def sign(sheet: Scoresheet, name: str) -> None:
    said: dict[str, Any] = {"actor": side(name), "side": name, "device": f"phone-of-{name}", "how": "own"}
    signing.sign(sheet.pk, head=sheet.head, client_uuid=uuid.uuid4(), **said)


def accept(sheet: Scoresheet, entry: int, name: str) -> None:
    phone = replace(SCOREKEEPER, label=f"table:1/{name}", sides=frozenset(name))
    said: dict[str, Any] = {"side": name, "device": f"phone-of-{name}", "client_uuid": uuid.uuid4()}
    accepting.accept(sheet.pk, actor=phone, entry=entry, **said)


def by_leave() -> Actor:
    """A referee whose own team is side A, and whom the chief referee lets decide all the same."""
    given = impartial.give_leave(
        actor=CHIEF, subject="match:7", referee=SECOND_REFEREE.label, reason="Nobody else is here.", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    return replace(SECOND_REFEREE, conflicts=frozenset("A"), leave=given.leave)


def decided(sheet: Scoresheet, outcome: str | None, decider: Actor = REFEREE, **said: Any) -> Any:
    """A dispute about the sheet's first hand, decided; left open without an outcome."""
    sheet.refresh_from_db()
    dispute = disputes.raise_dispute(
        actor=side("B"), subject="match:7", about="hand", reason="wrong_record", words="It was otherwise.",
        device="phone-of-B", client_uuid=uuid.uuid4(), side="B", sheet=sheet.public_id, hand=1,
    )  # fmt: skip
    if outcome is not None:
        proposed = ProposedDecision(outcome, RULES, "As I saw it.", head=sheet.head, **said)
        disputes.decide(dispute.pk, proposed, actor=decider, device="desk", client_uuid=uuid.uuid4())
    return dispute
