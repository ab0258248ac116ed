"""Money that goes out: what was spent, and prizes that were paid."""

from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.money.money_forms import ExpenseForm, PrizePaidForm
from thunee_tournaments.desk.money.parts import form_key, parts, treasury_page
from thunee_tournaments.desk.money.rows import rows_of, title_of, with_all
from thunee_tournaments.desk.pages import Context, crumb, desk_page, device_of, posted, refused_beside
from thunee_tournaments.fundraising.amounts import plain
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.payable import Payable, prizes_to_pay
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.acts import pay_expense, pay_prize
from thunee_tournaments.tournaments.models import Tournament


class ToPay(TypedDict):
    """A prize that a team has won, and the address of the form filled in with it."""

    payable: Payable
    pay: str


@treasury_page
def pay_out(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what was spent, and the form for what is spent now."""
    fund = fund_of(tournament)
    form = ExpenseForm(posted(request), fund=fund)
    if form.is_valid():
        with refused_beside(form):
            paid = pay_expense(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.cleaned_data,
            )  # fmt: skip
            messages.success(request, _("%(title)s is written.") % {"title": title_of(paid)})
            return redirect("desk:pay_out", tournament.slug)
    context = _context(request, tournament, form, Movement.Act.EXPENSE)
    return desk_page(request, tournament, "desk/pay_out.html", context, tab="money", trail=_trail(tournament))


@treasury_page
def prize(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the prizes that teams have won, and the form for one that is paid now."""
    fund = fund_of(tournament)
    asked = {name: request.GET.get(name, "")[:80] for name in ("amount", "team", "what")}
    form = PrizePaidForm(posted(request), fund=fund, tournament=tournament, initial=asked)
    if form.is_valid():
        with refused_beside(form):
            paid = pay_prize(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.paid(),
            )  # fmt: skip
            messages.success(request, _("%(title)s is written.") % {"title": title_of(paid)})
            return redirect("desk:prize_paid", tournament.slug)
    context = _context(request, tournament, form, Movement.Act.PRIZE)
    context["to_pay"] = [_to_pay(tournament, payable, fund.currency) for payable in prizes_to_pay(tournament)]
    return desk_page(request, tournament, "desk/prize_paid.html", context, tab="money", trail=_trail(tournament))


def _context(request: DeskRequest, tournament: Tournament, form: ExpenseForm | PrizePaidForm, act: str) -> Context:
    fund = fund_of(tournament)
    paid = with_all(Movement.objects.filter(tournament=tournament, act=act).order_by("-seq"))
    return {
        "form": form,
        "key": form_key(request),
        "parts": parts(fund, "pay_out"),
        "prizes": act == Movement.Act.PRIZE,
        "rows": rows_of(tournament, paid),
        "currency": fund.currency,
    }


def _to_pay(tournament: Tournament, payable: Payable, currency: str) -> ToPay:
    filled = {
        "team": payable.team.public_id, "what": payable.what, "amount": plain(payable.open, currency),
    }  # fmt: skip
    return {"payable": payable, "pay": f"{reverse('desk:prize_paid', args=[tournament.slug])}?{urlencode(filled)}#pay"}


def _trail(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    return crumb(tournament, "money"), (_("Pay out"), "")
