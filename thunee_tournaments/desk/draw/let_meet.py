"""Two that wait in a qualifier are let meet: which, and why."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import desk_page, posted, refused_beside
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import let_meet
from thunee_tournaments.tournaments.models import Tournament

CHOOSE = gettext_lazy("Choose a team.")


class MeetForm(ReasonForm):
    """The two that are to meet, by the numbers of their entries, and why."""

    first = forms.TypedChoiceField(label=gettext_lazy("This team"), coerce=int, error_messages={"required": CHOOSE})
    other = forms.TypedChoiceField(label=gettext_lazy("meets"), coerce=int, error_messages={"required": CHOOSE})
    field_order = ("first", "other", "reason")


@organiser_page
def meet(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: let two teams that wait in a qualifier meet, whatever they have won in a row."""
    stage = queries.outlook(tournament).stage
    running = tournament.status == Tournament.Status.RUNNING
    sold = stage is not None and running and format_of(stage).sold
    waiting = queries.in_queue(stage) if stage is not None and sold else []
    if len(waiting) < 2:
        messages.info(request, _("Fewer than two teams wait: nobody can be let meet now."))
        return redirect("desk:bracket", tournament.slug)
    names = dict(tournament.teams.values_list("pk", "name"))
    form = MeetForm(posted(request))
    choices = [("", _("Choose a team"))]
    choices += [(str(entry.number), f"{names[entry.team]} ({_wins(entry.streak)})") for entry in waiting]
    for name in ("first", "other"):
        form.fields[name].choices = choices  # type: ignore[attr-defined]
    if form.is_valid():
        pair = form.cleaned_data["first"], form.cleaned_data["other"]
        with refused_beside(form, {"same_team": "other", "not_waiting": "first", "reason_missing": "reason"}):
            match = let_meet(
                actor=request.user, tournament=tournament, entries=pair, reason=form.cleaned_data["reason"]
            )
            messages.success(
                request, _("Match %(number)s: %(match)s.") % {"number": match.number, "match": match.title}
            )
            return redirect("desk:bracket", tournament.slug)
    return desk_page(request, tournament, "desk/let_meet.html", {"form": form}, tab="bracket")


def _wins(streak: int) -> str:
    return ngettext("%(number)s win", "%(number)s wins", streak) % {"number": streak}
