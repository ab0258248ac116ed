"""Opening a scoresheet: one for each game, with the rules it will be judged by to the end."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import chain, judging
from adjudication.errors import Refused
from adjudication.models import Scoresheet, new_public_id
from adjudication.shapes import Ledger
from engine.profiles import build


class NewGame(NamedTuple):
    """A game that is to have a sheet. `length`: after how many hands one without an end of its own (Tunge) is over.
    `public_id`: what the sheet is called, free for it; "": as chance has it."""

    label: str
    first_dealer: int
    players: int = 4
    length: int | None = None
    public_id: str = ""


def open_sheet(
    *,
    book: str,
    label: str,
    rules: Any,
    first_dealer: int,
    game: str = "thunee",
    players: int = 4,
    length: int | None = None,
) -> Scoresheet:
    """Open an empty sheet in a book: as open_sheets, of one game."""
    return open_sheets(book=book, rules=rules, game=game, new=[NewGame(label, first_dealer, players, length)])[0]


def open_sheets(*, book: str, rules: Any, game: str = "thunee", new: Sequence[NewGame]) -> list[Scoresheet]:
    """Open empty sheets in a book, one for each new game. `rules` is a preset's name or an object; RecordError where it
    is no profile.

    What is stored says every value, so that no later version plays a hand of these games by another one.
    """
    profile = build(rules, game=game)
    whole = profile.whole()
    sheets = []
    empty: dict[Any, Ledger] = {}  # the ledger before the first hand, of each kind of game among them
    for game_ in new:
        sheet = Scoresheet(
            book=book, label=game_.label, game=game, players=game_.players, length=game_.length, rules=whole,
            fingerprint=profile.fingerprint, public_id=game_.public_id or new_public_id(),
            first_dealer=game_.first_dealer,
        )  # fmt: skip
        sheet.head = chain.first_link(sheet)
        kind = game_.first_dealer, game_.players, game_.length
        if kind not in empty:
            empty[kind] = judging.judge(sheet, []).ledger
        sheet.ledger = deepcopy(empty[kind])
        sheets.append(sheet)
    return Scoresheet.objects.bulk_create(sheets)


def change_first_dealer(sheet: Scoresheet, first_dealer: int) -> Scoresheet:
    """Another seat deals first. Raises Refused (begun) once anything is written."""
    with transaction.atomic():
        locked = _untouched(sheet)
        locked.first_dealer = first_dealer
        locked.head = chain.first_link(locked)
        locked.ledger = judging.judge(locked, []).ledger
        locked.save(update_fields=["first_dealer", "head", "ledger"])
    return locked


def discard(sheet: Scoresheet) -> None:
    """Throw an empty sheet away. Raises Refused (begun) once anything is written."""
    with transaction.atomic():
        _untouched(sheet).delete()


def _untouched(sheet: Scoresheet) -> Scoresheet:
    locked = Scoresheet.objects.select_for_update().get(pk=sheet.pk)
    if locked.seq:
        raise Refused("begun", _("Something is written on this scoresheet already."))
    return locked
