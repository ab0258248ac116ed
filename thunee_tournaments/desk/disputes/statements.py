"""How a side saw a disputed hand, written down at the desk by a referee: the form, the ruling, the saving."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication.models import Dispute
from adjudication.statements import versions_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.disputes.disputes import trail, view_of
from thunee_tournaments.desk.match import correcting
from thunee_tournaments.desk.pages import UNUSABLE, Context, say_saved, sent_to_judge
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.games import typed_from
from thunee_tournaments.hand_form.statements import WhoseForm, judged
from thunee_tournaments.presentation import rulings
from thunee_tournaments.services.acts import Refused, write_version
from thunee_tournaments.services.queries import case_for
from thunee_tournaments.tournaments.models import Tournament


@referee_page
def version(request: DeskRequest, tournament: Tournament, dispute_id: str) -> HttpResponse:
    """For referees: how a side they name saw the hand, once, while the dispute is open. Everything typed
    travels with the pages."""
    case = case_for(tournament, dispute_id)
    there = redirect("desk:dispute", tournament.slug, dispute_id)
    view = view_of(case, match_for(tournament, case.match.public_id)) if case.match else None
    if view is None or view.game is None or case.dispute.hand is None or case.match is None:
        return there
    hand = correcting.case_for(tournament, case.match.public_id, view.game.number, case.dispute.hand)
    if sent_to_judge(request) is not None:
        return _judged(request, hand, case.dispute)
    if not view.takes_versions:
        messages.info(request, _("This dispute is decided already: no version of the hand is taken any more."))
        return there
    done = {statement.side for statement in versions_of(case.dispute)}
    left = [side for side in "AB" if side not in done]
    if not left:
        messages.info(request, _("This version is written down already. The referees read it; it stays."))
        return there
    sent = request.POST.dict() if request.POST.get("action") == "edit" else {}
    form = hand.form(initial={**(sent or typed_from(hand.profile.game, hand.written)), "head": hand.head})
    whose = WhoseForm(names=hand.voices, sides=left, initial=sent)
    return _form_page(request, hand, case.dispute, form, whose)


def _judged(request: DeskRequest, hand: correcting.Case, dispute: Dispute) -> HttpResponse:
    form, whose = hand.form(request.POST), WhoseForm(request.POST, names=hand.voices, sides="AB")
    if not (form.is_valid() and whose.is_valid()):
        return _form_page(request, hand, dispute, form, whose, UNUSABLE)
    ruling, possible = judged(form, dispute, hand.voices)
    if ruling is None:
        return _form_page(request, hand, dispute, form, whose, UNUSABLE, possible=possible)
    side = whose.cleaned_data["side"]
    if request.POST.get("action") == "check":
        context = {
            **rulings.explained(ruling, hand.voices),
            "typed": [*form.typed_items(), ("side", side)],
            "head": hand.head,
        }
        return _page(request, hand, dispute, "desk/write_review.html", context)
    body = form.body()
    try:
        done = write_version(actor=request.user, match=hand.match, dispute=dispute, side=side, body=body)
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return _form_page(request, hand, dispute, form, whose, UNUSABLE)
    say_saved(request, _("Saved. The referees read it beside the record."), repeated=done.repeated)
    return redirect("desk:dispute", hand.tournament.slug, dispute.public_id)


def _form_page(
    request: DeskRequest, hand: correcting.Case, dispute: Dispute, form: EntryForm, whose: WhoseForm,
    status: int | None = None, **more: Any,
) -> HttpResponse:  # fmt: skip
    context = {"form": form, "whose": whose, "open": form.opened(), **more}
    return _page(request, hand, dispute, "desk/write.html", context, status)


def _page(
    request: DeskRequest, hand: correcting.Case, dispute: Dispute, template: str, context: Context,
    status: int | None = None,
) -> HttpResponse:  # fmt: skip
    title, back = _("How a side saw it"), reverse("desk:dispute", args=[hand.tournament.slug, dispute.public_id])
    whole = {"title": title, "back": back, "dealer": "", **context}
    way = trail(hand.tournament, (_("Dispute"), back), (title, ""))
    return hand.page(request, template, whole, status, tab="disputes", trail=way)
