"""A receipt by its private address, for whoever paid: no cache keeps it, no search finds it, no other site is told."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from thunee_tournaments.fundraising.payer_links import receipt_by
from thunee_tournaments.presentation.slips import slip_of
from thunee_tournaments.public.strangers import unkept
from thunee_tournaments.tournaments.models import Tournament


@require_safe
def receipt(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """For everybody: one receipt, as it stands now, for whoever has its private address."""
    tournament = Tournament.objects.filter(slug=slug).first()
    taken = receipt_by(tournament, token) if tournament is not None else None
    if taken is None:
        raise Http404("no such receipt")
    context = {"tournament": tournament, "slip": slip_of(taken)}
    return unkept(render(request, "public/receipt.html", context))
