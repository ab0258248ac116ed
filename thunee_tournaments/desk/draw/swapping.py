"""Two teams change places in the draw: which, what that changes, and why."""

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import UNUSABLE, Context, desk_page, posted, refused_beside
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import swap_teams
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

CHOOSE = gettext_lazy("Choose a team.")


class SwapForm(ReasonForm):
    """The two teams, and why."""

    team = forms.ChoiceField(label=gettext_lazy("This team"), error_messages={"required": CHOOSE})
    other = forms.ChoiceField(label=gettext_lazy("changes places with"), error_messages={"required": CHOOSE})
    field_order = ("team", "other", "reason")


@organiser_page
def swap(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: let two teams that have not played change places; first what it changes, then the act."""
    stages = [(stage, teams) for stage, teams in queries.may_change_places(tournament) if len(teams) > 1]
    if not stages:
        messages.info(request, _("No two teams can change places now: they have begun to play, or have no places."))
        return redirect("desk:bracket", tournament.slug)
    form = SwapForm(posted(request))
    for name in ("team", "other"):
        form.fields[name].choices = _choices(stages)  # type: ignore[attr-defined]
    context: Context = {"form": form}
    status = None
    if form.is_valid() and (both := _both(form, stages)):
        team, other = both
        pair, seen = _pair(team, other), request.POST.get("seen")
        if seen == _pair(team, other, other.seed, team.seed):
            messages.info(request, _("This has been done already. This is the bracket as it is now."))
            return redirect("desk:bracket", tournament.slug)
        if seen != pair and team != other:  # not shown yet what these two would change
            context |= {"places": queries.places_after(tournament, team, other), "seen": pair}
            status = UNUSABLE
        else:
            with refused_beside(form, {"same_team": "other", "has_played": "team", "reason_missing": "reason"}):
                return _swapped(request, tournament, team, other, form.cleaned_data["reason"])
    return desk_page(request, tournament, "desk/swap.html", context, tab="bracket", status=status)


def _choices(stages: Sequence[tuple[Stage, list[Team]]]) -> list[tuple[str, object]]:
    """The teams by their places; under the titles of their stages, where there are several."""
    named = [
        (stage_title(stage.format, stage.parameters), [(team.public_id, f"{team.seed}. {team.name}") for team in teams])
        for stage, teams in stages
    ]
    first: list[tuple[str, object]] = [("", _("Choose a team"))]
    return [*first, *(named if len(named) > 1 else named[0][1])]


def _both(form: SwapForm, stages: Sequence[tuple[Stage, list[Team]]]) -> tuple[Team, Team] | None:
    """The two teams, in the stage that both play in; said in the form where there is none."""
    chosen = (form.cleaned_data["team"], form.cleaned_data["other"])
    for _stage, teams in stages:
        named = {team.public_id: team for team in teams}
        if named.keys() >= set(chosen):
            return named[chosen[0]], named[chosen[1]]
    form.add_error("other", _("These two play in different stages. Choose two of one stage."))
    return None


def _pair(team: Team, other: Team, *seeds: int | None) -> str:
    """Two teams with their seeds, as they are or as given: what a page has shown."""
    here, there = seeds or (team.seed, other.seed)
    return f"{team.public_id}:{here} {other.public_id}:{there}"


def _swapped(request: DeskRequest, tournament: Tournament, team: Team, other: Team, reason: str) -> HttpResponse:
    seeds = (team.seed or 0, other.seed or 0)
    swap_teams(actor=request.user, tournament=tournament, team=team, other=other, reason=reason, seeds=seeds)
    message = _("%(team)s and %(other)s have changed places.")
    messages.success(request, message % {"team": team.name, "other": other.name})
    return redirect("desk:bracket", tournament.slug)
