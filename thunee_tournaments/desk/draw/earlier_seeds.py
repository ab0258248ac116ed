"""Seeding by an earlier event: choose it, look which team gets which seed and why, then save; all can be changed by
hand afterwards."""

from django.contrib import messages
from django.core.validators import slug_re
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.pages import OK, UNUSABLE, Context, crumb, desk_page
from thunee_tournaments.desk.selectors import teams_with_players
from thunee_tournaments.presentation import seeds
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused, seed_by_earlier
from thunee_tournaments.tournaments.earlier import PLAYERS
from thunee_tournaments.tournaments.models import Tournament


@organiser_page
def by_earlier(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: without `from` the events to choose from; with it what seeding by that one would make. An event
    in which one has no role is not there."""
    if tournament.status != Tournament.Status.DRAFT:
        messages.info(request, _("The draw has been made, so the seeds stand."))
        return redirect("desk:seeding", tournament.slug)
    slug = (request.POST if request.method == "POST" else request.GET).get("from", "")
    source = queries.earlier_event(request.user, tournament, slug) if slug_re.match(slug) else None
    if slug and source is None:
        raise Http404("no such tournament among theirs")
    if request.method == "POST" and source is not None:
        return _saved(request, tournament, source)
    return _page(request, tournament, source)


def _saved(request: DeskRequest, tournament: Tournament, source: Tournament) -> HttpResponse:
    try:
        seed_by_earlier(actor=request.user, tournament=tournament, source=source, seen=request.POST.get("seen", ""))
    except Refused as refused:
        return _page(request, tournament, source, refused)
    messages.success(request, _("The teams are seeded by the standings of %(name)s.") % {"name": source.name})
    return redirect("desk:seeding", tournament.slug)


def _page(
    request: DeskRequest, tournament: Tournament, source: Tournament | None, refused: Refused | None = None
) -> HttpResponse:
    context: Context = {
        "offered": queries.earlier_events(request.user, tournament),
        "source": source,
        "refusal": refused.message if refused else None,
    }
    if source is not None:
        try:
            context |= _proposed(tournament, source)
        except Refused as cannot:
            refused, context["refusal"] = cannot, cannot.message
    trail = (crumb(tournament, "seeding"), (_("By an earlier event"), ""))
    status = UNUSABLE if refused else OK
    return desk_page(
        request, tournament, "desk/seeding_earlier.html", context, tab="seeding", trail=trail, status=status
    )


def _proposed(tournament: Tournament, source: Tournament) -> Context:
    proposed = queries.propose_seeds(tournament, source)
    teams = {team.public_id: team for team in teams_with_players(tournament)}
    called = dict(source.teams.values_list("public_id", "name"))
    rows = [
        {
            "seed": seed,
            "team": teams[placed.team],
            "why": seeds.why(placed.place, placed.to, source.name),
            "called": called.get(placed.earlier, "") if placed.by == PLAYERS else "",
        }
        for seed, placed in enumerate(proposed.places, start=1)
    ]
    known = [placed.team for placed in proposed.places]
    return {
        "rows": rows,
        "rest": [team for public_id, team in teams.items() if public_id not in known],
        "seen": " ".join(known),
        "replaces": any(team.seed is not None for team in teams.values()),
    }
