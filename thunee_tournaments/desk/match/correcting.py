"""Correcting a hand at the desk, or striking it out: any hand, with a reason, after looking at what that changes."""

import uuid
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.errors import KeyReused, Stale
from adjudication.hands import Hand, all_hands
from adjudication.judging import profile_of
from adjudication.models import Entry
from engine.profiles import Profile
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.brackets.sitting import Moment
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.match.changes import change_of
from thunee_tournaments.desk.match.entry_context import in_words
from thunee_tournaments.desk.match.hands import HandRow
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import CONFLICT, MEANWHILE, UNUSABLE, desk_page, device_of
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import mark
from thunee_tournaments.hand_form.games import entry_form, form_of
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat, seats_of, voices_of
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Recorded,
    Refused,
    as_seen,
    correct_hand,
    mark_of,
    preview_correction,
    void_hand,
)
from thunee_tournaments.tournaments.games import scoring
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Case:
    """A hand on its sheet, and everything its pages show."""

    tournament: Tournament
    match: Match
    game: MatchGame
    hands: list[Hand]
    hand: Hand

    @property
    def head(self) -> str:
        head: str = self.game.sheet.head
        return head

    @cached_property
    def voices(self) -> Voices:
        return voices_of(self.match, self.moment)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.match, self.hand.dealer, self.moment)

    @property
    def moment(self) -> Moment:
        """When the hand was written: who sat there then is meant."""
        return self.game.number, self.hand.seq

    @cached_property
    def profile(self) -> Profile:
        return profile_of(self.game.sheet)

    @property
    def written(self) -> dict[str, Any]:
        """The body that was written last: a struck out hand's is the one before it was struck out."""
        entries = [entry for entry in self.hand.entries if entry.kind != Entry.Kind.VOID]
        body: dict[str, Any] = entries[-1].body
        return body

    @property
    def in_balls(self) -> bool:
        return scoring(self.profile.game).balls

    def entry(self, named: str) -> Entry:
        """The entry a form was made for; the one that counts, if it names none."""
        return next((entry for entry in self.hand.entries if str(entry.seq) == named), self.hand.entry)

    def form(self, data: Any = None, **kwargs: Any) -> EntryForm:
        return entry_form(data, seats=self.seats, names=self.voices, profile=self.profile, official=True, **kwargs)

    @property
    def title(self) -> str:
        if self.hand.voided:
            return _("Count a struck out hand again")
        return _("Correct hand %(number)s") % {"number": self.hand.number}


def case_for(tournament: Tournament, match_id: str, number: int, seq: int) -> Case:
    """The hand that was first written as entry `seq` of the match's game `number`. Raises Http404."""
    match = match_for(tournament, match_id)
    game = next((game for game in match.games.all() if game.number == number), None)
    hands = all_hands(game.sheet) if game is not None else []
    hand = next((hand for hand in hands if hand.seq == seq), None)
    if game is None or hand is None:
        raise Http404("no such hand")
    return Case(tournament, match, game, hands, hand)


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


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def correct(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: the form, then what it would change, then the correction. Everything typed travels with the
    pages."""
    case = case_for(tournament, match_id, number, seq)
    if not_now(request, tournament, case.match, case.game):
        return redirect(match_href(tournament, case.match))
    action = request.POST.get("action") if request.method == "POST" else None
    if action in ("check", "save"):
        return _judged(request, case, save=action == "save")
    typed = form_of(case.profile.game).typed(case.written)
    shown = request.POST.dict() if action == "edit" else typed or {}
    said = {key: value for key, value in shown.items() if value is not None}
    form = case.form(initial={**form_of(case.profile.game).first(None, len(case.seats)), **said, "head": case.head})
    why = ReasonForm(initial=request.POST.dict() if action == "edit" else {})
    return _form_page(request, case, form, why, by_cards=typed is None)


def _judged(request: DeskRequest, case: Case, *, save: bool) -> HttpResponse:
    form, why = case.form(request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return _form_page(request, case, form, why, status=UNUSABLE)
    body = form.body()
    meant = case.entry(request.POST.get("entry", ""))
    if save:
        try:
            save_it = partial(
                correct_hand,
                actor=request.user,
                game=case.game,
                entry=meant,
                body=body,
                device=device_of(request),
                client_uuid=request.POST.get("key", ""),
                head=form.cleaned_data["head"],
                reason=why.reason(),
            )
            done = as_seen(case.tournament, request.POST.get("seen", ""), save_it, case.match.pk)
        except Stale:
            return _review(request, case, form, why, body, notice=MEANWHILE)
        except ChangedSinceShown as moved:
            return _review(request, case, form, why, body, notice=moved.message)
        except (Refused, KeyReused) as refused:
            return _refused_page(request, case, form, why, refused)
        return say_done(request, case.match, case.game, done)
    if meant is not case.hand.entry:
        notice = _("This hand was changed meanwhile. What you see here replaces that change.")
        return _review(request, case, form, why, body, notice=notice)
    return _review(request, case, form, why, body)


def _review(
    request: DeskRequest, case: Case, form: EntryForm, why: ReasonForm, body: dict[str, Any], notice: Any = ""
) -> HttpResponse:
    """The ruling the hand would get, and everything that would change with it. Nothing is stored."""
    found = preview_correction(
        actor=request.user, game=case.game, entry=case.hand.entry, body=body, reason=why.reason()
    )
    if found["refused"]:
        return _refused_page(request, case, form, why, found["refused"])
    context = {
        **_shared(case),
        "was": HandRow(case.hand, case.voices),
        **in_words(found["ruling"], case.voices),
        "change": change_of(found, case.voices, case.hand.seq),
        "seen": mark_of(found["beyond"]),
        "why": why.reason(),
        "typed": [*form.typed_items(), *why.typed_items()],
        "entry": case.hand.entry.seq,
        "head": case.head,
        "key": uuid.uuid4(),
        "notice": notice,
    }
    return _page(request, case, "desk/correct_review.html", context, CONFLICT if notice else 200)


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


def _shared(case: Case) -> dict[str, Any]:
    return {
        "match": case.match,
        "game": case.game,
        "hand": case.hand,
        "title": case.title,
        "names": case.voices,
        "profile": case.profile,
        "back": match_href(case.tournament, case.match),
    }


def _form_page(
    request: DeskRequest, case: Case, form: EntryForm, why: ReasonForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **_shared(case),
        "form": form,
        "open": form.opened(),
        "reason_form": why,
        "row": HandRow(case.hand, case.voices),
        "entry": case.hand.entry.seq,
        **more,
    }
    return _page(request, case, "desk/correct.html", context, status)


def _refused_page(
    request: DeskRequest, case: Case, form: EntryForm, why: ReasonForm, refused: Refused | KeyReused
) -> HttpResponse:
    """The form again with everything typed, every fault beside its field, and why it cannot be."""
    if isinstance(refused, KeyReused):
        form.add_error(None, str(refused.message))
        return _form_page(request, case, form, why, status=UNUSABLE)
    return _form_page(request, case, form, why, status=UNUSABLE, possible=mark(form, refused, case.voices))


def _page(request: DeskRequest, case: Case, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    trail = trail_of(case.tournament, case.match, context.get("title") or case.title)
    return desk_page(request, case.tournament, template, context, tab="bracket", trail=trail, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def void(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: what it would change to strike a hand out, as if it had not been played; then that is done."""
    case = case_for(tournament, match_id, number, seq)
    if not_now(request, tournament, case.match, case.game):
        return redirect(match_href(tournament, case.match))
    form = ReasonForm(request.POST if request.method == "POST" else None)
    notice: Any = ""
    status = UNUSABLE if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            save_it = partial(
                void_hand,
                actor=request.user,
                game=case.game,
                entry=case.entry(request.POST.get("entry", "")),
                device=device_of(request),
                client_uuid=request.POST.get("key", ""),
                head=request.POST.get("head", ""),
                reason=form.reason(),
            )
            done = as_seen(case.tournament, request.POST.get("seen", ""), save_it, case.match.pk)
        except Stale:
            status, notice = CONFLICT, MEANWHILE
        except ChangedSinceShown as moved:
            status, notice = CONFLICT, moved.message
        except (Refused, KeyReused) as refused:
            status, notice = UNUSABLE, refused.message
        else:
            return say_done(request, case.match, case.game, done)
    elif case.hand.voided:
        messages.info(request, _("This hand is struck out already."))
        return redirect(match_href(tournament, case.match))
    found = preview_correction(actor=request.user, game=case.game, entry=case.hand.entry, body=None)
    context = {
        **_shared(case),
        "title": _("Strike out hand %(number)s") % {"number": case.hand.number or "–"},
        "row": HandRow(case.hand, case.voices),
        "form": form,
        "refused": found["refused"],
        "change": None if found["refused"] else change_of(found, case.voices, case.hand.seq),
        "seen": mark_of(found["beyond"]),
        "notice": notice,
        "entry": case.hand.entry.seq,
        "head": case.head,
        "key": uuid.uuid4(),
    }
    return _page(request, case, "desk/void.html", context, status)
