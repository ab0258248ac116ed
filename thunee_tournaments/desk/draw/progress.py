"""What an organiser does while an event of several stages is played: pair a round, draw the next stage, put a match
off, let a team go home; and taking the first two of these back. What a qualifier needs is in `qualifier_entries`."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import stage_title, title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw import qualifier_entries
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import CONFLICT, UNUSABLE, add_refusal, desk_page, saying_why_not
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Consequences,
    Refused,
    as_seen,
    mark_of,
    pair_round,
    postpone_match,
    preview_going,
    reinstate_team,
    start_next_stage,
    undo_round,
    undo_stage,
    withdraw_team,
)
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

Status = Tournament.Status


def steps(tournament: Tournament) -> dict[str, Any]:
    """What can be done next with the stage that is being played, for the page that shows it."""
    now = queries.outlook(tournament)
    if tournament.status != Status.RUNNING or now.stage is None:
        return {"outlook": now}
    found: dict[str, Any] = {"outlook": now}
    rounds = now.stage.rounds.count()
    if now.stage.format == Stage.Format.SWISS:
        open_ = now.stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists()
        found |= {"round": rounds, "rounds": now.stage.parameters["rounds"], "round_over": not open_}
    if now.stage.format == Stage.Format.STREAK:
        found |= qualifier_entries.queue(now.stage)
    if now.can_draw and now.following is not None:
        found["going_on"] = queries.who_goes_on(now.following)
        found["following"] = stage_title(now.following.format, now.following.parameters)
    return found


@require_POST
@organiser_page
def next_stage(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next stage. `stage` is the one the page offered: a second tap does not draw the one after it."""
    with saying_why_not(request):
        start_next_stage(actor=request.user, tournament=tournament, meant=_stage_meant(request))
        messages.success(request, _("The next stage is drawn."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def take_stage_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Take the last stage back. `stage` is the one the page showed: a second tap does not take back another one."""
    with saying_why_not(request):
        undo_stage(actor=request.user, tournament=tournament, meant=_stage_meant(request))
        messages.success(request, _("The draw of this stage is taken back."))
    return redirect("desk:bracket", tournament.slug)


def _stage_meant(request: DeskRequest) -> int | None:
    """The order of the stage the page was about; None where it did not say which."""
    said = request.POST.get("stage", "")
    return int(said) if said.isdecimal() and len(said) < 4 else None


@require_POST
@organiser_page
def next_round(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next Swiss round. `before` is the round the page showed: a second tap does not pair a third."""
    now = queries.outlook(tournament)
    if now.stage is not None and request.POST.get("before") != str(now.stage.rounds.count()):
        messages.info(request, _("The round has been paired already. This is it."))
        return redirect("desk:bracket", tournament.slug)
    relaxed = [name for name in request.POST.getlist("relaxed") if name in swiss.RELAXATIONS]
    try:
        pair_round(actor=request.user, tournament=tournament, relaxed=relaxed)
    except Refused as refused:
        if refused.code != "no_pairing":
            messages.error(request, refused.message)
            return redirect("desk:bracket", tournament.slug)
        context = {"refused": refused, "before": request.POST.get("before"), "ticked": relaxed}
        return desk_page(request, tournament, "desk/no_pairing.html", context, tab="bracket", status=UNUSABLE)
    messages.success(request, _("The round is paired."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def take_round_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    with saying_why_not(request):
        undo_round(actor=request.user, tournament=tournament)
        messages.success(request, _("The last round is taken back."))
    return redirect("desk:bracket", tournament.slug)


class PostponeForm(forms.Form):
    """The day a match is put off to; none: it is played now."""

    day = forms.DateField(
        label=gettext_lazy("Put off to"),
        required=False,
        help_text=gettext_lazy("Left empty, the match can be played now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def postpone(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """Put a match of a group or league off, or let it be played after all."""
    match = match_for(tournament, match_id)
    form = PostponeForm(request.POST if request.method == "POST" else None, initial={"day": match.postponed_to})
    if request.method == "POST" and form.is_valid():
        try:
            postpone_match(actor=request.user, match=match, day=form.cleaned_data["day"])
        except Refused as refused:
            add_refusal(form, refused)
        else:
            return redirect("desk:match", tournament.slug, match.public_id)
    context = {"form": form, "match": match, "round": title_of(match)}
    status = UNUSABLE if form.errors else 200
    return desk_page(request, tournament, "desk/postpone.html", context, tab="bracket", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def withdraw(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """A team goes home, or plays on after all."""
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
            beyond, refusal = _goes(request, team)
            notice = str(moved.message)
        except Refused as refused:
            if out or check:
                refusal = refused.message
            else:
                add_refusal(form, refused)
        if not (check or refusal or notice or form.errors):
            said = _("%(team)s plays on.") if out else _("%(team)s has withdrawn.")
            messages.success(request, said % {"team": team.name})
            return redirect("desk:bracket", tournament.slug)
    context = {"form": form, "team": team, "out": out, "refusal": refusal, "beyond": beyond}
    context |= {"seen": mark_of(beyond), "notice": notice}
    status = CONFLICT if notice else UNUSABLE if form.errors or refusal else 200
    return desk_page(request, tournament, "desk/withdraw.html", context, tab="teams", status=status)


def _goes(request: DeskRequest, team: Team) -> tuple[Consequences | None, Any]:
    """What its going home, or playing on, would change by now, or why it cannot be."""
    try:
        return preview_going(actor=request.user, team=team), None
    except Refused as refused:
        return None, refused.message
