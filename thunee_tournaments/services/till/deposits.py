"""Deposits: taken at the desk, held, and given back or kept, as a decision says."""

import uuid

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.accounts import DEPOSITS, income, purse
from thunee_tournaments.fundraising.deposits import end_of
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Movement
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.till.writing import Content, Open, OtherSide, open_till, write
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Tournament

WRONG = _("Nothing was written down. Correct the marked fields.")


@transaction.atomic
def take_deposit(
    *, actor: User, tournament: Tournament, amount: int, method: str, what: str, device: str,
    client_uuid: uuid.UUID | str, name: str = "", team: Team | None = None,
) -> Movement:  # fmt: skip
    """Write down a deposit that was left: for `what`, by `name` or `team`. It is held, and no part of what is raised.

    Refused: not_allowed, bad_deposit (`errors`: amount, method, what, name, team), invalid. KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    what, name = require_text(what, MAX_TEXT), tidy(name)
    errors = [*_faults(till, amount, method), *_faults_of_words(what, name)]
    if team is not None and team.tournament_id != till.tournament.pk:
        errors.append({"path": "team", "message": _("This team is not entered in this tournament.")})
    if errors:
        raise Refused("bad_deposit", WRONG, errors)
    lines = [(DEPOSITS, purse(method, till.actor), amount)]
    content = Content(
        Movement.Act.DEPOSIT, lines, method=method, team=team.public_id if team else "", reason=what
    )  # fmt: skip
    return write(till, content, OtherSide(name))


@transaction.atomic
def return_deposit(
    *, actor: User, deposit: Movement, method: str, device: str, client_uuid: uuid.UUID | str
) -> Movement:  # fmt: skip
    """Give a deposit back, all of it. Refused: not_allowed, not_held, bad_deposit (`errors`: method), invalid.
    KeyReused."""
    till = open_till(actor, deposit.tournament, device, client_uuid)
    if till.earlier is None:
        _require_held(deposit)
        if errors := _faults(till, deposit.amount, method):
            raise Refused("bad_deposit", WRONG, errors)
    lines = [(purse(method, till.actor), DEPOSITS, deposit.amount)]
    return write(till, Content(Movement.Act.RETURNED, lines, method=method, team=deposit.team, about=deposit))


@transaction.atomic
def keep_deposit(*, actor: User, deposit: Movement, reason: str, device: str, client_uuid: uuid.UUID | str) -> Movement:
    """Keep a deposit, for a reason: from now on it is raised. Refused: not_allowed, not_held, reason_missing, invalid.
    KeyReused."""
    till = open_till(actor, deposit.tournament, device, client_uuid)
    reason = require_text(reason, MAX_TEXT)
    if till.earlier is None:
        _require_held(deposit)
        if not reason:
            raise Refused("reason_missing", _("Say why it is kept. The reason stays beside it."))
    lines = [(income(Movement.Kind.OTHER), DEPOSITS, deposit.amount)]
    return write(till, Content(Movement.Act.KEPT, lines, team=deposit.team, about=deposit, reason=reason))


def _require_held(deposit: Movement) -> None:
    taken_back = Movement.objects.filter(takes_back=deposit).exists()
    if deposit.act != Movement.Act.DEPOSIT or taken_back or end_of(deposit) is not None:
        raise Refused("not_held", _("This deposit is not held any more."))


def _faults(till: Open, amount: int, method: str) -> list[Fault]:
    errors: list[Fault] = []
    if not 0 < amount <= amounts.most(till.fund.currency):
        errors.append({"path": "amount", "message": _("That is no amount.")})
    if method not in till.fund.methods:
        errors.append({"path": "method", "message": _("Choose one of these.")})
    return errors


def _faults_of_words(what: str, name: str) -> list[Fault]:
    errors: list[Fault] = []
    if not what:
        errors.append({"path": "what", "message": _("Write what it was left for.")})
    if len(name) > MAX_NAME:
        errors.append({"path": "name", "message": _("Longer than %(most)s characters.") % {"most": MAX_NAME}})
    return errors
