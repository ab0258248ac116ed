"""A team goes home, or plays on after all."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import UNUSABLE, add_refusal, desk_page, what_moved
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Impact,
    Refused,
    as_seen,
    mark_of,
    preview_going,
    reinstate_team,
    withdraw_team,
)
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


@organiser_page
def withdraw(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """For organisers: what it would change that a team goes home, the form that says why, and the way back."""
    team = team_for(tournament, team_id)
    out = team.withdrawn_at is not None
    check = request.method == "POST" and request.POST.get("action") == "check"
    typed = {"reason": request.POST.get("reason", "")}
    form = ReasonForm(request.POST if request.method == "POST" and not (out or check) else None, initial=typed)
    if request.method == "POST" and out != (request.POST.get("act") == "back"):
        # The page was of the team as it was before: gone already, or back already.
        messages.info(request, _("This had been done already. This is the team as it is now."))
        return redirect("desk:withdraw", tournament.slug, team_id)
    refusal = beyond = None
    notice, seen = "", request.POST.get("seen", "")
    if request.method == "POST" and (out or check or form.is_valid()):
        try:
            if check:
                beyond = preview_going(actor=request.user, team=team)
            elif out:
                as_seen(tournament, seen, partial(reinstate_team, actor=request.user, team=team))
            else:
                reason = form.cleaned_data["reason"]
                as_seen(tournament, seen, partial(withdraw_team, actor=request.user, team=team, reason=reason))
        except ChangedSinceShown as moved:
            beyond, refusal = _would_change(request, team)
            notice = what_moved(moved)
        except Refused as refused:
            if out or check:
                refusal = refused.message
            else:
                add_refusal(form, refused)
        if not (check or refusal or notice or form.errors):
            message = _("%(team)s plays on.") if out else _("%(team)s has withdrawn.")
            messages.success(request, message % {"team": team.name})
            return redirect("desk:bracket", tournament.slug)
    context = {"form": form, "team": team, "out": out, "refusal": refusal, "beyond": beyond}
    context |= {"seen": mark_of(beyond), "notice": notice}
    status = UNUSABLE if refusal and not notice else None
    return desk_page(request, tournament, "desk/withdraw.html", context, tab="teams", status=status)


def _would_change(request: DeskRequest, team: Team) -> tuple[Impact | None, Any]:
    """What its going home, or playing on, would change by now, or why it cannot be."""
    try:
        return preview_going(actor=request.user, team=team), None
    except Refused as refused:
        return None, refused.message
