"""Teams and their players: entered one by one, put right, taken out."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, TREASURY, DeskRequest, organiser_page, page_for
from thunee_tournaments.desk.forms import EnteredTeam, TeamForm
from thunee_tournaments.desk.pages import add_refusal, crumb, desk_page, posted, saying_why_not
from thunee_tournaments.desk.selectors import team_for, teams_with_players, to_be_named
from thunee_tournaments.desk.teams.substitutions import list_of
from thunee_tournaments.fundraising.owed import accounts_of
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused, add_team, edit_team, remove_team
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import spreadsheets
from thunee_tournaments.tournaments.models import Tournament

# Which field a fault belongs to, by the code of the fault.
FIELDS = {
    "name_missing": "name",
    "name_too_long": "name",
    "name_taken": "name",
    "club_too_long": "club",
    "player_too_long": "player_1",
    "too_many_players": "player_1",
    "players_fixed": "player_1",
}


@page_for(ORGANISERS, looking=ANYBODY)
def teams(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers, and to look at for everybody with a role: the list, and a form for the next team."""
    form = TeamForm(posted(request))
    if form.is_valid() and _entered(request, tournament, form):
        return redirect(_onwards(tournament, form))
    entered = teams_with_players(tournament)
    waiting = tournament.sign_ups.filter(state=SignUp.State.WAITING)
    qualifier, takes_late = queries.open_qualifier(tournament), queries.takes_late(tournament)
    context = {
        "open": tournament.status == Tournament.Status.DRAFT or qualifier is not None,
        "late": qualifier is not None,
        "waits": {team.public_id for team in entered if takes_late and team.waits},
        "takes_late": takes_late,
        "form": form,
        "teams": entered,
        "sees_sign_ups": bool(request.roles & TREASURY),
        "signed_up": waiting.count() if tournament.status == Tournament.Status.DRAFT else 0,
        "owing": _owing(tournament) if request.roles & TREASURY else set(),
        "short": {team.public_id for team in entered if len(team.roster) < to_be_named(tournament)},
    }
    return desk_page(request, tournament, "desk/teams.html", context, tab="teams")


def _onwards(tournament: Tournament, form: TeamForm) -> str:
    """Where it goes on after a team was entered: to its place, if it came late, else to the next team."""
    key = name_key(tidy(form.cleaned_data["name"]))
    late = next((team for team in queries.waiting_teams(tournament) if team.name_key == key), None)
    if late is not None:
        return reverse("desk:late_team", args=[tournament.slug]) + f"?team={late.public_id}"
    return reverse("desk:teams", args=[tournament.slug]) + "#add"


def _owing(tournament: Tournament) -> set[str]:
    """The teams (public ids) that still owe something."""
    return {account.team.public_id for account in accounts_of(tournament) if account.open}


def _entered(request: DeskRequest, tournament: Tournament, form: TeamForm) -> bool:
    entered = form.team()
    try:
        team = add_team(actor=request.user, tournament=tournament, **entered)
    except Refused as refused:
        if refused.code == "name_taken" and _is_entered(tournament, entered):
            message = _("%(team)s is entered already. It is entered once.")
            messages.info(request, message % {"team": tidy(entered["name"])})
            return True
        if refused.code in ("drawn_already", "entries_closed"):
            # There is no form any more to say it beside.
            messages.error(request, refused.message)
            return True
        _say_refused(form, refused)
        return False
    messages.success(request, _("%(team)s is entered.") % {"team": team.name})
    return True


def _is_entered(tournament: Tournament, entered: EnteredTeam) -> bool:
    """Whether this very team is there, as after a second tap on the button."""
    name, club = tidy(entered["name"]), tidy(entered["club"])
    team = Team.objects.filter(tournament=tournament, name_key=name_key(name)).first()
    players = [tidy(player) for player in entered["players"]]
    return team is not None and _as_entered(team) == {"name": name, "club": club, "players": players}


def _as_entered(team: Team) -> EnteredTeam:
    return {"name": team.name, "club": team.club, "players": [player.name for player in team.roster]}


def _say_refused(form: TeamForm, refused: Refused) -> None:
    """Beside its field; a name that stands twice beside the second of them."""
    names = [tidy(form.cleaned_data.get(field.name, "")) for field in form.player_fields]
    keys = [name_key(name) if name else None for name in names]
    again = next((place for place, key in enumerate(keys) if key and key in keys[:place]), 0)
    add_refusal(form, refused, {**FIELDS, "player_twice": f"player_{again + 1}"})


@require_safe
@organiser_page
def as_file(_request: DeskRequest, tournament: Tournament, kind: spreadsheets.Kind) -> HttpResponse:
    """For organisers: the list as a spreadsheet, as it can be read again. Nothing private is in it."""
    entered = teams_with_players(tournament)
    most = max((len(team.roster) for team in entered), default=0)
    players = [_("Player %(number)s") % {"number": number} for number in range(1, most + 1)]
    rows = [
        [team.name, team.club, *names, *[""] * (most - len(names)), str(team.seed or "")]
        for team in entered
        for names in [[player.name for player in team.roster]]
    ]
    content = spreadsheets.file_of(kind, [_("Team"), _("Club"), *players, _("Seed")], rows)
    response = HttpResponse(content, content_type=spreadsheets.TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-teams.{kind}"'
    return response


@organiser_page
def team(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """For organisers: one team, to be put right; before the draw it can be taken out."""
    chosen = team_for(tournament, team_id)
    kept = _as_entered(chosen)
    players = {f"player_{number}": name for number, name in enumerate(kept["players"], start=1)}
    form = TeamForm(posted(request), initial={"name": kept["name"], "club": kept["club"], **players})
    if form.is_valid():
        try:
            done = edit_team(actor=request.user, team=chosen, **form.team())
        except Refused as refused:
            _say_refused(form, refused)
        else:
            messages.success(request, _("%(team)s is saved.") % {"team": done.name})
            return redirect(reverse("desk:teams", args=[tournament.slug]) + f"#team-{done.public_id}")
    context = {"form": form, "team": chosen, "substitutions": list_of(chosen)}
    trail = (crumb(tournament, "teams"), (chosen.name, ""))
    return desk_page(request, tournament, "desk/team.html", context, tab="teams", trail=trail)


@require_POST
@organiser_page
def remove(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """For organisers: a team is taken out, before the draw."""
    gone = tournament.teams.filter(public_id=team_id).first()
    if gone is None:
        # A second tap: the team is out already, which is what was asked for.
        messages.info(request, _("This team is out already."))
        return redirect("desk:teams", tournament.slug)
    with saying_why_not(request):
        remove_team(actor=request.user, team=gone)
        messages.success(request, _("%(team)s is taken out.") % {"team": gone.name})
    return redirect("desk:teams", tournament.slug)
