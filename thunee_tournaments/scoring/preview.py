"""What a hand of figures comes to while it is still being typed, so that a plain one is saved with the next tap."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from engine.shapes import Ruling
from thunee_tournaments.hand_form.faults import questions
from thunee_tournaments.presentation import bell
from thunee_tournaments.scoring.hand import UNUSABLE, Review, new_form, review_of
from thunee_tournaments.scoring.json_responses import answer
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, preview_hand


@require_POST
@table_session_required
def preview(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: headline, reason and balls of the hand as it is typed, and whether it is plain; 422
    for one that cannot be judged so, which is told what for when it is checked. Nothing is stored.

    A hand is plain where there is nothing to look at before saving: no doubt, no difference to what the table says, no
    end of the game, nothing written meanwhile.
    """
    sitting = sitting_for(here.link, sheet_id)
    if not sitting.offline or sitting.sheet.is_over:
        return HttpResponse(status=UNUSABLE)
    form = new_form(sitting, request.POST)
    if not form.is_valid():
        return HttpResponse(status=UNUSABLE)
    try:
        ruling = preview_hand(actor=here.link, game=sitting.game, body=form.body())
    except Refused:
        return HttpResponse(status=UNUSABLE)
    if questions(ruling):
        return HttpResponse(status=UNUSABLE)
    review = review_of(form, sitting, ruling, sitting.dealer)
    side, balls = ruling.get("winner"), ruling["balls"]
    return answer({
        "headline": review["headline"],
        "reason": review["reason"],
        "doubts": review["doubts"],
        "winner": None if side is None else "AB".index(side),
        "balls": balls[side] if side and balls else 0,
        "plain": form.cleaned_data["head"] == sitting.sheet.head and is_plain(sitting, ruling, review),
    })  # fmt: skip


def is_plain(sitting: Sitting, ruling: Ruling, review: Review) -> bool:
    """Whether nothing about this hand has to be looked at before it is saved."""
    after = ruling.get("after")
    over = bool(after and after["game_over"])
    rung = bell.words_for(sitting.match, sitting.game, sitting.names, ruling)
    return not (review["doubts"] or review["differences"] or over or rung)
