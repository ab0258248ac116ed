"""The order of the seeds: numbers typed beside the teams, one place up or down, or a lot that anybody can redo."""

from collections.abc import Sequence
from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw import seed_order
from thunee_tournaments.desk.forms import LotForm
from thunee_tournaments.desk.pages import OK, UNUSABLE, add_refusal, desk_page, saying_why_not
from thunee_tournaments.desk.selectors import teams_with_players
from thunee_tournaments.presentation import seeds
from thunee_tournaments.services.acts import Refused, draw_lot_seeds, order_seeds
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.models import Tournament

SEPARATOR = " "  # between public ids, which hold none


@organiser_page
def seeding(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the order by hand. Every button sends all numbers, so that nothing typed is lost by
    pressing another one."""
    teams = teams_with_players(tournament)
    if request.method != "POST":
        return _page(request, tournament, teams)
    typed = _typed(request.POST, teams)
    asked = seed_order.arrange(_seeded(teams), _seen(request.POST), typed)
    if asked.wrong:
        return _page(request, tournament, teams, typed=typed, wrong=asked.wrong)
    action, _colon, moved = request.POST.get("move", "").partition(":")
    then = "desk:seeding"
    if action == "on":
        action, then = "", "desk:rules"
    if action and _seen(request.POST) != _seeded(teams) and not asked.changed:
        messages.info(request, _("The order had changed, so nothing was moved. This is how it is now."))
        return redirect("desk:seeding", tournament.slug)
    wanted = seed_order.move(asked.order, moved, action)
    with saying_why_not(request):
        if wanted != _seeded(teams):
            order_seeds(actor=request.user, tournament=tournament, teams=wanted)
        if not action:
            messages.success(request, _("The order is saved."))
    there = reverse(then, args=[tournament.slug])
    return redirect(f"{there}#team-{moved}" if action else there)


def _seeded(teams: Sequence[Team]) -> list[str]:
    """The public ids of the seeded teams, from the first seed down."""
    return [team.public_id for team in sorted((t for t in teams if t.seed is not None), key=lambda t: t.seed or 0)]


def _seen(posted: QueryDict) -> list[str]:
    """The order as it stood on the page that was sent."""
    return posted.get("seen", "").split()


def _typed(posted: QueryDict, teams: Sequence[Team]) -> dict[str, str]:
    return {team.public_id: posted.get(f"seed-{team.public_id}", "").strip() for team in teams}


def _page(
    request: DeskRequest,
    tournament: Tournament,
    teams: Sequence[Team],
    *,
    typed: dict[str, str] | None = None,
    wrong: dict[str, str] | None = None,
    lot_form: LotForm | None = None,
) -> HttpResponse:
    seeded = _seeded(teams)
    by_id = {team.public_id: team for team in teams}
    lined_up = [by_id[public_id] for public_id in seeded] + [team for team in teams if team.seed is None]
    whys = _whys(tournament)
    rows = [
        {
            "team": team,
            "typed": typed[team.public_id] if typed is not None else team.seed or "",
            "error": (wrong or {}).get(team.public_id),
            "first": team.seed == 1,
            "last": team.seed == len(seeded),
            "why": whys.get(team.public_id, ""),
        }
        for team in lined_up
    ]
    context = {
        "rows": rows,
        "seen": SEPARATOR.join(seeded),
        "seeded": len(seeded),
        "wrong": bool(wrong),
        "lot_form": lot_form or LotForm(),
        "by_lot": _by_lot(tournament, by_id),
        "by_earlier": seeds.source_of(tournament.seeding),
        "changed_by_hand": tournament.seeding.get("by") == "hand",
    }
    status = UNUSABLE if wrong or (lot_form and lot_form.errors) else OK
    return desk_page(request, tournament, "desk/seeding.html", context, tab="seeding", status=status)


def _whys(tournament: Tournament) -> dict[str, str]:
    """For each team its place in the earlier event the order was made from, in words."""
    kept = earlier.source_of(tournament.seeding)
    if kept is None:
        return {}
    name = seeds.event_name(seeds.source_of(tournament.seeding))
    return {team: seeds.why(place, to, name) for team, (place, to, _how) in earlier.places_of(kept).items()}


class ByLot(TypedDict):
    """The stored lot of an order, with the list it shuffled."""

    lot: str
    label: str
    entered: list[Team]


def _by_lot(tournament: Tournament, by_id: dict[str, Team]) -> ByLot | None:
    """None if the order is not by lot."""
    kept = tournament.seeding
    if kept.get("by") != "lot":
        return None
    entered = [by_id[public_id] for public_id in kept["teams"] if public_id in by_id]
    return {"lot": kept["lot"], "label": kept["label"], "entered": entered}


@require_POST
@organiser_page
def draw_lot(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: all teams by lot. `before` is the lot the page showed: a second tap does not draw a second
    time."""
    if request.POST.get("before", "") != tournament.seeding.get("lot", ""):
        messages.info(request, _("The lot had been drawn already. This is how it is now."))
        return redirect("desk:seeding", tournament.slug)
    form = LotForm(request.POST)
    if form.is_valid():
        try:
            draw_lot_seeds(actor=request.user, tournament=tournament, lot=form.cleaned_data["lot"])
        except Refused as refused:
            if refused.code != "bad_lot":
                messages.error(request, refused.message)
                return redirect("desk:seeding", tournament.slug)
            add_refusal(form, refused, {"bad_lot": "lot"})
        else:
            messages.success(request, _("The lot is drawn, and all teams are seeded by it."))
            return redirect(reverse("desk:seeding", args=[tournament.slug]) + "#lot")
    return _page(request, tournament, teams_with_players(tournament), lot_form=form)
