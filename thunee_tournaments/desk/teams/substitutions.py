"""Another player comes into a team: who leaves, who comes, why; what was done so far, and taking a mistake back."""

from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import text_line
from thunee_tournaments.desk.pages import OK, UNUSABLE, add_refusal, crumb, desk_page, number_of, posted, refused_beside
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused, substitute_player, take_substitution_back
from thunee_tournaments.services.queries import MAX_REASON, SubstitutionLine
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import MAX_NAME, name_key
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.labels import people
from thunee_tournaments.tournaments.models import Tournament

# Which field a fault belongs to, by the code of the refusal; any other stands above the form.
FIELDS = {
    "unknown_player": "leaves", "left_already": "leaves", "name_missing": "comes", "name_too_long": "comes",
    "on_team": "comes", "other_team": "comes", "reason_missing": "reason", "reason_too_long": "reason",
}  # fmt: skip
NO_REASON = gettext_lazy("Say why. The reason stays at the desk and on the record.")


class BackForm(forms.Form):
    """Why a substitution is taken back."""

    reason = text_line(
        gettext_lazy("Why?"), MAX_REASON, help_text=gettext_lazy("Only the desk sees it."),
        error_messages={"required": NO_REASON},
    )  # fmt: skip


class SubstituteForm(BackForm):
    """Who leaves, who comes, and why."""

    leaves = forms.ChoiceField(
        label=gettext_lazy("Who leaves?"),
        widget=forms.RadioSelect(attrs={"class": "choice-list"}),
        error_messages={"required": gettext_lazy("Choose who leaves."),
                        "invalid_choice": gettext_lazy("This player has left already. Choose again.")},
    )  # fmt: skip
    comes = forms.CharField(
        label=gettext_lazy("Who comes?"),
        max_length=MAX_NAME,
        help_text=gettext_lazy("The name as everybody will read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": gettext_lazy("Write the name of the player who comes in.")},
    )
    field_order = ("leaves", "comes", "reason")

    def __init__(self, data: Any = None, *, team: Team, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        leaves: Any = self.fields["leaves"]
        leaves.choices = [(player.public_id, player.name) for player in team.roster]


@organiser_page
def substitute(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """For organisers: a team's substitutions, a form for the next one, and taking the last one back."""
    team = team_for(tournament, team_id)
    back = request.POST.get("act") == "back"
    form = SubstituteForm(None if back else posted(request), team=team)
    back_form = BackForm(posted(request) if back else None, prefix="back")
    if request.method == "POST":
        done = _taken_back(request, team, back_form) if back else _substituted(request, team, form)
        if done:
            return redirect("desk:substitute", tournament.slug, team_id)
    return _page(request, tournament, team, form, back_form)


def _substituted(request: DeskRequest, team: Team, form: SubstituteForm) -> bool:
    if _done_just_now(request, team):
        messages.info(request, _("This had been done already. This is the team as it is now."))
        return True
    if form.is_valid():
        with refused_beside(form, FIELDS):
            made = substitute_player(actor=request.user, team=team, **form.cleaned_data)
            message = {"comes": made.comes.name, "leaves": made.leaves.name, "team": team.name}
            messages.success(request, _("%(comes)s plays for %(team)s in place of %(leaves)s.") % message)
            return True
    return False


def _done_just_now(request: DeskRequest, team: Team) -> bool:
    """Whether this very substitution is the team's last one, as after a second tap on the button."""
    last = queries.last_substitution(team)
    return last is not None and (
        last.leaves.public_id == request.POST.get("leaves")
        and last.leaves.left_at is not None
        and name_key(last.comes.name) == name_key(request.POST.get("comes", ""))
    )


def _taken_back(request: DeskRequest, team: Team, form: BackForm) -> bool:
    if not form.is_valid():
        return False
    wanted = number_of(request.POST.get("number", ""), 5) or 0
    try:
        made = take_substitution_back(actor=request.user, team=team, number=wanted, reason=form.cleaned_data["reason"])
    except Refused as refused:
        if refused.code not in ("taken_back", "not_the_last"):
            add_refusal(form, refused, FIELDS)
            return False
        messages.info(request, _("This had been done already. This is the team as it is now."))
        return True
    message = {"name": made.comes.name, "team": team.name}
    messages.success(request, _("Taken back: %(name)s plays for %(team)s as before.") % message)
    return True


def _page(
    request: DeskRequest, tournament: Tournament, team: Team, form: SubstituteForm, back_form: BackForm
) -> HttpResponse:
    chosen = policies.read(tournament.policies)
    rows = list_of(team)
    standing = [row for row in rows if not row["substitution"].taken_back]
    context = {
        "team": team,
        "form": form,
        "back_form": back_form,
        "substitutions": rows,
        "last": standing[-1]["substitution"] if standing else None,
        "policy": next(policy.text for policy in policies.in_words(chosen) if policy.name == "substitutions"),
        "left": max(0, chosen.substitutions - len(standing)),
        "may": tournament.status == Tournament.Status.RUNNING and team.withdrawn_at is None,
    }
    trail = (
        crumb(tournament, "teams"),
        (team.name, reverse("desk:team", args=[tournament.slug, team.public_id])),
        (_("Substitution"), ""),
    )
    status = UNUSABLE if form.errors or back_form.errors else OK
    return desk_page(request, tournament, "desk/substitute.html", context, tab="teams", trail=trail, status=status)


class SubstitutionRow(TypedDict):
    """A substitution with its reason, and who wrote it down."""

    substitution: SubstitutionLine
    by: str


def list_of(team: Team) -> list[SubstitutionRow]:
    """A team's substitutions for the desk."""
    lines = queries.substitutions_of(team, reasons=True)
    called = people({substitution.made.by for substitution in lines}, team.tournament)
    return [{"substitution": substitution, "by": called.get(substitution.made.by, "")} for substitution in lines]
