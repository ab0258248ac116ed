"""Cashing up: what lies in a box is counted and compared, and a second person signs for it."""

import uuid
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.accounts import DIFFERENCE, Posting, balances_of, box
from thunee_tournaments.fundraising.cash import ALL, PIECES, counted, reversed_since_count
from thunee_tournaments.fundraising.methods import CASH
from thunee_tournaments.fundraising.models import MAX_TEXT, Movement
from thunee_tournaments.fundraising.till_chain import postings
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.till.writing import Content, Open, open_till, write
from thunee_tournaments.tournaments.models import Tournament

MOST_PIECES = 100_000


@transaction.atomic
def cash_up(
    *, actor: User, tournament: Tournament, whose: str, pieces: Mapping[int, int], rest: int, expected: int,
    device: str, client_uuid: uuid.UUID | str, reason: str = "",
) -> Movement:  # fmt: skip
    """Write down what was counted in a box ("user:12"), or in all (""): how many of each note and coin (by what it is
    worth in the smallest unit), and `rest` for what was counted besides. `expected` is what the page said should be
    there; a difference needs a reason, and from then on what was counted is what is there.

    Refused: not_allowed, bad_count (`errors`: pieces, rest, reason, whose), went_on (money came or went meanwhile),
    invalid. KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    reason = require_text(reason, MAX_TEXT)
    there = counted(pieces, rest)
    if till.earlier is not None:
        lines, details = _said_before(till.earlier, whose, pieces, rest)
        content = Content(Movement.Act.COUNT, lines, amount=there, method=CASH, reason=reason, details=details)
        return write(till, content)
    boxes = balances_of(till.tournament).boxes
    _refuse_faults(till, whose, boxes, pieces, rest)
    stands = sum(boxes.values()) if whose == ALL else boxes.get(whose, 0)
    if stands != expected:
        raise Refused("went_on", _("Money came in or went out while you counted. Look at what should be there now."))
    if there != stands and not reason:
        missing: Fault = {"path": "reason", "message": _("Say how the difference came about, or that nobody knows.")}
        raise Refused("bad_count", _("What was counted is not what should be there."), [missing])
    taken_back = reversed_since_count(till.tournament, whose)
    details = {
        "box": whose, "pieces": {str(worth): number for worth, number in pieces.items() if number}, "rest": rest,
        "expected": stands, "taken_back": [taken_back.times, taken_back.amount],
    }  # fmt: skip
    at = box(till.actor if whose == ALL else whose)
    content = Content(
        Movement.Act.COUNT, _difference(at, there - stands), amount=there, method=CASH, reason=reason, details=details
    )
    return write(till, content)


@transaction.atomic
def sign_cash_up(*, actor: User, count: Movement, device: str, client_uuid: uuid.UUID | str) -> Movement:
    """A second person signs for what was counted.

    Refused: not_allowed, no_count, own_count, signed_already, invalid. KeyReused.
    """
    till = open_till(actor, count.tournament, device, client_uuid)
    if till.earlier is None:
        if count.act != Movement.Act.COUNT:
            raise Refused("no_count", _("Only a cash-up is signed."))
        if count.actor == till.actor:
            raise Refused("own_count", _("You counted this yourself. Somebody else signs for it."))
        if Movement.objects.filter(about=count, act=Movement.Act.SIGNED).exists():
            raise Refused("signed_already", _("This cash-up was signed already."))
    return write(till, Content(Movement.Act.SIGNED, amount=0, about=count))


def _said_before(
    earlier: Movement, whose: str, pieces: Mapping[int, int], rest: int
) -> tuple[list[Posting], dict[str, object]]:
    """What the same count came to when it was written: money may have moved since."""
    again = {"box": whose, "pieces": {str(worth): number for worth, number in pieces.items() if number}, "rest": rest}
    return postings(earlier), {**earlier.details, **again}


def _difference(at: str, cents: int) -> list[Posting]:
    if cents == 0:
        return []
    return [(DIFFERENCE, at, cents) if cents > 0 else (at, DIFFERENCE, -cents)]


def _refuse_faults(till: Open, whose: str, boxes: Mapping[str, int], pieces: Mapping[int, int], rest: int) -> None:
    errors: list[Fault] = []
    known = PIECES.get(till.fund.currency, ())
    if not all(worth in known and 0 <= number <= MOST_PIECES for worth, number in pieces.items()):
        errors.append({"path": "pieces", "message": _("Write how many there are of each.")})
    if not 0 <= rest <= amounts.most(till.fund.currency):
        errors.append({"path": "rest", "message": _("That is no amount.")})
    if whose not in (ALL, till.actor, *boxes):
        errors.append({"path": "whose", "message": _("Choose one of these.")})
    if errors:
        raise Refused("bad_count", _("Nothing was written down. Correct the marked fields."), errors)
