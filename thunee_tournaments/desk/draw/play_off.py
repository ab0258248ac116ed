"""Two that are level in a table play one match more: which, and why; and the same taken back."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import Context, desk_page, posted, refused_beside
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import set_play_off, take_back_play_off
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

CHOOSE = gettext_lazy("Choose a team.")
Levels = list[list[Team]]


class PlayOffForm(ReasonForm):
    """The two that are to play, by their public ids, and why."""

    first = forms.ChoiceField(label=gettext_lazy("This team"), error_messages={"required": CHOOSE})
    other = forms.ChoiceField(label=gettext_lazy("meets"), error_messages={"required": CHOOSE})
    field_order = ("first", "other", "reason")


def offered(tournament: Tournament) -> dict[int, Levels]:
    """The teams that are level, by the order of their stage."""
    if tournament.status != Tournament.Status.RUNNING:
        return {}
    stages = tournament.stages.filter(drawn_at__isnull=False).order_by("order")
    levels = {stage.order: queries.level_teams(stage) for stage in stages}
    return {order: own for order, own in levels.items() if own}


@organiser_page
def play_off(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: let two teams that are level in a table play one match more."""
    levels = offered(tournament)
    if not levels:
        messages.info(request, _("Nobody is level in a table in which all is played."))
        return redirect("desk:bracket", tournament.slug)
    form = _form(request, levels)
    if form.is_valid():
        stage_of = {team.public_id: order for order, own in levels.items() for level in own for team in level}
        team_of = {team.public_id: team for own in levels.values() for level in own for team in level}
        first, other = form.cleaned_data["first"], form.cleaned_data["other"]
        beside = {"same_team": "other", "not_level": "other", "have_met": "other", "reason_missing": "reason"}
        with refused_beside(form, beside):
            match = set_play_off(
                actor=request.user,
                tournament=tournament,
                teams=(team_of[first], team_of[other]),
                stage=stage_of[first],
                reason=form.cleaned_data["reason"],
            )
            words = {"number": match.number, "match": match.title}
            messages.success(request, _("Match %(number)s: %(match)s.") % words)
            return redirect("desk:bracket", tournament.slug)
    context: Context = {"form": form, "levels": [level for own in levels.values() for level in own]}
    return desk_page(request, tournament, "desk/play_off.html", context, tab="bracket")


def _form(request: HttpRequest, levels: dict[int, Levels]) -> PlayOffForm:
    form = PlayOffForm(posted(request))
    teams = [team for own in levels.values() for level in own for team in level]
    choices = [("", _("Choose a team")), *((team.public_id, team.name) for team in teams)]
    for name in ("first", "other"):
        form.fields[name].choices = choices  # type: ignore[attr-defined]
    return form


@organiser_page
def take_back(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: take a play-off back in which nothing is written."""
    matches = Match.objects.filter(stage__tournament=tournament, round__name=PLAY_OFF)
    match = get_object_or_404(matches.select_related("stage__tournament", "round"), public_id=match_id)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with refused_beside(form, {"reason_missing": "reason"}):
            take_back_play_off(actor=request.user, match=match, reason=form.cleaned_data["reason"])
            messages.success(request, _("The play-off is taken back."))
            return redirect("desk:bracket", tournament.slug)
    return desk_page(request, tournament, "desk/play_off_back.html", {"form": form, "match": match}, tab="bracket")
