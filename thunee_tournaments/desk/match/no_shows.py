"""A team that is missing, at the desk: its clock started and stopped, and the match given to the others."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import CHIEFS, REFEREES, WRITERS, DeskRequest, page_for
from thunee_tournaments.desk.match.hands import writer_text
from thunee_tournaments.desk.pages import Context, saying_why_not
from thunee_tournaments.services.acts import award_no_show, start_no_show, stop_no_show
from thunee_tournaments.services.queries import clock_time
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.no_shows import missing_in
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament


def view_of(match: Match, tournament: Tournament, roles: frozenset[str], seating: Seating | None) -> Context | None:
    """Who is missing in a match, and what these roles may do about it; None where nobody can be missing: it is called
    to no table, over, or a hand of its game is written. Its games must be at hand."""
    games = sorted(match.games.all(), key=lambda game: game.number)
    if seating is None or match.over or match.alone or not match.known or (games and games[-1].sheet.seq):
        return None
    missing = missing_in(match)
    gone = {missing_side.side for missing_side in missing}
    running = tournament.status == Tournament.Status.RUNNING
    return {
        "missing": [
            {
                "missing": missing_side,
                "others": match.team(OTHER_SIDE[missing_side.side]),
                "by": writer_text(missing_side.by),
                "both": len(gone) == len(OTHER_SIDE),
                "may_give": running and bool(roles & (REFEREES if missing_side.over else CHIEFS)),
            }
            for missing_side in missing
        ],
        "there": [{"side": side, "team": match.team(side)} for side in "AB" if side not in gone],
        "minutes": policies.read(tournament.policies).no_show_minutes,
        "may_start": running and not match.conflict and bool(roles & WRITERS),
    }


@require_POST
@page_for(WRITERS)
def no_show(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For scorekeepers and referees: start a missing team's clock, stop it, or (for a referee) give the
    match to the others."""
    match = match_for(tournament, match_id)
    side = request.POST.get("side", "")
    do = request.POST.get("do", "")
    with saying_why_not(request):
        if do == "start":
            clock = start_no_show(actor=request.user, match=match, side=side)
            words = {"team": clock.team, "time": clock_time(clock.until)}
            messages.success(request, _("%(team)s has until %(time)s to come.") % words)
        elif do == "stop":
            stopped = stop_no_show(actor=request.user, match=match, side=side)
            messages.success(request, _("They are here: the clock is stopped.") if stopped else
                             _("No clock was running for this team any more."))  # fmt: skip
        elif do == "give":
            reason = tidy(request.POST.get("reason", ""))[:300]
            award_no_show(actor=request.user, match=match, side=side, reason=reason)
            messages.success(request, _("The match is decided by a walkover."))
        else:
            messages.error(request, _("Say what is to be done."))
    return redirect("desk:match", tournament.slug, match_id)
