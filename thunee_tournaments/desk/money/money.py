"""Money at the desk, for the organiser and the treasurer: what came in, who owes, and the form for what comes now."""

from dataclasses import asdict
from typing import Any, TypedDict

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from thunee_tournaments.desk.access import ORGANISERS, DeskRequest
from thunee_tournaments.desk.money.money_forms import FundForm, ReceiptForm, ReceiverForm
from thunee_tournaments.desk.money.parts import form_key, parts, treasury_page
from thunee_tournaments.desk.money.rows import rows_of
from thunee_tournaments.desk.pages import Context, crumb, desk_page, device_of, number_of, posted, refused_beside
from thunee_tournaments.fundraising import auction
from thunee_tournaments.fundraising.amounts import plain, shown
from thunee_tournaments.fundraising.export import as_csv
from thunee_tournaments.fundraising.methods import method_label
from thunee_tournaments.fundraising.models import Movement, Pledge
from thunee_tournaments.fundraising.owed import Account, account_of, accounts_of
from thunee_tournaments.fundraising.pledges import of_event
from thunee_tournaments.fundraising.raised import find_receipts, fund_of
from thunee_tournaments.fundraising.receivers import Receiver, own_receiver_of
from thunee_tournaments.fundraising.sums import Parts, sums_of
from thunee_tournaments.services.acts import set_fund, set_receiver, take_money
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Tournament

PER_PAGE = 25


class Sum(TypedDict):
    """What came in of one kind, or in one way."""

    label: str
    cents: int
    count: int


class Owing(TypedDict):
    """A team's account, and the address of the form filled in with what it still owes."""

    account: Account
    take: str


@treasury_page
def money(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what came in, and the form for what comes in now."""
    fund = fund_of(tournament)
    pledge, paddle = _pledge(request, tournament), _paddle(request, tournament)
    proposed = _proposed(request, pledge, paddle)
    form = ReceiptForm(posted(request), tournament=tournament, fund=fund, initial=proposed)
    if form.is_valid():
        with refused_beside(form):
            taken = take_money(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""),
                currency=request.POST.get("currency", ""), pledge=pledge,
                paddle=paddle.paddle if paddle is not None else None,
                **form.gift(),
            )  # fmt: skip
            values = {"number": taken.receipt.called, "amount": shown(taken.receipt.amount, fund.currency)}
            if taken.repeated:
                messages.info(request, _("Receipt %(number)s (%(amount)s) was written already.") % values)
            else:
                messages.success(request, _("Receipt %(number)s is written: %(amount)s.") % values)
                _warn_of_too_much(request, form.gift()["team"], fund.currency)
            back = "desk:pledges" if pledge is not None else "desk:auction" if paddle is not None else "desk:money"
            return redirect(back, tournament.slug)
    wanted = tidy(request.GET.get("q", ""))[:60]
    page = Paginator(find_receipts(tournament, wanted), PER_PAGE).get_page(request.GET.get("page", ""))
    sums, accounts = sums_of(tournament), accounts_of(tournament)
    kinds = {value: str(label) for value, label in Movement.Kind.choices}
    context: Context = {
        "fund": fund,
        "currency": fund.currency,
        "parts": parts(fund, "money"),
        "sums": sums,
        "kinds": _named(sums.by_kind, kinds.__getitem__),
        "methods": _named(sums.by_method, method_label),
        "towards": max(0, min(sums.total, fund.goal or 0)),
        "accounts": [_owing(tournament, account, fund.currency) for account in accounts],
        "still_open": sum(account.open for account in accounts),
        "form": form,
        "pledge": pledge,
        "paddle": paddle,
        "key": form_key(request),
        "page": page,
        "rows": rows_of(tournament, page.object_list),
        "wanted": wanted,
    }
    return desk_page(request, tournament, "desk/money.html", context, tab="money")


def _warn_of_too_much(request: DeskRequest, team: Team | None, currency: str) -> None:
    """Say at once that a team has paid more than it owes."""
    account = account_of(team) if team is not None else None
    if account is not None and account.over:
        values = {"team": account.team.name, "over": shown(account.over, currency)}
        text = _(
            "%(team)s has paid %(over)s more than it owes. Was it written twice? Take the receipt back, or refund it."
        )
        messages.warning(request, text % values)


def _pledge(request: DeskRequest, tournament: Tournament) -> Pledge | None:
    """The pledge that the form is about, if it is about one."""
    wanted = (request.POST if request.method == "POST" else request.GET).get("pledge", "")
    return of_event(tournament).filter(public_id=wanted[:24]).first() if wanted else None


def _paddle(request: DeskRequest, tournament: Tournament) -> auction.Account | None:
    """The paddle whose bids the form is about, if it is about one."""
    wanted = number_of((request.POST if request.method == "POST" else request.GET).get("paddle", ""), 4)
    return auction.account_of(tournament, wanted) if wanted else None


def _proposed(request: DeskRequest, pledge: Pledge | None, paddle: auction.Account | None) -> dict[str, str]:
    """What a link to the form fills in: the amount a team owes, and what for; or what is open of a pledge or a paddle,
    and whose it is."""
    asked = {name: request.GET.get(name, "")[:40] for name in ("amount", "kind", "team")}
    if pledge is not None:
        asked |= {"kind": Movement.Kind.DONATION, "name": pledge.pledger.name}
    if paddle is not None and paddle.holder is not None:
        asked |= {"name": paddle.holder.name}
    return {name: value for name, value in asked.items() if value}


def _named(sums: Parts, label: Any) -> list[Sum]:
    return [{"label": label(value), "cents": cents, "count": count} for value, (cents, count) in sums.items()]


def _owing(tournament: Tournament, account: Account, currency: str) -> Owing:
    owed = {"team": account.team.public_id, "kind": account.next_kind, "amount": plain(account.open, currency)}
    return {"account": account, "take": f"{reverse('desk:money', args=[tournament.slug])}?{urlencode(owed)}#take"}


@treasury_page
def fund(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what is hoped for, what a team pays to enter, how it can be paid, and what everybody sees."""
    kept = fund_of(tournament)
    may_limit = bool(request.roles & ORGANISERS)
    form = FundForm(posted(request), fund=kept, may_limit=may_limit)
    if form.is_valid():
        with refused_beside(form, {"methods": "own_methods"}):
            set_fund(actor=request.user, tournament=tournament, **form.chosen())
            messages.success(request, _("Saved."))
            return redirect("desk:money", tournament.slug)
    trail = (crumb(tournament, "money"), (_("Goal, fees, how it is paid"), ""))
    return desk_page(request, tournament, "desk/fund.html", {"form": form}, tab="money", trail=trail)


@treasury_page
def receiver(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: who receives the money, as receipts say it."""
    form = ReceiverForm(posted(request), initial=asdict(own_receiver_of(fund_of(tournament))))
    if form.is_valid():
        with refused_beside(form):
            set_receiver(actor=request.user, tournament=tournament, receiver=Receiver(**form.cleaned_data))
            messages.success(request, _("Saved."))
            return redirect("desk:money", tournament.slug)
    trail = (crumb(tournament, "money"), (_("Who receives it"), ""))
    return desk_page(request, tournament, "desk/receiver.html", {"form": form}, tab="money", trail=trail)


@require_safe
@treasury_page
def export(_request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the whole till as CSV; with the mark by which spreadsheets know that it is UTF-8."""
    response = HttpResponse("\ufeff" + as_csv(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-money.csv"'
    return response
