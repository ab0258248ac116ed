"""Money that goes out: expenses and prizes."""

import uuid

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.accounts import EXPENSE, PRIZE, purse
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_REFERENCE, MAX_TEXT, Movement
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.till.writing import Content, Open, OtherSide, open_till, write
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Tournament


@transaction.atomic
def pay_expense(
    *, actor: User, tournament: Tournament, amount: int, method: str, what: str, device: str,
    client_uuid: uuid.UUID | str, reference: str = "", name: str = "",
) -> Movement:  # fmt: skip
    """Write down what was spent: on `what`, at `name`, with the number of the slip as `reference`.

    Refused: not_allowed, bad_payment (`errors`: amount, method, what, reference, name), invalid. KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    what, reference, name = require_text(what, MAX_TEXT), tidy(reference), tidy(name)
    errors = _faults(till, amount, method, what, reference, name)
    _refuse(errors)
    content = Content(
        Movement.Act.EXPENSE, [(purse(method, till.actor), EXPENSE, amount)], method=method, reference=reference,
        reason=what,
    )  # fmt: skip
    return write(till, content, OtherSide(name))


@transaction.atomic
def pay_prize(
    *, actor: User, tournament: Tournament, amount: int, method: str, what: str, name: str, device: str,
    client_uuid: uuid.UUID | str, team: Team | None = None,
) -> Movement:  # fmt: skip
    """Write down a prize that was paid: for `what`, to `team`, into the hand of `name`, who signs for it.

    Refused: not_allowed, bad_payment (`errors`: amount, method, what, name, team), invalid. KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    what, name = require_text(what, MAX_TEXT), tidy(name)
    errors = _faults(till, amount, method, what, "", name)
    if not name:
        errors.append({"path": "name", "message": _("Write who gets the money and signs for it.")})
    if team is not None and team.tournament_id != till.tournament.pk:
        errors.append({"path": "team", "message": _("This team is not entered in this tournament.")})
    _refuse(errors)
    content = Content(
        Movement.Act.PRIZE, [(purse(method, till.actor), PRIZE, amount)], method=method, reason=what,
        team=team.public_id if team else "",
    )  # fmt: skip
    return write(till, content, OtherSide(name))


def _faults(till: Open, amount: int, method: str, what: str, reference: str, name: str) -> list[Fault]:
    errors: list[Fault] = []
    if not 0 < amount <= amounts.most(till.fund.currency):
        errors.append({"path": "amount", "message": _("That is no amount.")})
    if method not in till.fund.methods:
        errors.append({"path": "method", "message": _("Choose one of these.")})
    if not what:
        errors.append({"path": "what", "message": _("Write what it was paid for.")})
    for path, text, most in (("reference", reference, MAX_REFERENCE), ("name", name, MAX_NAME)):
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    return errors


def _refuse(errors: list[Fault]) -> None:
    if errors:
        raise Refused("bad_payment", _("Nothing was written down. Correct the marked fields."), errors)
