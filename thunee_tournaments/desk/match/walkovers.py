"""Walkovers: a match given to a team without (more) play, and taken back."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm, one_of
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import add_refusal, desk_page, posted, what_moved
from thunee_tournaments.presentation.stages import name_of_side
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Impact,
    Refused,
    as_seen,
    award_walkover,
    mark_of,
    preview_without_walkover,
    withdraw_walkover,
)
from thunee_tournaments.tournaments.models import Tournament


class WalkoverForm(ReasonForm):
    """Who goes on, and why."""

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [(side, name_of_side(match, side)) for side in "AB"]
        missing = _("Say which of the two teams goes on.")
        self.fields["side"] = one_of(_("Who goes on?"), sides, missing=missing)
        self.order_fields(["side", "reason"])


@organiser_page
def walkover(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: give a match to a team without (more) play, or take that back."""
    match = match_for(tournament, match_id)
    here = match_href(tournament, match)
    given = match.outcome == Match.Outcome.WALKOVER
    if not given and (match.over or not match.known):
        messages.info(request, _("Only a match of two teams that is not over can be given to one of them."))
        return redirect(here)
    back = request.POST.get("act") == "back"
    sent = posted(request)
    form: ReasonForm = ReasonForm(sent) if given else WalkoverForm(sent, match=match)
    if request.method == "POST" and given != back:
        # The page was of the match as it was before: given already, or taken back already.
        messages.info(request, _("This had been done already. This is the match as it is now."))
        return redirect(here)
    notice = ""
    if form.is_valid():
        try:
            if given:
                reason = form.cleaned_data["reason"]
                act = partial(withdraw_walkover, actor=request.user, match=match, reason=reason)
                as_seen(tournament, request.POST.get("seen", ""), act)
                messages.success(request, _("The walkover is taken back: the match is to be played."))
            else:
                award_walkover(actor=request.user, match=match, **form.cleaned_data)
                messages.success(request, _("The match is decided by a walkover."))
            return redirect(here)
        except ChangedSinceShown as moved:
            notice = what_moved(moved)
        except Refused as refused:
            add_refusal(form, refused, {"reason_missing": "reason", "bad_side": "side"})
    beyond = _without_it(request, match) if given else None
    context = {"match": match, "form": form, "given": given, "back": here, "round": title_of(match)}
    context |= {"beyond": beyond, "seen": mark_of(beyond), "notice": notice}
    trail = trail_of(tournament, match, _("Walkover"))
    return desk_page(request, tournament, "desk/walkover.html", context, tab="bracket", trail=trail)


def _without_it(request: DeskRequest, match: Match) -> Impact | None:
    """What taking the walkover back would change; None where it would be refused, which is said when it is tried."""
    try:
        return preview_without_walkover(actor=request.user, match=match)
    except Refused:
        return None
