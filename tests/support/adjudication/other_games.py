"""Hands of the games beside Thunee, opened and written down."""

import uuid
from typing import Any

from adjudication.entries import Appended, append_entry
from adjudication.models import Scoresheet
from adjudication.sheets import open_sheet
from tests.adjudication.table import BOOK, SCOREKEEPER


def opened(game: str, **more: Any) -> Scoresheet:
    rules = "durban-classic" if game == "thunee" else game
    return open_sheet(book=BOOK, label=f"A game of {game}", game=game, rules=rules, first_dealer=0, **more)


def write(sheet: Scoresheet, tally: dict[str, Any]) -> Appended:
    sheet.refresh_from_db()
    done = append_entry(
        sheet.pk, actor=SCOREKEEPER, device="phone-1", client_uuid=uuid.uuid4(), head=sheet.head, kind="hand",
        body={"tally": tally},
    )  # fmt: skip
    sheet.refresh_from_db()
    return done


def bid(declarer: int, tricks: int, taken: int) -> dict[str, Any]:
    side = "AB"[declarer % 2]
    return {"declarer": declarer, "bid": tricks, "trump": "h",
            "tricks": {side: taken, "BA"[declarer % 2]: 13 - taken}}  # fmt: skip
