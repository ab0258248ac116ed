"""What is collected, how it can be paid, and what everybody sees of it."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.models import MAX_METHOD, MAX_NAME, MAX_REFERENCE, MAX_TEXT, Fund, Movement
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.fundraising.receivers import Receiver
from thunee_tournaments.services.core.access import Person, organiser, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.till.writing import Content, append, name_of
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import days
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament

MOST_METHODS = 12


@transaction.atomic
def set_fund(
    *, actor: Person, tournament: Tournament, currency: str, goal: int | None, public: bool,
    entry_fee: int | None = None, methods: Sequence[str] | None = None, shows_net: bool = False,
    second_above: int | None = None, pledge_most: int | None = None, early_fee: int | None = None,
    early_until: date | None = None, fee_per_player: bool = False,
) -> Fund:  # fmt: skip
    """Say what is collected: the currency, what is hoped for and what a team pays to enter in its smallest unit (or
    None), how it can be paid (None: as before), whether everybody sees the total, and whether that is after costs.
    Above `second_above` nobody takes back alone what they wrote; a change of it stands in the till. `pledge_most`: how
    much a pledge may come to at most; None: none are taken. `early_fee`: what a team pays that comes in by the day
    `early_until`; `fee_per_player`: each player pays it.

    Refused: not_allowed, bad_fund (`errors`: currency, goal, entry_fee, early_fee, early_until, methods, second_above,
    pledge_most). The
    currency stands fast with the first movement of money, and the first pledge; where entries have a price, it can only
    become one with as many figures after the point. Only the organiser changes `second_above`.
    """
    require_role(actor, tournament, Role.Name.TREASURER)
    tournament = lock_tournament(tournament.pk)
    before = fund_of(tournament)
    offered = before.methods if methods is None else [tidy(method) for method in methods]
    errors = [*_faults_of_currency(tournament, before, currency), *_faults_of_methods(offered)]
    for path, amount in (("goal", goal), ("entry_fee", entry_fee), ("pledge_most", pledge_most)):
        if amount is not None and not 0 < amount <= amounts.most(currency):
            errors.append({"path": path, "message": _("That is no amount.")})
    errors += _faults_of_early(entry_fee, early_fee, early_until)
    if second_above is not None and not 0 <= second_above <= amounts.most(currency):
        errors.append({"path": "second_above", "message": _("That is no amount.")})
    if second_above != before.second_above and not organiser(actor, tournament):
        errors.append({"path": "second_above", "message": _("Only an organiser can change this.")})
    if errors:
        raise Refused("bad_fund", _("Not saved. Correct the marked fields."), errors)
    fund, _created = Fund.objects.update_or_create(
        tournament=tournament,
        defaults={
            "currency": currency, "goal": goal, "public": public, "entry_fee": entry_fee, "methods": offered,
            "shows_net": shows_net, "second_above": second_above, "pledge_most": pledge_most, "early_fee": early_fee,
            "early_until": early_until, "fee_per_player": fee_per_player,
        },
    )  # fmt: skip
    if second_above != before.second_above:
        changed = {"from": before.second_above, "to": second_above}
        limit = Content(Movement.Act.LIMIT, amount=second_above or 0, details=changed)
        append(tournament, limit, name_of(actor, tournament), ("fund", uuid4()))
    if public or before.public or pledge_most != before.pledge_most:
        publish(tournament, only_hand=True)
    return fund


@transaction.atomic
def set_receiver(*, actor: Person, tournament: Tournament, receiver: Receiver) -> Fund:
    """Say who receives the money, as receipts from now on say it. Refused: not_allowed, bad_receiver (`errors`: name,
    address, number, section_18a)."""
    require_role(actor, tournament, Role.Name.TREASURER)
    tournament = lock_tournament(tournament.pk)
    texts = {name: tidy(text) for name, text in asdict(receiver).items()}
    most = {"name": MAX_NAME, "address": MAX_TEXT, "number": MAX_REFERENCE, "section_18a": MAX_REFERENCE}
    errors: list[Fault] = [
        {"path": name, "message": _("Longer than %(most)s characters.") % {"most": most[name]}}
        for name, text in texts.items()
        if len(text) > most[name]
    ]
    if texts["section_18a"] and not (texts["name"] and texts["address"]):
        path = "address" if texts["name"] else "name"
        errors.append({"path": path, "message": _("A tax receipt needs the name and the address of who receives it.")})
    if errors:
        raise Refused("bad_receiver", _("Not saved. Correct the marked fields."), errors)
    fund, _created = Fund.objects.update_or_create(
        tournament=tournament,
        defaults={
            "receiver": texts["name"], "receiver_address": texts["address"], "receiver_number": texts["number"],
            "section_18a": texts["section_18a"],
        },
    )  # fmt: skip
    return fund


def _faults_of_currency(tournament: Tournament, before: Fund, currency: str) -> list[Fault]:
    if currency not in amounts.CURRENCIES:
        return [{"path": "currency", "message": _("Choose one of these.")}]
    used = tournament.movements.exists() or tournament.pledges.exists() or hasattr(tournament, "raffle")
    used = used or tournament.auction_items.exists()
    if currency != before.currency and used:
        message = _("The till is kept in this currency: it stays as it is.")
        return [{"path": "currency", "message": message}]
    if amounts.places(currency) != amounts.places(before.currency) and _has_price(tournament):
        return [{"path": "currency", "message": _(
            "In this currency the price of an entry would be another amount. Before the draw, take the price off "
            "the formats first and write it again afterwards; after the draw the currency stays as it is."
        )}]  # fmt: skip
    return []


def _faults_of_early(fee: int | None, early: int | None, until: date | None) -> list[Fault]:
    if early is None and until is None:
        return []
    errors: list[Fault] = []
    if early is None or fee is None or not 0 < early < fee:
        errors.append({"path": "early_fee", "message": _("The early fee is lower than the entry fee.")})
    if until is None:
        errors.append({"path": "early_until", "message": _("Say up to which day a team pays it.")})
    elif not days.possible(until):
        errors.append({"path": "early_until", "message": days.OUTSIDE})
    return errors


def _faults_of_methods(methods: Sequence[str]) -> list[Fault]:
    if not 0 < len(methods) <= MOST_METHODS or len(set(methods)) != len(methods):
        message = _("Choose between one and %(most)s ways to pay, each once.") % {"most": MOST_METHODS}
        return [{"path": "methods", "message": message}]
    if not all(0 < len(method) <= MAX_METHOD for method in methods):
        message = _("A way to pay has a name of at most %(most)s characters.") % {"most": MAX_METHOD}
        return [{"path": "methods", "message": message}]
    return []


def _has_price(tournament: Tournament) -> bool:
    """Whether an entry costs something: amounts are kept in the smallest unit, which currencies do not share."""
    return any(stage.parameters.get("price") for stage in tournament.stages.all())
