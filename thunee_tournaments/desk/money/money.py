"""Money at the desk, for the organiser and the treasurer: what came in, who owes, receipts taken and taken back."""

import uuid
from collections.abc import Iterable
from typing import Any, TypedDict

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from thunee_tournaments.desk.access import TREASURY, DeskRequest, page_for
from thunee_tournaments.desk.money.money_forms import FundForm, ReceiptForm
from thunee_tournaments.desk.money_fields import ReversalForm
from thunee_tournaments.desk.pages import Context, crumb, desk_page, device_of, posted, refused_beside
from thunee_tournaments.fundraising.amounts import plain, shown
from thunee_tournaments.fundraising.export import actors_of, as_csv, people
from thunee_tournaments.fundraising.models import Receipt, Reversal
from thunee_tournaments.fundraising.owed import Account, accounts_of
from thunee_tournaments.fundraising.raised import find_receipts, fund_of, standing, sums_of
from thunee_tournaments.services.acts import reverse_money, set_fund, take_money
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Tournament

PER_PAGE = 25
treasury_page = page_for(TREASURY)


class Sum(TypedDict):
    """What came in of one kind, or in one way."""

    label: str
    cents: int
    count: int


class Owing(TypedDict):
    """A team's account, and the address of the form filled in with what it still owes."""

    account: Account
    take: str


class ReceiptRow(TypedDict):
    """A receipt with the names of its team and of those who took it, and perhaps took it back."""

    receipt: Receipt
    reversal: Reversal | None
    team: str
    taken_by: str
    reversed_by: str


@treasury_page
def money(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what came in, and the form for what comes in now."""
    fund = fund_of(tournament)
    form = ReceiptForm(posted(request), tournament=tournament, currency=fund.currency, initial=_proposed(request))
    if form.is_valid():
        with refused_beside(form):
            taken = take_money(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""),
                currency=request.POST.get("currency", ""), **form.gift(),
            )  # fmt: skip
            values = {"number": taken.receipt.number, "amount": shown(taken.receipt.amount, fund.currency)}
            if taken.repeated:
                messages.info(request, _("Receipt %(number)s (%(amount)s) was written already.") % values)
            else:
                messages.success(request, _("Receipt %(number)s is written: %(amount)s.") % values)
            return redirect("desk:money", tournament.slug)
    wanted = tidy(request.GET.get("q", ""))[:60]
    page = Paginator(find_receipts(tournament, wanted), PER_PAGE).get_page(request.GET.get("page", ""))
    sums, accounts = sums_of(standing(tournament)), accounts_of(tournament)
    context: Context = {
        "fund": fund,
        "currency": fund.currency,
        "sums": sums,
        "kinds": _named(sums.by_kind, Receipt.Kind),
        "methods": _named(sums.by_method, Receipt.Method),
        "towards": min(sums.total, fund.goal or 0),
        "accounts": [_owing(tournament, account, fund.currency) for account in accounts],
        "still_open": sum(account.open for account in accounts),
        "form": form,
        "key": request.POST["key"] if _usable(request) else uuid.uuid4(),
        "page": page,
        "rows": _rows(tournament, page.object_list),
        "wanted": wanted,
    }
    return desk_page(request, tournament, "desk/money.html", context, tab="money")


def _usable(request: DeskRequest) -> bool:
    """Whether the form came with a key that can go on with it."""
    try:
        uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return False
    return True


def _proposed(request: DeskRequest) -> dict[str, str]:
    """What a link to the form fills in: the amount a team owes, and what for."""
    asked = {name: request.GET.get(name, "")[:40] for name in ("amount", "kind", "team")}
    return {"kind": Receipt.Kind.DONATION, **{name: value for name, value in asked.items() if value}}


def _named(sums: dict[str, tuple[int, int]], choices: Any) -> list[Sum]:
    return [{"label": choices(value).label, "cents": cents, "count": count} for value, (cents, count) in sums.items()]


def _owing(tournament: Tournament, account: Account, currency: str) -> Owing:
    owed = {"team": account.team.public_id, "kind": account.next_kind, "amount": plain(account.open, currency)}
    return {"account": account, "take": f"{reverse('desk:money', args=[tournament.slug])}?{urlencode(owed)}#take"}


def _rows(tournament: Tournament, receipts: Iterable[Receipt]) -> list[ReceiptRow]:
    receipts = list(receipts)
    called = people(actors_of(receipts))
    teams = tournament.teams.filter(public_id__in={receipt.team for receipt in receipts})
    names = dict(teams.values_list("public_id", "name"))
    return [
        {
            "receipt": receipt,
            "reversal": reversal,
            "team": names.get(receipt.team, ""),
            "taken_by": called.get(receipt.actor, receipt.actor),
            "reversed_by": called.get(reversal.actor, reversal.actor) if reversal else "",
        }
        for receipt in receipts
        for reversal in [getattr(receipt, "reversal", None)]
    ]


def _receipt_for(tournament: Tournament, receipt_id: str) -> Receipt:
    """The receipt with this id. Raises Http404."""
    receipts = Receipt.objects.select_related("giver", "reversal", "tournament")
    receipt = receipts.filter(tournament=tournament, public_id=receipt_id).first()
    if receipt is None:
        raise Http404("no such receipt")
    return receipt


@treasury_page
def receipt(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: one receipt, and the form that takes it back."""
    taken = _receipt_for(tournament, receipt_id)
    form = ReversalForm(posted(request))
    if form.is_valid():
        with refused_beside(form):
            reverse_money(
                actor=request.user, receipt=taken, device=device_of(request), client_uuid=request.POST.get("key", ""),
                **form.cleaned_data,
            )  # fmt: skip
            messages.success(request, _("Receipt %(number)s is taken back.") % {"number": taken.number})
            return redirect("desk:money", tournament.slug)
        taken = Receipt.objects.select_related("giver", "reversal").get(pk=taken.pk)
    [row] = _rows(tournament, [taken])
    context: Context = {**row, "currency": fund_of(tournament).currency, "form": form, "key": uuid.uuid4()}
    title = _("Receipt %(number)s") % {"number": taken.number}
    trail = (crumb(tournament, "money"), (title, ""))
    return desk_page(request, tournament, "desk/receipt.html", context, tab="money", trail=trail)


@require_safe
@treasury_page
def receipt_slip(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: a receipt to print for whoever gave the money; what was noted for the desk alone is not on it."""
    taken = _receipt_for(tournament, receipt_id)
    [row] = _rows(tournament, [taken])
    there = reverse("desk:receipt", args=[tournament.slug, receipt_id])
    title = _("Receipt %(number)s") % {"number": taken.number}
    trail = (crumb(tournament, "money"), (title, there), (pgettext("of a receipt", "Slip"), ""))
    context: Context = {**row, "currency": fund_of(tournament).currency}
    return desk_page(request, tournament, "desk/receipt_slip.html", context, tab="money", trail=trail)


@treasury_page
def fund(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what is hoped for, what a team pays to enter, and whether everybody sees what came in."""
    kept = fund_of(tournament)
    initial = {
        "public": kept.public,
        "goal": plain(kept.goal, kept.currency) if kept.goal else "",
        "entry_fee": plain(kept.entry_fee, kept.currency) if kept.entry_fee else "",
        "currency": kept.currency,
    }
    form = FundForm(posted(request), currency=kept.currency, initial=initial)
    if form.is_valid():
        with refused_beside(form):
            set_fund(actor=request.user, tournament=tournament, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("desk:money", tournament.slug)
    trail = (crumb(tournament, "money"), (_("Goal, entry fee, who sees it"), ""))
    return desk_page(request, tournament, "desk/fund.html", {"form": form}, tab="money", trail=trail)


@require_safe
@treasury_page
def export(_request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: every receipt as CSV; with the mark by which spreadsheets know that it is UTF-8."""
    response = HttpResponse("\ufeff" + as_csv(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-money.csv"'
    return response
