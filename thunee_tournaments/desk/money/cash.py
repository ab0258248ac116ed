"""The cash boxes: what should be in them, cash that changes its place, and cashing up."""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import TREASURY, DeskRequest
from thunee_tournaments.desk.money.money_forms import CashForm, CountForm
from thunee_tournaments.desk.money.parts import form_key, parts, treasury_page
from thunee_tournaments.desk.money.rows import movement_for, rows_of, title_of, with_all
from thunee_tournaments.desk.pages import Context, crumb, desk_page, device_of, posted, refused_beside, saying_why_not
from thunee_tournaments.fundraising.accounts import BANK, balances_of
from thunee_tournaments.fundraising.amounts import places, symbol
from thunee_tournaments.fundraising.cash import ALL, cash_up_of, counts, reversed_since_count
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.acts import cash_up, move_cash, sign_cash_up
from thunee_tournaments.tournaments.labels import label_of, people
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import people_with


class Box(TypedDict):
    """The cash of one person, "" for all: whose it is called, and what should be in it."""

    whose: str
    name: str
    cents: int


@treasury_page
def cash(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what should be in each box, the form for cash that changes its place, and the cash-ups."""
    fund = fund_of(tournament)
    form = CashForm(posted(request), fund=fund, people=_takers(tournament), own=request.user)
    if form.is_valid():
        with refused_beside(form):
            moved = move_cash(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.move(),
            )  # fmt: skip
            messages.success(request, _("%(title)s is written.") % {"title": title_of(moved)})
            return redirect("desk:cash", tournament.slug)
    balances = balances_of(tournament)
    made = list(with_all(counts(tournament)))
    context: Context = {
        "form": form,
        "key": form_key(request),
        "parts": parts(fund, "cash"),
        "currency": fund.currency,
        "boxes": _boxes(request, tournament),
        "balances": balances,
        "banked": balances.of.get(BANK, 0),
        "counts": list(zip(rows_of(tournament, made), map(cash_up_of, made), strict=True)),
    }
    trail = (crumb(tournament, "money"), (_("Cash"), ""))
    return desk_page(request, tournament, "desk/cash.html", context, tab="money", trail=trail)


@treasury_page
def count(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the form in which a box, or all the cash, is counted."""
    fund = fund_of(tournament)
    boxes = {box["whose"]: box for box in _boxes(request, tournament)}
    whose = (request.POST if request.method == "POST" else request.GET).get("box", ALL)
    box = boxes.get(whose, boxes[ALL])
    form = CountForm(posted(request), fund=fund, stands=box["cents"])
    if form.is_valid():
        with refused_beside(form, {"went_on": "reason"}):
            made = cash_up(
                actor=request.user, tournament=tournament, whose=box["whose"], device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.count(),
            )  # fmt: skip
            messages.success(
                request, _("%(title)s is written. Somebody else signs for it.") % {"title": title_of(made)}
            )
            return redirect("desk:receipt", tournament.slug, made.public_id)
        box = {entry["whose"]: entry for entry in _boxes(request, tournament)}[box["whose"]]
    context: Context = {
        "form": form,
        "key": form_key(request),
        "box": box,
        "sign": symbol(fund.currency),
        "places": places(fund.currency),
        "currency": fund.currency,
        "taken_back": reversed_since_count(tournament, box["whose"]),
    }
    there = reverse("desk:cash", args=[tournament.slug])
    trail = (crumb(tournament, "money"), (_("Cash"), there), (_("Cash up"), ""))
    return desk_page(request, tournament, "desk/cash_up.html", context, tab="money", trail=trail)


@require_POST
@treasury_page
def sign(request: DeskRequest, tournament: Tournament, count_id: str) -> HttpResponse:
    """For treasurers: sign for what somebody else has counted."""
    made = movement_for(tournament, count_id, (Movement.Act.COUNT,))
    with saying_why_not(request):
        sign_cash_up(actor=request.user, count=made, device=device_of(request), client_uuid=request.POST.get("key", ""))
        messages.success(request, _("You have signed for this cash-up."))
    return redirect("desk:receipt", tournament.slug, count_id)


def _takers(tournament: Tournament) -> list[User]:
    """Who may take money here."""
    return list(people_with(tournament, *TREASURY))


def _boxes(request: DeskRequest, tournament: Tournament) -> list[Box]:
    """Every box, one's own first, and all the cash together."""
    boxes = balances_of(tournament).boxes
    own = label_of(request.user.pk, tournament)
    called = people([own, *boxes], tournament)
    order = [own, *(whose for whose in boxes if whose != own)]
    listed: list[Box] = [
        {"whose": whose, "name": called.get(whose, whose), "cents": boxes.get(whose, 0)} for whose in order
    ]
    return [*listed, {"whose": ALL, "name": _("All the cash"), "cents": sum(boxes.values())}]
