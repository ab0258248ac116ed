"""The spare laptop is put away, in every event of the site: its silence is no news any more."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments import spare
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.tournaments.models import Tournament


@require_POST
@organiser_page
def put_away(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the spare laptop is not needed any more, and no page warns that it is silent. If it asks all the
    same, it follows as before."""
    seen = spare.seen()
    if seen is not None and seen.silent:
        spare.forget()
        messages.success(request, _("The spare laptop is put away. If it asks again, it follows as before."))
    elif seen is not None and seen.asked_at is not None:
        messages.info(request, _("The spare laptop asks again: it still follows."))
    return redirect("desk:overview", tournament.slug)
