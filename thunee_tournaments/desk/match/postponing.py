"""A match put off to another day, or for a while."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import desk_page, posted, refused_beside
from thunee_tournaments.services.acts import postpone_match
from thunee_tournaments.tournaments.models import Tournament


class PostponeForm(ReasonForm):
    """The day a match is put off to, and why."""

    day = forms.DateField(
        label=gettext_lazy("Put off to"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": gettext_lazy("Say to which day.")},
    )
    field_order = ("day", "reason")


class PlayForm(forms.Form):
    """A match that was put off is played now."""


@organiser_page
def postpone(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: put a match off, or (`now`) let it be played after all."""
    match = match_for(tournament, match_id)
    if "now" in request.POST:
        form: forms.Form = PlayForm(posted(request))
    else:
        form = PostponeForm(posted(request), initial={"day": match.postponed_to})
    if form.is_valid():
        with refused_beside(form):
            postpone_match(actor=request.user, match=match, **{"day": None, **form.cleaned_data})
            return redirect("desk:match", tournament.slug, match.public_id)
    others_wait = not format_of(match.stage).can_be_put_off
    context = {"form": form, "match": match, "round": title_of(match), "others_wait": others_wait}
    return desk_page(request, tournament, "desk/postpone.html", context, tab="bracket")
