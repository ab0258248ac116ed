"""A team that came late gets a place in the draw: which, what that changes, and why."""

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
from thunee_tournaments.services.acts import give_place, join_round, swap_teams
from thunee_tournaments.services.queries import FreePlace, Place
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

REFUSALS = {"no_free_place": "place", "has_played": "place", "withdrawn": "team", "reason_missing": "reason"}


class LatePlaceForm(ReasonForm):
    """The team, its place (`bye:` and a match, `team:` and whose place it takes, `round:` and which), and why."""

    team = forms.ChoiceField(
        label=gettext_lazy("Team that came late"), error_messages={"required": gettext_lazy("Choose a team.")}
    )
    place = forms.ChoiceField(
        label=gettext_lazy("Its place"), error_messages={"required": gettext_lazy("Choose a place.")}
    )
    field_order = ("team", "place", "reason")


@organiser_page
def late_team(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: give a team that came late a place; first what it changes, then the act."""
    waiting = {team.public_id: team for team in queries.waiting_teams(tournament)}
    places = _places(tournament)
    if not waiting and request.method == "POST":
        messages.info(request, _("This has been done already. This is the bracket as it is now."))
        return redirect("desk:bracket", tournament.slug)
    if not waiting:
        messages.info(request, _("No team waits for a place."))
        return redirect("desk:teams", tournament.slug)
    form = LatePlaceForm(posted(request), initial={"team": _asked_for(request, waiting)})
    form.fields["team"].choices = [(key, team.name) for key, team in waiting.items()]  # type: ignore[attr-defined]
    form.fields["place"].choices = _choices(places)  # type: ignore[attr-defined]
    context: Context = {"form": form, "full": not places}
    status = None
    if form.is_valid():
        team, place = waiting[form.cleaned_data["team"]], places[form.cleaned_data["place"]]
        choice = f"{team.public_id} {form.cleaned_data['place']}"
        if request.POST.get("seen") != choice:  # not shown yet what this would change
            context |= {"places": _after(tournament, team, place), "seen": choice}
            context["from_round"] = place if isinstance(place, int) else None
            status = UNUSABLE
        else:
            with refused_beside(form, REFUSALS):
                _given(request, tournament, team, place, form.cleaned_data["reason"])
                return redirect("desk:bracket", tournament.slug)
    return desk_page(request, tournament, "desk/late_team.html", context, tab="teams", status=status)


def _asked_for(request: DeskRequest, waiting: dict[str, Team]) -> str:
    """The team that the page was opened for; else the one that waits longest."""
    wanted = request.GET.get("team", "")
    return wanted if wanted in waiting else next(iter(waiting))


LatePlace = FreePlace | Team | int  # a bye, a team whose place it takes, or the round from which it plays


def _places(tournament: Tournament) -> dict[str, LatePlace]:
    """Every place a team that came late can have, by the word the form sends for it."""
    places: dict[str, LatePlace] = {}
    if (number := queries.joins_from(tournament)) is not None:
        places[f"round:{number}"] = number
    places |= {f"bye:{place.match.number}": place for place in queries.free_places(tournament)}
    return places | {f"team:{team.public_id}": team for team in queries.may_swap(tournament)}


def _choices(places: dict[str, LatePlace]) -> list[tuple[str, object]]:
    """The places as a list to choose from: those nobody has, then those of teams that have not played."""
    rounds = [
        (key, _("from round %(number)s on") % {"number": place})
        for key, place in places.items()
        if isinstance(place, int)
    ]
    byes = [
        (key, _("against %(team)s, which has a bye") % {"team": place.team.name})
        for key, place in places.items()
        if isinstance(place, FreePlace)
    ]
    taken = [(key, f"{place.seed}. {place.name}") for key, place in places.items() if isinstance(place, Team)]
    choices: list[tuple[str, object]] = [("", _("Choose a place"))]
    choices += rounds
    choices += [(_("A place nobody has"), byes)] if byes else []
    return choices + ([(_("In the place of a team that is not here"), taken)] if taken else [])


def _after(tournament: Tournament, team: Team, place: LatePlace) -> list[Place]:
    """The matches as they are and as they would be; none where it comes in with the next round."""
    if isinstance(place, int):
        return []
    if isinstance(place, Team):
        return queries.places_after(tournament, team, place)
    before = f"{place.team.name} – {_('bye')}"
    return [Place(place.match.number, before, f"{place.team.name} – {team.name}")]


def _given(request: DeskRequest, tournament: Tournament, team: Team, place: LatePlace, reason: str) -> None:
    if isinstance(place, int):
        join_round(actor=request.user, tournament=tournament, team=team, reason=reason, number=place)
        text = _("%(team)s plays from round %(number)s on.")
        messages.success(request, text % {"team": team.name, "number": place})
        return
    if isinstance(place, Team):
        seeds = (0, place.seed or 0)
        swap_teams(actor=request.user, tournament=tournament, team=team, other=place, reason=reason, seeds=seeds)
        text = _("%(team)s has the place of %(other)s, which waits for a place from now on.")
        messages.success(request, text % {"team": team.name, "other": place.name})
        return
    give_place(actor=request.user, tournament=tournament, team=team, match=place.match, reason=reason)
    text = _("%(team)s plays against %(other)s.")
    messages.success(request, text % {"team": team.name, "other": place.team.name})
