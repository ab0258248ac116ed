"""Pledges: made by anybody while an event is played, ended by whoever made them or by the desk, struck out by the desk.

What a pledge comes to is written nowhere: it follows from the record (`fundraising.pledges`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.happenings import units_of
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Fund, Pledge, PledgeEnd, Pledger
from thunee_tournaments.fundraising.pledges import standing_of, takes
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.core.access import Person, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.till.writing import name_of
from thunee_tournaments.tables.selectors import tables_of
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament

SALT = "thunee_tournaments.services.till.pledging"
MIN_KEY, MIN_CONTACT = 16, 6
MOST_PLEDGES = 1000
PUBLIC = "public"


@dataclass(frozen=True)
class TypedPledge:
    """What somebody pledges: so much (`rates`, in the currency's smallest unit) for each of what is counted, at most
    `most`; for a team (its public id), a table (its number), or everybody."""

    rates: Mapping[str, int]
    most: int
    name: str
    contact: str
    named: bool = False
    team: str = ""
    table: int | None = None


@dataclass(frozen=True)
class MadePledge:
    """A pledge and the token of its private link. `repeated`: it was there already, from the same request."""

    pledge: Pledge
    token: str
    repeated: bool = False


@dataclass(frozen=True)
class _Checked:
    rates: dict[str, int]
    most: int
    name: str
    contact: str
    errors: list[Fault] = field(default_factory=list)


@transaction.atomic
def make_pledge(*, tournament: Tournament, key: str, typed: TypedPledge) -> MadePledge:
    """Pledge money for what is played from now on. Anybody may while pledges are taken. `key` is a one-time key of the
    request: asked again with it, the same pledge is answered.

    Refused: bad_key, no_pledges, too_many, bad_pledge (`errors`: rates, a unit, most, name, contact, whom).
    """
    tournament = lock_tournament(tournament.pk)
    if len(key) < MIN_KEY:
        raise Refused("bad_key", _("This page is not complete. Reload it and ask again."))
    token = tokens.derived(SALT, f"{key}/{tournament.pk}")
    earlier = Pledge.objects.filter(token_hash=tokens.token_hash(token)).first()
    if earlier is not None:
        return MadePledge(earlier, token, repeated=True)
    fund = fund_of(tournament)
    if not takes(fund):
        raise Refused("no_pledges", _("No pledges are taken here now. Ask the organiser."))
    if tournament.pledges.count() >= MOST_PLEDGES:
        raise Refused("too_many", _("So many have pledged that no more are taken. Ask the organiser."))
    checked = _checked(tournament, fund, typed)
    if checked.errors:
        raise Refused("bad_pledge", _("Not sent yet. Correct the marked fields."), checked.errors)
    last = tournament.pledges.aggregate(number=Max("number"))["number"] or 0
    pledge = Pledge.objects.create(
        tournament=tournament, number=last + 1, token_hash=tokens.token_hash(token), team=typed.team,
        table=typed.table, rates=checked.rates, most=checked.most, by=PUBLIC, created_at=timezone.now(),
    )  # fmt: skip
    Pledger.objects.create(pledge=pledge, name=checked.name, named=typed.named, contact=checked.contact)
    publish(tournament, only_hand=True)
    return MadePledge(pledge, token)


@transaction.atomic
def end_pledge(*, pledge: Pledge, actor: Person | None = None) -> PledgeEnd:
    """Let nothing more be added to a pledge: by whoever has its private link (`actor` None), or by the organiser or the
    treasurer. What it has come to stands. Asked again it is the same. Refused: not_allowed."""
    if actor is not None:
        require_role(actor, pledge.tournament, Role.Name.TREASURER)
    tournament = lock_tournament(pledge.tournament_id)
    earlier: PledgeEnd | None = PledgeEnd.objects.filter(pledge=pledge, struck=False).first()
    if earlier is not None:
        return earlier
    by = PUBLIC if actor is None else name_of(actor, pledge.tournament)
    end = PledgeEnd(pledge=pledge, by=by, created_at=timezone.now())
    end.save()
    publish(tournament, only_hand=True)
    return end


@transaction.atomic
def strike_pledge(*, actor: User, pledge: Pledge, reason: str) -> PledgeEnd:
    """Let a pledge count for nothing, such as one made as a joke; it stays to be read, with the reason. Asked again it
    is the same. Refused: not_allowed, reason_missing, was_paid (its money is given back first)."""
    require_role(actor, pledge.tournament, Role.Name.TREASURER)
    reason = tidy(require_text(reason, MAX_TEXT))
    tournament = lock_tournament(pledge.tournament_id)
    earlier: PledgeEnd | None = PledgeEnd.objects.filter(pledge=pledge, struck=True).first()
    if earlier is not None:
        return earlier
    if not reason:
        raise Refused("reason_missing", _("Say why it is struck out. The reason stays beside it."))
    if standing_of(pledge).paid:
        raise Refused("was_paid", _("Money was taken for this pledge. Give it back first."))
    end = PledgeEnd(
        pledge=pledge, struck=True, reason=reason, by=name_of(actor, pledge.tournament), created_at=timezone.now()
    )
    end.save()
    publish(tournament, only_hand=True)
    return end


def _checked(tournament: Tournament, fund: Fund, typed: TypedPledge) -> _Checked:
    """What was typed, tidied, with every fault by its field."""
    rates = {unit: cents for unit, cents in typed.rates.items() if cents}
    name, contact = tidy(typed.name), tidy(typed.contact)
    errors: list[Fault] = []
    known, most_cents = units_of(tournament), fund.pledge_most or 0
    if not rates:
        errors.append({"path": "rates", "message": _("Write an amount for at least one of these.")})
    for unit, cents in rates.items():
        if unit not in known or not 0 < cents <= amounts.most(fund.currency):
            errors.append({"path": unit, "message": _("That is no amount.")})
        elif cents > typed.most > 0:
            errors.append({"path": unit, "message": _("This is more than the whole pledge may come to.")})
    if not 0 < typed.most <= most_cents:
        most = amounts.shown(most_cents, fund.currency)
        errors.append({"path": "most", "message": _("A pledge comes to at most %(most)s here.") % {"most": most}})
    if not name:
        errors.append({"path": "name", "message": _("Write your name.")})
    if len(contact) < MIN_CONTACT:
        reach = _("How can we reach you? A phone number or an e-mail address is enough.")
        errors.append({"path": "contact", "message": reach})
    for path, text, longest in (("name", name, MAX_NAME), ("contact", contact, MAX_TEXT)):
        if len(text) > longest:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": longest}})
    if not _is_there(tournament, typed):
        errors.append({"path": "whom", "message": _("Choose one of these.")})
    return _Checked(rates, typed.most, name, contact, errors)


def _is_there(tournament: Tournament, typed: TypedPledge) -> bool:
    if typed.team:
        return typed.table is None and tournament.teams.filter(public_id=typed.team).exists()
    return typed.table is None or tables_of(tournament).filter(number=typed.table).exists()
