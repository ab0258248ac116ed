"""Money that comes in: receipts, refunds of them, and what is taken back. By the organiser or the treasurer.

Receipts are written in every state of a tournament: entry fees before its draw, an EFT after it was closed.
"""

import uuid
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.accounts import Posting, income, purse
from thunee_tournaments.fundraising.auction import account_of
from thunee_tournaments.fundraising.deposits import end_of
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Fund, Movement, Pledge
from thunee_tournaments.fundraising.owed import PAYING
from thunee_tournaments.fundraising.receipt_numbers import ReceiptNumber, next_number
from thunee_tournaments.fundraising.receivers import receiver_of
from thunee_tournaments.fundraising.taking_back import CAN_GO_BACK, left_to_refund
from thunee_tournaments.fundraising.till_chain import postings
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.till.writing import (
    Content,
    Key,
    Open,
    OtherSide,
    append,
    name_of,
    open_till,
    turned,
    write,
)
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import lock_organisation


@dataclass(frozen=True)
class Taken:
    """`repeated`: the receipt was there already, from the same request; nothing was written again."""

    receipt: Movement
    repeated: bool


@transaction.atomic
def take_money(
    *, actor: User, tournament: Tournament, amount: int, kind: str, method: str, device: str,
    client_uuid: uuid.UUID | str, donation: int = 0, name: str = "", named: bool = False, team: Team | None = None,
    note: str = "", address: str = "", currency: str = "", pledge: Pledge | None = None, paddle: int | None = None,
) -> Taken:  # fmt: skip
    """Write a receipt for money that came in: `amount` for `kind`, and perhaps a `donation` beside it, in the
    currency's smallest unit, from `name` at `address`, who perhaps may be `named` in public. `currency`: what it was
    read in, if that can have been changed since. `pledge`: what it is paid for, all of it a donation; `paddle`: whose
    bids it is paid for. The receipt keeps who receives the money now.

    Refused: not_allowed, bad_receipt (`errors`: amount, donation, kind, method, name, note, address, team, pledge,
    paddle),
    invalid (the key). KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    other_side = OtherSide(tidy(name), named, tidy(note), tidy(address))
    errors = [
        *_faults_of_money(till.fund, amount, donation, kind, method),
        *_faults_of_giver(other_side),
        *_faults_of_team(till.tournament, kind, team, other_side.note),
        *_faults_of_pledge(till.tournament, kind, pledge),
        *_faults_of_paddle(till.tournament, kind, paddle),
    ]
    if errors:
        raise Refused("bad_receipt", _("Nothing was written down. Correct the marked fields."), errors)
    if currency and currency != till.fund.currency:
        changed = _("The currency has changed. Look at the amount, and send it again.")
        raise Refused("bad_receipt", changed, [{"path": "amount", "message": changed}])
    there = purse(method, till.actor)
    parts = [(kind, amount), (Movement.Kind.DONATION.value, donation)]
    lines: list[Posting] = [(income(part), there, cents) for part, cents in parts if cents]
    kept = {**_said_by_receipt(till), "pledge": pledge and pledge.public_id, "paddle": paddle}
    details = {name: value for name, value in kept.items() if value}
    content = Content(
        Movement.Act.RECEIPT, lines, method=method, team=team.public_id if team else "", details=details
    )  # fmt: skip
    receipt = write(till, content, other_side)
    _keep_number(till, receipt)
    return Taken(receipt, repeated=till.earlier is not None)


def _said_by_receipt(till: Open) -> dict[str, object]:
    """Who receives the money, and the receipt's number among those of an organisation: as it was, asked again."""
    if till.earlier is not None:
        return {name: till.earlier.details.get(name) for name in ("receiver", "numbered")}
    organisation = till.tournament.organisation
    numbered = next_number(lock_organisation(organisation), timezone.now()) if organisation else None
    return {"receiver": receiver_of(till.fund).kept(), "numbered": numbered}


def _keep_number(till: Open, receipt: Movement) -> None:
    """No other receipt of the organisation has this number; part of writing one."""
    organisation, numbered = till.tournament.organisation, receipt.details.get("numbered")
    if organisation and numbered and till.earlier is None:
        ReceiptNumber.objects.create(organisation=organisation, movement=receipt, **numbered)


@transaction.atomic
def refund_money(
    *, actor: User, receipt: Movement, amount: int, kind: str, method: str, reason: str, device: str,
    client_uuid: uuid.UUID | str, name: str = "",
) -> Movement:  # fmt: skip
    """Give money of a receipt back, all of it or a part: `kind` is what that part was for, `method` how it is given,
    `name` who gets it if that is not who gave it. The receipt stands.

    Refused: not_allowed, not_standing, reason_missing, bad_refund (`errors`: amount, kind, method, name), invalid.
    KeyReused.
    """
    till = open_till(actor, receipt.tournament, device, client_uuid)
    reason = require_text(reason, MAX_TEXT)
    if till.earlier is None:
        _require_standing(receipt)
        if not reason:
            raise Refused("reason_missing", _("Say why the money is given back. The reason stays beside the receipt."))
        left = left_to_refund(receipt)
        errors = _faults_of_money(till.fund, amount, 0, kind, method)
        if not errors and amount > left.get(kind, 0):
            most = amounts.shown(left.get(kind, 0), till.fund.currency)
            message = _("Of this receipt, at most %(most)s can still be given back for this.") % {"most": most}
            errors = [{"path": "amount", "message": message}]
        errors += _faults_of_giver(OtherSide(tidy(name)))
        if errors:
            raise Refused("bad_refund", _("Nothing was written down. Correct the marked fields."), errors)
    lines = [(purse(method, till.actor), income(kind), amount)]
    content = Content(Movement.Act.REFUND, lines, method=method, team=receipt.team, about=receipt, reason=reason)
    return write(till, content, OtherSide(tidy(name)))


@transaction.atomic
def reverse_money(
    *, actor: User, movement: Movement, reason: str, device: str, client_uuid: uuid.UUID | str
) -> Movement:
    """Take back what was written wrong, for a reason; it stays to be read and counts no more. Asked again with the
    same key, the same reversal is answered.

    Refused: not_allowed, reason_missing, already_reversed, stands, has_refunds, needs_second, invalid. KeyReused.
    """
    till = open_till(actor, movement.tournament, device, client_uuid)
    reason = require_text(reason, MAX_TEXT)
    if till.earlier is None:
        if not reason:
            raise Refused("reason_missing", _("Say why this is taken back. The reason stays beside it."))
        if Movement.objects.filter(takes_back=movement).exists():
            raise Refused("already_reversed", _("This was taken back already."))
        if movement.act not in CAN_GO_BACK:
            raise Refused("stands", _("This stands as it was written. What is wrong in it is written anew."))
        if Movement.objects.filter(about=movement, act=Movement.Act.REFUND, reversal=None).exists():
            raise Refused("has_refunds", _("Money of this receipt was given back. Take that refund back first."))
        if movement.act == Movement.Act.DEPOSIT and end_of(movement) is not None:
            raise Refused("has_refunds", _("This deposit was given back or kept. Take that back first."))
        _require_second(till.fund, movement, till.actor)
    return write(till, _reversal(movement, reason))


def write_reversal(movement: Movement, reason: str, actor: User, key: Key) -> Movement:
    """Take a movement back. Part of acts: the tournament is locked, and the movement stands."""
    return append(movement.tournament, _reversal(movement, reason), name_of(actor, movement.tournament), key)


@transaction.atomic
def note_print(*, actor: User, receipt: Movement, device: str, client_uuid: uuid.UUID | str) -> Movement:
    """Write down that a receipt was printed for the payer: who takes it back afterwards is seen to have done so.

    Refused: not_allowed, not_standing, invalid. KeyReused.
    """
    till = open_till(actor, receipt.tournament, device, client_uuid)
    if till.earlier is None:
        _require_standing(receipt)
    return write(till, Content(Movement.Act.PRINTED, amount=0, about=receipt))


def _reversal(movement: Movement, reason: str) -> Content:
    return Content(
        Movement.Act.REVERSAL, turned(postings(movement)), method=movement.method, team=movement.team,
        takes_back=movement, reason=reason,
    )  # fmt: skip


def _require_standing(receipt: Movement) -> None:
    if receipt.act != Movement.Act.RECEIPT or Movement.objects.filter(takes_back=receipt).exists():
        raise Refused("not_standing", _("This receipt was taken back already."))


def _require_second(fund: Fund, movement: Movement, actor: str) -> None:
    """Who wrote much cannot take it back alone."""
    if fund.second_above is not None and movement.amount > fund.second_above and movement.actor == actor:
        most = amounts.shown(fund.second_above, fund.currency)
        message = _(
            "You wrote this yourself. Above %(most)s somebody else takes it back: another treasurer, or an organiser."
        )
        raise Refused("needs_second", message % {"most": most})


def _faults_of_money(fund: Fund, amount: int, donation: int, kind: str, method: str) -> list[Fault]:
    """What is wrong with how much it is, what for, and how it was paid."""
    errors: list[Fault] = []
    most = amounts.most(fund.currency)
    if not 0 < amount <= most:
        errors.append({"path": "amount", "message": _("That is no amount.")})
    if not 0 <= donation <= most:
        errors.append({"path": "donation", "message": _("That is no amount.")})
    if donation and kind == Movement.Kind.DONATION:
        errors.append({"path": "donation", "message": _("All of it is a donation already.")})
    if kind not in Movement.Kind.values:
        errors.append({"path": "kind", "message": _("Choose one of these.")})
    if method not in fund.methods:
        errors.append({"path": "method", "message": _("Choose one of these.")})
    return errors


def _faults_of_giver(other_side: OtherSide) -> list[Fault]:
    errors: list[Fault] = []
    texts = (("name", other_side.name, MAX_NAME), ("note", other_side.note, MAX_TEXT))
    for path, text, most in (*texts, ("address", other_side.address, MAX_TEXT)):
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if other_side.named and not other_side.name:
        errors.append({"path": "name", "message": _("Write the name that may be shown, or take the tick away.")})
    return errors


def _faults_of_team(tournament: Tournament, kind: str, team: Team | None, note: str) -> list[Fault]:
    """A fee is a team's, or the note says why not."""
    if team is None and kind in PAYING and not note:
        message = _("Choose the team that pays, or say in the note why it is for none.")
        return [{"path": "team", "message": message}]
    if team is not None and team.tournament_id != tournament.pk:
        return [{"path": "team", "message": _("This team is not entered in this tournament.")}]
    return []


def _faults_of_pledge(tournament: Tournament, kind: str, pledge: Pledge | None) -> list[Fault]:
    if pledge is None:
        return []
    if pledge.tournament_id != tournament.pk:
        return [{"path": "pledge", "message": _("This pledge was not made in this tournament.")}]
    if kind != Movement.Kind.DONATION:
        return [{"path": "kind", "message": _("What is paid for a pledge is a donation.")}]
    return []


def _faults_of_paddle(tournament: Tournament, kind: str, paddle: int | None) -> list[Fault]:
    if paddle is None:
        return []
    if account_of(tournament, paddle) is None:
        return [{"path": "paddle", "message": _("This paddle is not given out and has bought nothing.")}]
    if kind not in (Movement.Kind.AUCTION, Movement.Kind.DONATION):
        return [{"path": "kind", "message": _("A paddle pays for the auction, or gives a donation.")}]
    return []
