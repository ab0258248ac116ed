"""A change to a scoresheet at the desk: the form with a reason, a look at what it changes, then the entry.

Correcting a hand and writing in a missed one are such changes; everything typed travels with the pages.
"""

import uuid
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.match.changes import change_of
from thunee_tournaments.desk.match.entry_context import Place
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import OK, UNUSABLE, Context, key_of, what_moved
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import mark, questions
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.services.acts import ChangedSinceShown, Recorded, Refused, WriteKey, as_seen, mark_of
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Change(Place):
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
    def preview(self, *, actor: User, body: Body, reason: str) -> Mapping[str, Any]:
        """What it would change; nothing is stored."""

    @abstractmethod
    def save(self, *, actor: User, body: Body, reason: str, key: WriteKey) -> Recorded:
        """Write it. Raises as its act."""


def change_page(request: DeskRequest, change: Change) -> HttpResponse:
    """Whichever of its pages was asked for."""
    if not_now(request, change.tournament, change.match, change.game):
        return redirect(match_href(change.tournament, change.match))
    action = request.POST.get("action") if request.method == "POST" else None
    if action in ("check", "save"):
        return _judged(request, change, save=action == "save")
    sent = request.POST.dict() if action == "edit" else {}
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
              "wrong all the same, a dispute can be raised, and a referee decides."),
        )  # fmt: skip
        return True
    return False


def _judged(request: DeskRequest, change: Change, *, save: bool) -> HttpResponse:
    form, why = change.form(request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return _form_page(request, change, form, why)
    body = form.body()
    if not save:
        return _review(request, change, form, why, body, change.notice)

    def save_it() -> Recorded:
        key = key_of(request, form.cleaned_data["head"])
        return change.save(actor=request.user, body=body, reason=why.reason(), key=key)

    try:
        return say_done(request, change.match, change.game, save_as_seen(request, change, save_it))
    except (Stale, ChangedSinceShown) as moved:
        return _review(request, change, form, why, body, what_moved(moved))
    except (Refused, KeyReused) as refused:
        return _refused_page(request, change, form, why, refused)


def save_as_seen(request: DeskRequest, place: Place, act: Callable[[], Recorded]) -> Recorded:
    """Do it, if it changes what the page showed. Raises ChangedSinceShown, and as the act."""
    return as_seen(place.tournament, request.POST.get("seen", ""), act, place.match.pk)


def _review(
    request: DeskRequest, change: Change, form: EntryForm, why: ReasonForm, body: Body, notice: str
) -> HttpResponse:
    """The ruling the hand would get, and everything that would change with it. Nothing is stored."""
    preview = change.preview(actor=request.user, body=body, reason=why.reason())
    refused = preview["refused"] or questions(preview["ruling"])
    if refused:
        return _refused_page(request, change, form, why, refused)
    context = {
        **change.shown,
        **rulings.told(preview["ruling"], change.voices),
        "change": change_of(preview, change.voices, change.own),
        "seen": mark_of(preview["beyond"]),
        "why": why.reason(),
        "typed": [*form.typed_items(), *why.typed_items()],
        "head": change.head,
        "key": uuid.uuid4(),
        "notice": notice,
    }
    return change.page(request, "desk/correct_review.html", context)


def _form_page(request: DeskRequest, change: Change, form: EntryForm, why: ReasonForm, **more: Any) -> HttpResponse:
    context = {**change.shown, "form": form, "open": form.opened(), "reason_form": why, **more}
    return change.page(request, change.template, context, UNUSABLE if form.errors or why.errors else OK)


def _refused_page(
    request: DeskRequest, change: Change, form: EntryForm, why: ReasonForm, refused: Refused | KeyReused
) -> HttpResponse:
    """The form again with everything typed, every fault beside its field, and why it cannot be."""
    if isinstance(refused, KeyReused):
        form.add_error(None, str(refused.message))
        return _form_page(request, change, form, why)
    return _form_page(request, change, form, why, possible=mark(form, refused, change.voices))


def say_done(request: DeskRequest, match: Match, game: MatchGame, done: Recorded) -> HttpResponse:
    """What was saved, who has to sign again, and the sheet as it was and as it is."""
    voices = voices_of(match)
    if done.repeated:
        messages.info(request, _("This was saved already. It is written once."))
    elif done.ruling is None:
        messages.success(request, _("Saved: the hand is struck out."))
    else:
        messages.success(request, _("Saved. %(result)s.") % {"result": rulings.headline(done.ruling, voices)})
    if done.voided:
        sides = " · ".join(voices.side(side) for side in done.voided)
        messages.warning(request, _("To be signed again by: %(sides)s.") % {"sides": sides})
    slug = match.stage.tournament.slug
    return redirect("desk:change", slug, match.public_id, game.number, done.entry.seq)
