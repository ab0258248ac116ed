"""A change to a scoresheet at the desk: the form with a reason, a look at what it changes, then the entry.

Correcting a hand and writing in a missed one are such changes; everything typed travels with the pages.
"""

import uuid
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.match.changes import change_of
from thunee_tournaments.desk.match.entry_context import SheetPlace
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import OK, UNUSABLE, Context, key_of, save_or_show, say_saved, sent_to_judge
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import questions
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.services.acts import Preview, Recorded, Refused, WriteKey, as_seen, mark_of
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Change(SheetPlace):
    """A change to a sheet, and what its pages show."""

    template: ClassVar[str]

    @property
    @abstractmethod
    def typed(self) -> Typed:
        """What the form begins with."""

    @property
    @abstractmethod
    def shown(self) -> Context:
        """What its pages show beside the form."""

    @property
    def by_cards(self) -> bool:
        """Whether what is there now was written card by card, so that the form cannot show it."""
        return False

    @property
    def own(self) -> int | None:
        """The hand that is changed itself, by its seq, if it is there already."""
        return None

    @property
    def notice(self) -> str:
        """What moved since the form was opened."""
        return ""

    @abstractmethod
    def preview(self, *, actor: User, body: Body, reason: str) -> Preview:
        """What it would change; nothing is stored."""

    @abstractmethod
    def save(self, *, actor: User, body: Body, reason: str, key: WriteKey) -> Recorded:
        """Write it. Raises as its act."""


def change_page(request: DeskRequest, change: Change) -> HttpResponse:
    """Whichever of its pages was asked for."""
    if not_now(request, change.tournament, change.match, change.game):
        return redirect(match_href(change.tournament, change.match))
    if sent_to_judge(request) is not None:
        return _judged(request, change)
    sent = request.POST.dict() if request.POST.get("action") == "edit" else {}
    first = form_of(change.profile.game).first(None, len(change.seats))
    form = change.form(initial={**first, **(sent or change.typed), "head": change.head})
    return _form_page(request, change, form, ReasonForm(initial=sent), by_cards=change.by_cards)


def not_now(request: DeskRequest, tournament: Tournament, match: Match, game: MatchGame) -> bool:
    """Whether nothing can be changed any more, said to the reader."""
    if tournament.status != Tournament.Status.RUNNING:
        messages.error(request, _("The tournament is closed. Open it again to change a hand."))
        return True
    signatures = signatures_of(match, game)
    if signatures is not None and signatures.final:
        messages.error(
            request,
            _("Both sides have signed this game, and the time for corrections is over: it is final. If something is "
              "still wrong, a dispute can be raised, and a referee decides."),
        )  # fmt: skip
        return True
    return False


def _judged(request: DeskRequest, change: Change) -> HttpResponse:
    form, why = change.form(request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return _form_page(request, change, form, why)
    body, key = form.body(), key_of(request, form.cleaned_data["head"])
    act = partial(change.save, actor=request.user, body=body, reason=why.reason(), key=key)
    try:
        return save_or_show(
            request, partial(save_as_seen, request, change, act), partial(_review, request, change, form, why, body)
        )
    except (Refused, KeyReused) as refused:
        return _form_page(request, change, form, why, possible=change.marked(form, refused))


def save_as_seen(request: DeskRequest, place: SheetPlace, act: Callable[[], Recorded]) -> HttpResponse:
    """Do it, if it changes what the page showed: what was saved, who has to sign again, and the sheet as it was and as
    it is. Raises ChangedSinceShown, and as the act."""
    done = as_seen(place.tournament, request.POST.get("seen", ""), act, place.match.pk)
    saved = _("Saved: the hand is struck out.")
    if done.ruling is not None:
        saved = _("Saved. %(result)s.") % {"result": rulings.headline(done.ruling, voices_of(place.match))}
    say_saved(request, saved, repeated=done.repeated)
    if done.voided:
        sides = " · ".join(voices_of(place.match).side(side) for side in done.voided)
        messages.warning(request, _("To be signed again by: %(sides)s.") % {"sides": sides})
    return redirect("desk:change", place.tournament.slug, place.match.public_id, place.game.number, done.entry.seq)


def _review(
    request: DeskRequest, change: Change, form: EntryForm, why: ReasonForm, body: Body, notice: str
) -> HttpResponse:
    """The ruling the hand would get, and everything that would change with it. Nothing is stored. Raises Refused."""
    preview = change.preview(actor=request.user, body=body, reason=why.reason())
    ruling = preview["ruling"]
    if refused := preview["refused"] or (questions(ruling) if ruling is not None else None):
        raise refused
    assert ruling is not None  # a change with a body has one, or is refused
    context = {
        **change.shown,
        **rulings.explained(ruling, change.voices),
        "change": change_of(preview, change.voices, change.own),
        "seen": mark_of(preview["beyond"]),
        "why": why.reason(),
        "typed": [*form.typed_items(), *why.typed_items()],
        "head": change.head,
        "key": uuid.uuid4(),
        "notice": notice or change.notice,
    }
    return change.page(request, "desk/correct_review.html", context)


def _form_page(request: DeskRequest, change: Change, form: EntryForm, why: ReasonForm, **more: Any) -> HttpResponse:
    context = {**change.shown, "form": form, "open": form.opened(), "reason_form": why, **more}
    return change.page(request, change.template, context, UNUSABLE if form.errors or why.errors else OK)
