"""Another tournament like this one, for the next evening."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import DetailsForm
from thunee_tournaments.desk.pages import desk_page, posted, refused_beside
from thunee_tournaments.services.acts import copy_tournament
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import tournaments_of

TWICE = timedelta(minutes=2)  # how long the same form sent again means the same tournament


class CopyForm(forms.Form):
    """What the new one is called, and when it is."""

    name, date = DetailsForm.base_fields["name"], DetailsForm.base_fields["date"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = gettext_lazy("Its web address is made from the name.")


@organiser_page
def copy(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: a new tournament with all that was chosen for this one, without its people and its money."""
    form = CopyForm(posted(request), initial={"name": tournament.name})
    if form.is_valid():
        name, day = tidy(form.cleaned_data["name"]), form.cleaned_data["date"]
        lately = tournaments_of(request.user, Role.Name.ORGANISER).filter(created_at__gt=timezone.now() - TWICE)
        if (made := lately.filter(name=name, date=day).exclude(pk=tournament.pk).first()) is not None:
            return redirect("desk:overview", made.slug)  # a second tap
        with refused_beside(form):
            made = copy_tournament(actor=request.user, tournament=tournament, name=name, date=day)
            messages.success(request, _("%(name)s is made. Now enter the teams.") % {"name": made.name})
            return redirect("desk:overview", made.slug)
    trail = ((_("Copy"), ""),)
    return desk_page(request, tournament, "desk/copy.html", {"form": form}, tab="overview", trail=trail)
