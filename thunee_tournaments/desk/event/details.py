"""What an event is called, where and when it is, and which organisation holds it."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import DetailsForm, holder_choices, holder_field
from thunee_tournaments.desk.pages import desk_page, posted, refused_beside, saying_why_not
from thunee_tournaments.services.acts import give_event, update_details
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Part
from thunee_tournaments.tournaments.selectors import organisations_of

DETAILS = ("name", "cause", "venue", "date")


@organiser_page
def details(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what it is called, and where and when it is; can be put right at any time."""
    form = DetailsForm(posted(request), initial={field: getattr(tournament, field) for field in DETAILS})
    if form.is_valid():
        with refused_beside(form):
            update_details(actor=request.user, tournament=tournament, **form.details())
            messages.success(request, _("Saved."))
            return redirect("desk:overview", tournament.slug)
    address = request.build_absolute_uri(f"/{tournament.slug}/")
    context = {"form": form, "address": address, "holder_form": _holder_form(request, tournament)}
    trail = ((_("Name, place and day"), ""),)
    return desk_page(request, tournament, "desk/details.html", context, tab="", trail=trail)


def _holder_form(request: DeskRequest, tournament: Tournament) -> forms.Form | None:
    """Who can hold the event, for whoever may say so; None where there is nothing to choose."""
    own = list(organisations_of(request.user, Part.ORGANISER))
    now = tournament.organisation
    if not own or (now is not None and now not in own):
        return None
    form = forms.Form(initial={"organisation": now.public_id if now else ""})
    form.fields["organisation"] = holder_field(holder_choices(own, alone=True))
    return form


@require_POST
@organiser_page
def holder(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: let an organisation hold the event, or nobody but its own people."""
    named = request.POST.get("organisation", "")
    organisation = organisations_of(request.user).filter(public_id=named).first() if named else None
    if named and organisation is None:
        messages.error(request, _("Choose an organisation from the list."))
    else:
        with saying_why_not(request):
            give_event(actor=request.user, tournament=tournament, organisation=organisation)
            messages.success(request, _("Saved."))
    return redirect("desk:overview", tournament.slug)
