"""What an organiser does while an event of several stages is played: pair a round, draw the next stage, and take either
back. What a qualifier needs is in `qualifier_entries`."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw import qualifier_entries
from thunee_tournaments.desk.pages import UNUSABLE, Context, desk_page, number_of, saying_why_not
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import (
    Refused,
    pair_round,
    start_next_stage,
    undo_round,
    undo_stage,
)
from thunee_tournaments.tournaments.models import Tournament

Status = Tournament.Status


def steps(tournament: Tournament) -> Context:
    """What can be done next with the stage that is being played, for the page that shows it."""
    now = queries.outlook(tournament)
    context: Context = {"outlook": now}
    if tournament.status != Status.RUNNING or now.stage is None:
        return context
    rounds = rounds_paired(now.stage)
    if format_of(now.stage).round_by_round:
        open_ = now.stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists()
        context |= {"round": rounds, "rounds": now.stage.parameters["rounds"], "round_over": not open_}
    if format_of(now.stage).table:
        context |= _play_offs(now)
    if format_of(now.stage).sold:
        context |= qualifier_entries.queue(now.stage)
    if now.can_draw and now.following is not None:
        context["going_on"] = queries.who_goes_on(now.following)
        context["following"] = stage_title(now.following.format, now.following.parameters)
    return context


def _play_offs(now: queries.Outlook) -> Context:
    """The play-offs that are set and not begun, and who is level where nothing else is left to be played."""
    assert now.stage is not None
    open_ = [match for match in now.stage.matches.filter(round__name=PLAY_OFF) if not match.over]
    level = queries.level_teams(now.stage) if now.over or open_ else []
    return {"play_offs": [match for match in open_ if match.state == Match.State.READY], "level": level}


@require_POST
@organiser_page
def next_stage(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: draw the next stage. `stage` is the one the page offered: a second tap does not
    draw the one after it."""
    with saying_why_not(request):
        start_next_stage(actor=request.user, tournament=tournament, meant=_stage_meant(request))
        messages.success(request, _("The next stage is drawn."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def take_stage_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: take the last stage back. `stage` is the one the page showed: a second tap does not
    take back another one."""
    with saying_why_not(request):
        undo_stage(actor=request.user, tournament=tournament, meant=_stage_meant(request))
        messages.success(request, _("The draw of this stage is taken back."))
    return redirect("desk:bracket", tournament.slug)


def _stage_meant(request: DeskRequest) -> int | None:
    """The order of the stage the page was about; None where it did not say which."""
    return number_of(request.POST.get("stage", ""), 3)


@require_POST
@organiser_page
def next_round(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: pair the next Swiss round. `before` is the round the page showed: a second tap
    does not pair a third."""
    now = queries.outlook(tournament)
    if now.stage is not None and request.POST.get("before") != str(rounds_paired(now.stage)):
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
    """For organisers: take the last Swiss round back, as long as nothing was written in it."""
    with saying_why_not(request):
        undo_round(actor=request.user, tournament=tournament)
        messages.success(request, _("The last round is taken back."))
    return redirect("desk:bracket", tournament.slug)
