"""Pledging money for what is played, and the page of whoever did, which has a secret address."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from thunee_tournaments.fundraising.models import Pledge
from thunee_tournaments.fundraising.pledges import pledge_by, pledged, standing_of, standings_of, takes
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation.pledges import part_rows, pledge_rows
from thunee_tournaments.public.events import frame
from thunee_tournaments.public.pledge_forms import TEAM, PledgeForm
from thunee_tournaments.public.strangers import TOO_OFTEN, UNUSABLE, SomeAnHour, add_refusal, unkept
from thunee_tournaments.services.acts import Refused, end_pledge, make_pledge
from thunee_tournaments.teams.sign_ups import announcement_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import require_reader, tournament_of

LISTED, PARTS = 100, 60
AN_HOUR = 120  # a hall full of phones may stand behind one network address


@require_http_methods(["GET", "HEAD", "POST"])
def pledges(request: HttpRequest, slug: str) -> HttpResponse:
    """For everybody: what was pledged so far, and the form to pledge something, while pledges are taken."""
    tournament = tournament_of(slug)
    require_reader(request.user, tournament)
    fund = fund_of(tournament)
    if not takes(fund):
        return _pledges_page(request, tournament, None)
    if request.method != "POST":
        proposed = {"whom": f"{TEAM}{request.GET.get('team', '')[:24]}"}
        return _pledges_page(request, tournament, PledgeForm(tournament=tournament, fund=fund, initial=proposed))
    form = PledgeForm(request.POST, tournament=tournament, fund=fund)
    if not form.is_valid():
        return _pledges_page(request, tournament, form, UNUSABLE)
    if not SomeAnHour("pledges", AN_HOUR).allows(request):
        form.add_error(None, _("Too many pledges were made from here. Wait an hour, or ask the organiser."))
        return _pledges_page(request, tournament, form, TOO_OFTEN)
    try:
        made = make_pledge(tournament=tournament, key=request.POST.get("key", ""), typed=form.typed())
    except Refused as refused:
        add_refusal(form, refused, {"rates": form.units[0]})
        return _pledges_page(request, tournament, form, UNUSABLE)
    if not made.repeated:
        messages.success(request, _("Thank you! Your pledge counts from now on."))
    return unkept(redirect("public:pledge", slug, made.token))


def _pledges_page(
    request: HttpRequest, tournament: Tournament, form: PledgeForm | None, status: int = 200
) -> HttpResponse:
    standings = [standing for standing in standings_of(tournament) if not standing.struck]
    fund = fund_of(tournament)
    together = pledged(fund, standings)
    rows = pledge_rows(tournament, standings[-LISTED:][::-1], fund.currency)
    context = {
        **frame(tournament, "pledges"), "live": False, "form": form, "together": together, "rows": rows,
        "more": len(standings) - len(rows), "key": request.POST.get("key") or uuid.uuid4().hex,
    }  # fmt: skip
    response = render(request, "public/pledges.html", context, status=status)
    patch_cache_control(response, private=True)  # it has the key of a form in it
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def pledge(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """For everybody: whoever has the link reads what their pledge has come to, hand by hand, and can end it."""
    tournament = Tournament.objects.filter(slug=slug).first()
    made = pledge_by(tournament, token) if tournament is not None else None
    if tournament is None or made is None:
        raise Http404("no such pledge")
    if request.method == "POST":
        if request.POST.get("act") == "end":
            end_pledge(pledge=made)
            messages.success(request, _("Your pledge is ended. What it has come to stands."))
        return unkept(redirect("public:pledge", slug, token))
    return unkept(render(request, "public/pledge.html", _own(request, tournament, made, token)))


def _own(request: HttpRequest, tournament: Tournament, made: Pledge, token: str) -> dict[str, object]:
    standing, currency = standing_of(made), fund_of(tournament).currency
    [row] = pledge_rows(tournament, [standing], currency)
    over = tournament.status == Tournament.Status.CLOSED
    path = reverse("public:pledge", args=[tournament.slug, token])
    return {
        **frame(tournament, "pledges"), "row": row, "standing": standing, "currency": currency,
        "parts": part_rows(tournament, standing.parts[-PARTS:][::-1], currency),
        "earlier": max(0, len(standing.parts) - PARTS),
        "goes_on": not (over or standing.ended or standing.struck), "over": over,
        "address": own_address(request, path), "payment": announcement_of(tournament).payment,
    }  # fmt: skip
