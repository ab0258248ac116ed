"""At the door: who is here, by name, and a draw without those that are not."""

from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import TREASURY, DeskRequest, organiser_page, page_for
from thunee_tournaments.desk.pages import crumb, desk_page, saying_why_not
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.fundraising.owed import Account, accounts_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.acts import check_in, leave_out_absent
from thunee_tournaments.services.queries import door_code
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments.models import Tournament

treasury_page = page_for(TREASURY)


class Row(TypedDict):
    """A team at the door; `account`: what it owes, where there is something to pay."""

    team: Team
    account: Account | None


@treasury_page
def door(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the teams by name, to be checked in, with what they still owe."""
    if request.method == "POST":
        team = team_for(tournament, request.POST.get("team", ""))
        with saying_why_not(request):
            check_in(actor=request.user, team=team, here=request.POST.get("act") == "here")
        scanned = f"?team={team.public_id}" if request.GET.get("team") else ""
        return redirect(reverse("desk:door", args=[tournament.slug]) + f"{scanned}#team-{team.public_id}")
    accounts = {account.team.pk: account for account in accounts_of(tournament)}
    teams = list(tournament.teams.filter(withdrawn_at__isnull=True).order_by("name_key").prefetch_related("players"))
    wanted, scanned = name_key(tidy(request.GET.get("q", ""))[:60]), request.GET.get("team", "")
    rows: list[Row] = [
        {"team": team, "account": accounts.get(team.pk)}
        for team in teams
        if (not wanted or wanted in _searched(team)) and scanned in ("", team.public_id)
    ]
    context = {
        "rows": rows,
        "wanted": tidy(request.GET.get("q", ""))[:60],
        "scanned": scanned,
        "code": door_code(tournament),
        "all": len(teams),
        "here": sum(team.arrived_at is not None for team in teams),
        "currency": fund_of(tournament).currency,
    }
    trail = (crumb(tournament, "teams"), (_("At the door"), ""))
    return desk_page(request, tournament, "desk/door.html", context, tab="teams", trail=trail)


def _searched(team: Team) -> str:
    """All that a team is found by."""
    return " ".join(name_key(name) for name in (team.name, team.club, *(player.name for player in team.roster)))


@require_POST
@organiser_page
def leave_out(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the teams that are not here are left out of the draw."""
    with saying_why_not(request):
        left_out = leave_out_absent(actor=request.user, tournament=tournament, seen=request.POST.getlist("seen"))
        text = ngettext(
            "%(count)s team is left out. If it comes after all, take it in under Sign-ups.",
            "%(count)s teams are left out. If one comes after all, take it in under Sign-ups.",
            len(left_out),
        )
        messages.success(request, text % {"count": len(left_out)})
    return redirect("desk:draw", tournament.slug)
