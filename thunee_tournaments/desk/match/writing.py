"""The next hand written at the desk, or at the table by somebody with an account: the form, the ruling, the saving.

Where an event has only its referees write, this is how; elsewhere it helps out when a table's phone is gone.
"""

import uuid
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.desk.access import WRITERS, DeskRequest, page_for
from thunee_tournaments.desk.match.entry_context import SheetPlace
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import key_of, save_or_show, say_saved, sent_to_judge
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import questions
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.presentation import bell, rulings
from thunee_tournaments.services.acts import Refused, preview_hand, record_hand
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class NextHand(SheetPlace):
    """The hand to come on a game's sheet."""

    @property
    def number(self) -> int:
        return len(self.game.sheet.ledger["hands"]) + 1

    @property
    def dealer(self) -> int | None:
        return self.next_dealer

    @property
    def title(self) -> str:
        return _("Write hand %(number)s") % {"number": self.number}


def next_hand_for(tournament: Tournament, match_id: str, number: int) -> NextHand:
    """Raises Http404."""
    match, game = game_for(tournament, match_id, number)
    return NextHand(tournament, match, game)


@page_for(WRITERS)
def write(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For scorekeepers and referees: the form, then the ruling to look at, then the hand. Everything typed
    travels with the pages."""
    hand = next_hand_for(tournament, match_id, number)
    if request.POST.get("action") != "save" and (
        hand.game.sheet.is_over or tournament.status != Tournament.Status.RUNNING
    ):
        messages.info(request, _("This game is over: no hand can follow."))
        return redirect(match_href(tournament, hand.match))
    if sent_to_judge(request) is None:
        first = form_of(hand.profile.game).first(hand.dealer, len(hand.seats))
        shown = request.POST.dict() if request.POST.get("action") == "edit" else first
        return _form_page(request, hand, hand.form(initial={**shown, "head": hand.head}))
    form = hand.form(request.POST)
    if not form.is_valid():
        return _form_page(request, hand, form)
    try:
        return save_or_show(request, partial(_save, request, hand, form), partial(_review, request, hand, form))
    except (Refused, KeyReused) as refused:
        return _form_page(request, hand, form, possible=hand.marked(form, refused))


def _save(request: DeskRequest, hand: NextHand, form: EntryForm) -> HttpResponse:
    try:
        done = record_hand(
            actor=request.user,
            game=hand.game,
            body=form.body(),
            key=key_of(request, form.cleaned_data["head"]),
            last=bool(request.POST.get("last")),
        )
    except Stale:
        message = _("Somebody wrote another hand, so this one was not saved. See whether it is still missing.")
        return _review(request, hand, form, message)
    saved = _("Saved. %(result)s.") % {"result": rulings.headline(done.ruling or {}, hand.voices)}
    say_saved(request, saved, repeated=done.repeated)
    return redirect(match_href(hand.tournament, hand.match))


def _review(request: DeskRequest, hand: NextHand, form: EntryForm, notice: str) -> HttpResponse:
    """The ruling the hand would get. Nothing is stored. Raises Refused."""
    ruling = preview_hand(actor=request.user, game=hand.game, body=form.body())
    if open_questions := questions(ruling):
        raise open_questions
    if not notice and form.cleaned_data["head"] != hand.head:
        notice = _("Somebody wrote another hand. See whether this one is still missing.")
    context = {
        **rulings.explained(ruling, hand.voices),
        "bell": bell.words_for(hand.match, hand.game, hand.voices, ruling),
        "typed": form.typed_items(),
        "head": hand.head,
        "key": uuid.uuid4(),
        "notice": notice,
    }
    return hand.page(request, "desk/write_review.html", context)


def _form_page(request: DeskRequest, hand: NextHand, form: EntryForm, **more: Any) -> HttpResponse:
    return hand.page(request, "desk/write.html", {"form": form, "open": form.opened(), **more})
