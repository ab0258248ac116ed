"""The auction for everybody: what is called up, what is bid, and which paddle has what."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.auction import item_rows
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.tournaments.models import Tournament


@of_event
def auction(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: every item with its highest bid. Paddles have numbers here, and no names."""
    rows = item_rows(tournament)
    context = {
        **frame(tournament, ""), "rows": rows, "currency": fund_of(tournament).currency,
        "total": sum(row.stands_at for row in rows if row.fallen),
    }  # fmt: skip
    return render(request, "public/auction.html", context)
