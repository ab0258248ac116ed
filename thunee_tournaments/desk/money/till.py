"""The book of the till: every movement in the order it was written, what stands out, and its head."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.money.parts import parts, treasury_page
from thunee_tournaments.desk.money.rows import rows_of, title_of, with_all
from thunee_tournaments.desk.pages import Context, crumb, desk_page
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.marks import standing_out, watched
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.fundraising.till_chain import head_of
from thunee_tournaments.services.acts import take_till
from thunee_tournaments.tournaments.models import Tournament

PER_PAGE = 50


@require_safe
@treasury_page
def till(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: every movement of the till, or only those about which something stands out."""
    marked = [movement.pk for movement, _marks in standing_out(tournament)]
    only_marked = request.GET.get("show") == "marked"
    movements = Movement.objects.filter(tournament=tournament).order_by("-seq")
    listed = with_all(movements.filter(pk__in=marked) if only_marked else movements)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page", ""))
    head, written = head_of(tournament)
    fund = fund_of(tournament)
    context: Context = {
        "parts": parts(fund, "till"),
        "balances": balances_of(tournament),
        "currency": fund.currency,
        "page": page,
        "rows": [(title_of(row.movement), row) for row in rows_of(tournament, page.object_list, watched(tournament))],
        "marked": len(marked),
        "only_marked": only_marked,
        "head": head,
        "written": written,
    }
    trail = (crumb(tournament, "money"), (_("The till"), ""))
    return desk_page(request, tournament, "desk/till.html", context, tab="money", trail=trail)


@require_POST
@treasury_page
def till_file(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the till as a file that `verify.py` checks."""
    content = take_till(actor=request.user, tournament=tournament)
    response = HttpResponse(content, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-till.jsonl"'
    return response
