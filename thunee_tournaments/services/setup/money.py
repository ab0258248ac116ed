"""Money: receipts taken and taken back, and what everybody is shown of it. By the organiser or the treasurer.

Receipts are written in every state of a tournament: entry fees before its draw, an EFT after it was closed.
"""

import uuid
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.errors import KeyReused
from adjudication.keys import key_of, require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Fund, Giver, Receipt, Reversal
from thunee_tournaments.fundraising.owed import PAYING
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.core.access import Person, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament


class Payment(TypedDict):
    """What a receipt says of the money, checked; the team by its public id, "" for none."""

    amount: int
    kind: str
    method: str
    team: str


class FromWhom(TypedDict):
    """Whom it came from, and what was noted, tidied."""

    name: str
    named: bool
    note: str


Row = TypeVar("Row", Receipt, Reversal)


@dataclass(frozen=True)
class Taken:
    """`repeated`: the receipt was there already, from the same request; nothing was written again."""

    receipt: Receipt
    repeated: bool


@transaction.atomic
def take_money(
    *, actor: User, tournament: Tournament, amount: int, kind: str, method: str, device: str,
    client_uuid: uuid.UUID | str, name: str = "", named: bool = False, team: Team | None = None, note: str = "",
    currency: str = "",
) -> Taken:  # fmt: skip
    """Write a receipt for money that came in: `amount` in the currency's smallest unit, from `name`, who perhaps
    may be `named` in public. `currency`: what it was read in, if that can have been changed since.

    Refused: not_allowed, bad_receipt (`errors`: amount, kind, method, name, note, team), invalid (the key). KeyReused.
    """
    require_role(actor, tournament, Role.Name.TREASURER)
    key = key_of(device, client_uuid)
    tournament = lock_tournament(tournament.pk)
    fund = fund_of(tournament)
    payment, from_whom = _checked(tournament, fund, amount, kind, method, name, named, team, note)
    if currency and currency != fund.currency:
        changed = _("The currency has changed. Look at the amount, and send it again.")
        raise Refused("bad_receipt", changed, [{"path": "amount", "message": changed}])
    earlier = _earlier(Receipt, key)
    if earlier is not None:
        _require_same(earlier, tournament, payment)
        return Taken(earlier, repeated=True)
    last = Receipt.objects.filter(tournament=tournament).aggregate(number=Max("number"))["number"] or 0
    receipt = Receipt.objects.create(
        tournament=tournament, number=last + 1, actor=f"user:{actor.pk}", device=key[0], client_uuid=key[1],
        created_at=timezone.now(), **payment,
    )  # fmt: skip
    Giver.objects.create(receipt=receipt, **from_whom)
    _tell(tournament)
    return Taken(receipt, repeated=False)


@transaction.atomic
def reverse_money(*, actor: User, receipt: Receipt, reason: str, device: str, client_uuid: uuid.UUID | str) -> Reversal:
    """Take a receipt back, for a reason; it stays to be read and counts no more. Asked again with the same key, the
    same reversal is answered. Refused: not_allowed, reason_missing, already_reversed, invalid. KeyReused."""
    require_role(actor, receipt.tournament, Role.Name.TREASURER)
    key = key_of(device, client_uuid)
    reason = require_text(reason, MAX_TEXT)
    tournament = lock_tournament(receipt.tournament_id)
    earlier = _earlier(Reversal, key)
    if earlier is not None:
        if earlier.receipt_id != receipt.pk:
            raise KeyReused
        return earlier
    if not reason:
        raise Refused("reason_missing", _("Say why this receipt is taken back. The reason stays beside it."))
    if Reversal.objects.filter(receipt=receipt).exists():
        raise Refused("already_reversed", _("This receipt was taken back already."))
    reversal = write_reversal(receipt, reason, actor, key)
    _tell(tournament)
    return reversal


def write_reversal(receipt: Receipt, reason: str, actor: User, key: tuple[str, uuid.UUID]) -> Reversal:
    """Take a receipt back. Part of acts: the tournament is locked, and the receipt stands."""
    return Reversal.objects.create(
        receipt=receipt, reason=reason, actor=f"user:{actor.pk}", device=key[0], client_uuid=key[1],
        created_at=timezone.now(),
    )  # fmt: skip


@transaction.atomic
def set_fund(
    *,
    actor: Person,
    tournament: Tournament,
    currency: str,
    goal: int | None,
    public: bool,
    entry_fee: int | None = None,
) -> Fund:
    """Say what is collected: the currency, what is hoped for and what a team pays to enter in its smallest unit (or
    None), whether everybody sees the total.

    Refused: not_allowed, bad_fund (`errors`: currency, goal, entry_fee). The currency stands fast with the first
    receipt; where entries have a price, it can only become one with as many figures after the point.
    """
    require_role(actor, tournament, Role.Name.TREASURER)
    tournament = lock_tournament(tournament.pk)
    before = fund_of(tournament)
    errors: list[Fault] = []
    if currency not in amounts.CURRENCIES:
        errors.append({"path": "currency", "message": _("Choose one of these.")})
    elif currency != before.currency and Receipt.objects.filter(tournament=tournament).exists():
        errors.append({"path": "currency", "message": _("Receipts are written in this currency: it stays as it is.")})
    elif amounts.places(currency) != amounts.places(before.currency) and _has_price(tournament):
        errors.append({"path": "currency", "message": _(
            "In this currency the price of an entry would be another amount. Before the draw, take the price off "
            "the formats first and write it again afterwards; after the draw the currency stays as it is."
        )})  # fmt: skip
    for path, amount in (("goal", goal), ("entry_fee", entry_fee)):
        if amount is not None and not 0 < amount <= amounts.most(currency):
            errors.append({"path": path, "message": _("That is no amount.")})
    if errors:
        raise Refused("bad_fund", _("Not saved. Correct the marked fields."), errors)
    fund, _created = Fund.objects.update_or_create(
        tournament=tournament, defaults={"currency": currency, "goal": goal, "public": public, "entry_fee": entry_fee}
    )
    if public or before.public:
        _publish(tournament)
    return fund


def _has_price(tournament: Tournament) -> bool:
    """Whether an entry costs something: amounts are kept in the smallest unit, which currencies do not share."""
    return any(stage.parameters.get("price") for stage in tournament.stages.all())


def _checked(
    tournament: Tournament,
    fund: Fund,
    amount: int,
    kind: str,
    method: str,
    name: str,
    named: bool,
    team: Team | None,
    note: str,
) -> tuple[Payment, FromWhom]:
    """What a receipt says, checked and tidied. Refused: bad_receipt, with every fault."""
    errors: list[Fault] = []
    if not 0 < amount <= amounts.most(fund.currency):
        errors.append({"path": "amount", "message": _("That is no amount.")})
    if kind not in Receipt.Kind.values:
        errors.append({"path": "kind", "message": _("Choose one of these.")})
    if method not in Receipt.Method.values:
        errors.append({"path": "method", "message": _("Choose one of these.")})
    name, note = tidy(name), tidy(note)
    for path, text, most in (("name", name, MAX_NAME), ("note", note, MAX_TEXT)):
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if named and not name:
        errors.append({"path": "name", "message": _("Write the name that may be shown, or take the tick away.")})
    if team is None and kind in PAYING:
        message = _("Choose the team that pays. Money that is for no team is a donation, or other.")
        errors.append({"path": "team", "message": message})
    if team is not None and team.tournament_id != tournament.pk:
        errors.append({"path": "team", "message": _("This team is not entered in this tournament.")})
    if errors:
        raise Refused("bad_receipt", _("Nothing was written down. Correct the marked fields."), errors)
    payment: Payment = {"amount": amount, "kind": kind, "method": method, "team": team.public_id if team else ""}
    return payment, {"name": name, "named": named, "note": note}


def _earlier(model: type[Row], key: tuple[str, uuid.UUID]) -> Row | None:
    """The row this key wrote before, if any."""
    return model.objects.filter(device=key[0], client_uuid=key[1]).first()


def _require_same(earlier: Receipt, tournament: Tournament, payment: Payment) -> None:
    """A key that comes again says the same again. What was erased since is not compared."""
    written: Payment = {
        "amount": earlier.amount, "kind": earlier.kind, "method": earlier.method, "team": earlier.team,
    }  # fmt: skip
    if earlier.tournament_id != tournament.pk or written != payment:
        raise KeyReused


def _tell(tournament: Tournament) -> None:
    """Everybody's pages change only if they show what was raised; otherwise nothing tells that money came in."""
    if fund_of(tournament).public:
        _publish(tournament)


def _publish(tournament: Tournament) -> None:
    # Neither the standings nor the page of a match shows money: as after most hands, they go on as they are.
    publish(tournament, only_hand=True)
