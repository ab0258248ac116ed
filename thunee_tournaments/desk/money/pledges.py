"""Pledges at the desk: what each comes to, what was paid of it, and what the treasurer can do with it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.money.money_forms import StrikeForm
from thunee_tournaments.desk.money.parts import parts, treasury_page
from thunee_tournaments.desk.pages import Context, crumb, desk_page, posted, refused_beside
from thunee_tournaments.fundraising.amounts import plain
from thunee_tournaments.fundraising.pledges import of_event, standing_of, standings_of, takes
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.pledges import PledgeRow, part_rows, pledge_rows
from thunee_tournaments.services.acts import end_pledge, strike_pledge
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class PledgeToTake:
    """A pledge in the list, and the address of the form that takes what is open of it."""

    row: PledgeRow
    take: str


@require_safe
@treasury_page
def pledges(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: every pledge, what it comes to and what is still to be paid of it."""
    fund = fund_of(tournament)
    standings = standings_of(tournament)
    rows = pledge_rows(tournament, standings, fund.currency)
    context: Context = {
        "parts": parts(fund, "pledges"),
        "currency": fund.currency,
        "takes": takes(fund),
        "offered": fund.pledge_most is not None,
        "listed": [PledgeToTake(row, _take(tournament, row, fund.currency)) for row in rows],
        "total": sum(standing.comes_to for standing in standings),
        "paid": sum(standing.paid for standing in standings),
        "open": sum(standing.open for standing in standings),
    }
    return desk_page(request, tournament, "desk/pledges.html", context, tab="money")


@treasury_page
def pledge(request: DeskRequest, tournament: Tournament, pledge_id: str) -> HttpResponse:
    """For treasurers: one pledge hand by hand, who made it, and the forms that end it or strike it out."""
    made = of_event(tournament).filter(public_id=pledge_id).first()
    if made is None:
        raise Http404("no such pledge")
    there = redirect("desk:pledge", tournament.slug, made.public_id)
    if request.method == "POST" and request.POST.get("act") == "end":
        end_pledge(pledge=made, actor=request.user)
        messages.success(request, _("Nothing more is added to it."))
        return there
    form = StrikeForm(posted(request))
    if form.is_valid():
        with refused_beside(form, {"reason_missing": "reason", "was_paid": "reason"}):
            strike_pledge(actor=request.user, pledge=made, reason=form.cleaned_data["reason"])
            messages.success(request, _("It is struck out, and counts for nothing."))
            return there
    currency, standing = fund_of(tournament).currency, standing_of(made)
    [row] = pledge_rows(tournament, [standing], currency)
    title = _("Pledge %(number)s") % {"number": made.number}
    context: Context = {
        "title": title,
        "made": made,
        "row": row,
        "standing": standing,
        "currency": currency,
        "take": _take(tournament, row, currency),
        "parts": part_rows(tournament, standing.parts[::-1], currency),
        "form": form,
    }
    trail = (crumb(tournament, "money"), (_("Pledges"), reverse("desk:pledges", args=[tournament.slug])), (title, ""))
    return desk_page(request, tournament, "desk/pledge.html", context, tab="money", trail=trail)


def _take(tournament: Tournament, row: PledgeRow, currency: str) -> str:
    """The form that takes money, filled in with what is open."""
    standing = row.standing
    filled = {
        "pledge": standing.pledge.public_id, "amount": plain(standing.open, currency) if standing.open else "",
    }  # fmt: skip
    return f"{reverse('desk:money', args=[tournament.slug])}?{urlencode(filled)}#take"
