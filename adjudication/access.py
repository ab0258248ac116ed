"""Who may touch which sheet: the only way to fetch one for somebody. What is not yours does not exist."""

from django.db.models import QuerySet

from adjudication.book import Actor
from adjudication.errors import NotYours
from adjudication.models import Scoresheet
from adjudication.prepared import Prepared, number, text

LOCKED = Prepared(
    lambda: Scoresheet.objects.select_for_update().filter(pk=number("sheet"), book=text("book")).order_by()
)


def sheets_of(actor: Actor) -> QuerySet[Scoresheet]:
    """Every sheet this actor may see."""
    sheets = Scoresheet.objects.filter(book=actor.book)
    return sheets if actor.sheets is None else sheets.filter(public_id__in=actor.sheets)


def sheet_for(actor: Actor, public_id: str) -> Scoresheet:
    """The sheet, to look at. Raises NotYours."""
    try:
        return sheets_of(actor).get(public_id=public_id)
    except Scoresheet.DoesNotExist:
        raise NotYours from None


def at_hand(actor: Actor, sheet: Scoresheet) -> Scoresheet:
    """A sheet that was read already, to look at: the same answer as sheet_for. Raises NotYours."""
    if sheet.book != actor.book or (actor.sheets is not None and sheet.public_id not in actor.sheets):
        raise NotYours
    return sheet


def lock_for_writing(actor: Actor, sheet_id: int) -> Scoresheet:
    """The sheet by primary key, locked until the transaction ends, if this actor may write on it. Raises NotYours."""
    sheet = lock(actor, sheet_id)
    if not actor.may_write(sheet):
        raise NotYours
    return sheet


def lock(actor: Actor, sheet_id: int) -> Scoresheet:
    """The sheet, locked until the transaction ends, for somebody who sees it. Raises NotYours."""
    sheet = LOCKED.first(sheet=sheet_id, book=actor.book)
    if sheet is None:
        raise NotYours
    return at_hand(actor, sheet)
