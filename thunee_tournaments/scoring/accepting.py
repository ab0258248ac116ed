"""Accepting what the other side's phone wrote."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.errors import KeyReused
from thunee_tournaments.scoring.selectors import sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.scoring.sitting_views import SittingView
from thunee_tournaments.services.acts import Refused, accept_hand
from thunee_tournaments.services.queries import acceptance_words, on_both_phones

MAX_SEQ = 9  # digits


@require_POST
@table_session_required
def accept(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: a side accepts a hand that the other side wrote."""
    sitting = sitting_for(here.link, sheet_id)
    named = request.POST.get("entry", "")
    try:
        done = accept_hand(
            actor=here.link,
            game=sitting.game,
            entry=int(named) if named.isdecimal() and len(named) <= MAX_SEQ else 0,
            device=here.device,
            client_uuid=request.POST.get("key", ""),
        )
    except (Refused, KeyReused) as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Accepted already.") if done.repeated else _("Accepted."))
    return redirect("scoring:table")


def add_words(here: TableSession, view: SittingView | None) -> None:
    """Put beside each hand of a sitting what the sides have said of it, where each side has its phone."""
    if view is None or not here.link.side or not on_both_phones(here.link.tournament):
        return
    sitting = view["sitting"]
    words = acceptance_words(here.link, sitting.game, sitting.hands)
    for row in view["hands"]:
        if (word := words.get(row["hand"].seq)) is not None:
            row["word"], row["entry"], row["key"] = word.value, row["hand"].entry.seq, uuid4()
