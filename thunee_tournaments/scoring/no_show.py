"""Somebody is missing at a table: its scorekeeper starts the clock, and stops it when they come."""

from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, start_no_show, stop_no_show
from thunee_tournaments.services.queries import clock_time, why_only_look
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tables.no_shows import Missing, missing_in
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament


class Present(TypedDict):
    """A side that is at the table."""

    side: str
    team: Team | None


class NoShows(TypedDict):
    """Who is missing at a table, who is there, how long is waited, and whether its phone may start and stop clocks."""

    missing: list[Missing]
    there: list[Present]
    minutes: int
    may: bool


def no_show_of(link: TableLink, now: Sitting | None) -> NoShows | None:
    """Who is missing at the table, and whether its phone may say so; None where nobody can be missing: a hand of the
    game is written."""
    if now is None or now.sheet.seq or now.match.alone or now.match.over:
        return None
    missing = missing_in(now.match)
    gone = {team.side for team in missing}
    running = link.tournament.status == Tournament.Status.RUNNING
    return {
        "missing": missing,
        "there": [{"side": side, "team": now.match.team(side)} for side in "AB" if side not in gone],
        "minutes": policies.read(link.tournament.policies).no_show_minutes,
        "may": running and now.review is None and why_only_look(link) is None,
    }


@require_POST
@table_session_required
def no_show(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: `do` starts or stops the clock of the team on `side`; what is refused is
    said at the table."""
    try:
        match = sitting_for(here.link, sheet_id).match
    except Http404:
        # The desk has given the match away, or called it elsewhere, while this page was open.
        messages.info(request, _("This match is not waiting here any more. This is how the table stands now."))
        return redirect("scoring:table")
    side, do = request.POST.get("side", ""), request.POST.get("do", "")
    try:
        if do == "start":
            clock = start_no_show(actor=here.link, match=match, side=side)
            words = {"team": clock.team, "time": clock_time(clock.until)}
            messages.success(request, _("%(team)s has until %(time)s to come.") % words)
        elif do == "stop":
            stop_no_show(actor=here.link, match=match, side=side)
            messages.success(request, _("They are here: the clock is stopped."))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("scoring:table")
