"""A free place: a team that need not pay its first entry, and why."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import text_line
from thunee_tournaments.desk.pages import crumb, desk_page, posted, refused_beside
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.fundraising.models import MAX_TEXT
from thunee_tournaments.fundraising.owed import account_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.acts import end_free_place, give_free_place
from thunee_tournaments.tournaments.models import Tournament


class FreePlaceForm(forms.Form):
    """Why a team need not pay, or has to after all."""

    reason = text_line(
        gettext_lazy("Why?"), MAX_TEXT,
        help_text=gettext_lazy("Whoever takes money reads it beside the team: write no names here."),
        error_messages={"required": gettext_lazy("Say why. The reason stays beside the team.")},
    )  # fmt: skip


@organiser_page
def free_place(request: DeskRequest, tournament: Tournament, team_id: str) -> HttpResponse:
    """For organisers: let a team play without paying its first entry, or let it pay after all."""
    team = team_for(tournament, team_id)
    account = account_of(team)
    form = FreePlaceForm(posted(request))
    if form.is_valid():
        with refused_beside(form):
            reason = form.cleaned_data["reason"]
            if request.POST.get("act") == "pays":
                end_free_place(actor=request.user, team=team, reason=reason)
                messages.success(request, _("%(team)s pays its entry.") % {"team": team.name})
            else:
                give_free_place(actor=request.user, team=team, reason=reason)
                messages.success(request, _("%(team)s plays free.") % {"team": team.name})
            return redirect("desk:money", tournament.slug)
    context = {"form": form, "team": team, "account": account, "currency": fund_of(tournament).currency}
    trail = (crumb(tournament, "money"), (_("Free place"), ""))
    return desk_page(request, tournament, "desk/free_place.html", context, tab="money", trail=trail)
