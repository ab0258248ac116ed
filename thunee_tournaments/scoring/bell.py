"""The bell at a table: its scorekeeper ends the game that is played, once the round's time is up."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.scoring.selectors import sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, end_by_bell


@require_POST
@table_session_required
def end(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: end the game as it stands; what is refused is said at the table."""
    sitting = sitting_for(here.link, sheet_id)
    try:
        end_by_bell(actor=here.link, game=sitting.game, key=here.key_of(request))
    except (Stale, KeyReused, Refused) as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("The bell has ended the game."))
    return redirect("scoring:table")
