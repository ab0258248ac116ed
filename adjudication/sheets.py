"""Opening a scoresheet: one for each game, with the rules it will be judged by to the end."""

from typing import Any

from adjudication import chain, judging
from adjudication.models import Scoresheet
from engine.profiles import build


def open_sheet(*, book: str, label: str, rules: Any, first_dealer: int, game: str = "thunee") -> Scoresheet:
    """Open an empty sheet in a book. `rules` is a preset's name or an object; RecordError where it is no profile."""
    profile = build(rules, game=game)
    sheet = Scoresheet(
        book=book,
        label=label,
        game=game,
        rules=profile.to_rules(),
        fingerprint=profile.fingerprint,
        first_dealer=first_dealer,
    )
    sheet.head = chain.first_link(sheet)
    sheet.ledger = judging.judge(sheet, []).ledger
    sheet.save(force_insert=True)
    return sheet
