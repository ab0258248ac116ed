"""The page where a hand is written down card by card: what its script has to know, and the ruling as it grows."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.fields import DECLARATIONS, HandForm
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.presentation.rulings import headline, lines, offence, reason
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, preview_hand

UNUSABLE = 422
PACK = [rank + suit for suit in "shdc" for rank in "J9ATKQ"]
BY_REFEREE = ("signal", "trump_change", "other")


def words_of(sitting: Sitting, form: EntryForm) -> Context:
    """What the page needs beside the form: the pack, and the table's state for its script."""
    values = sitting.profile.values
    declared: Any = form.fields["declared"]
    return {
        "cards": PACK,
        "names": json.dumps([seat.name for seat in sitting.seats]),
        "declared_kinds": [(kind, DECLARATIONS[kind]) for kind, _ in declared.choices if kind],
        "by_referee": BY_REFEREE,
        "both_count": values["simultaneous_call"] == "escalate",
        "named_trump": values["thunee_trump"] == "named",
    }


@require_POST
@table_session_required
def ruling(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: what is said of a hand as far as it is written down, as a piece of a page;
    nothing is stored."""
    sitting = sitting_for(here.link, sheet_id)
    if not sitting.offline:
        return HttpResponse(status=UNUSABLE)
    form = HandForm(request.POST, seats=sitting.seats, names=sitting.names, profile=sitting.profile)
    if not form.is_valid() or not form.cleaned_data.get("events"):
        return HttpResponse(status=UNUSABLE)
    try:
        judged = preview_hand(actor=here.link, game=sitting.game, body=form.body())
    except Refused as refused:
        return render(request, "scoring/_growing.html", {"problem": refused.message})
    decided = judged["status"] in ("decided", "void")
    context: Context = {
        "invalid": judged["status"] == "invalid",
        "headline": headline(judged, sitting.names) if decided else "",
        "reason": reason(judged) if decided else "",
        "lines": lines(judged, sitting.names),
        "offences": [
            {**caught, "player": sitting.seats[caught["seat"]].name, "words": offence(caught["offence"])}
            for caught in judged.get("infractions") or []
        ],
    }
    return render(request, "scoring/_growing.html", context)
