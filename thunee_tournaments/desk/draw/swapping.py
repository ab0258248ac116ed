"""Two teams change places in the draw: which, what that changes, and why."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import UNUSABLE, Context, desk_page, posted, refused_beside
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import swap_teams
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

CHOOSE = gettext_lazy("Choose a team.")


class SwapForm(ReasonForm):
    """The two teams, and why."""

    team = forms.ChoiceField(label=gettext_lazy("This team"), error_messages={"required": CHOOSE})
    other = forms.ChoiceField(label=gettext_lazy("changes places with"), error_messages={"required": CHOOSE})
    field_order = ("team", "other", "reason")


@organiser_page
def swap(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: let two teams that have not played change places; first what it changes, then the act."""
    teams = queries.may_swap(tournament)
    if len(teams) < 2:
        messages.info(request, _("No two teams can change places now: they have begun to play, or have no places."))
        return redirect("desk:bracket", tournament.slug)
    form = SwapForm(posted(request))
    choices = [("", _("Choose a team")), *((team.public_id, f"{team.seed}. {team.name}") for team in teams)]
    for name in ("team", "other"):
        form.fields[name].choices = choices  # type: ignore[attr-defined]
    context: Context = {"form": form}
    status = None
    if form.is_valid():
        named = {team.public_id: team for team in teams}
        team, other = named[form.cleaned_data["team"]], named[form.cleaned_data["other"]]
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
