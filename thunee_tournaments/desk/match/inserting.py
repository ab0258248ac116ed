"""Writing in a missed hand at the desk: where it was played, with a reason, after looking at what that changes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.errors import KeyReused, Stale
from adjudication.hands import Hand, all_hands
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.match.changes import change_of
from thunee_tournaments.desk.match.correcting import not_now, say_done
from thunee_tournaments.desk.match.entry_context import Place, in_words
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import CONFLICT, MEANWHILE, UNUSABLE, device_of
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import mark, questions
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Refused,
    as_seen,
    insert_hand,
    mark_of,
    preview_insertion,
)
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Gap(Place):
    """The place on a sheet where a hand is missing: behind the hand first written as entry `after` (0: at the top)."""

    hands: Sequence[Hand]
    after: int

    @property
    def number(self) -> int:
        """What the missed hand's number will be."""
        index = next((at for at, hand in enumerate(self.hands) if hand.seq == self.after), -1)
        return sum(not hand.voided for hand in self.hands[: index + 1]) + 1

    @cached_property
    def dealer(self) -> int | None:
        """Who dealt it: whoever is written down as the dealer of the hand that stands there now."""
        standing = [hand for hand in self.hands if not hand.voided]
        if self.number <= len(standing):
            return standing[self.number - 1].dealer
        return self.next_dealer

    @property
    def title(self) -> str:
        return _("Write in a missed hand %(number)s") % {"number": self.number}


def _gap(tournament: Tournament, match_id: str, number: int, after: int) -> Gap:
    """Raises Http404."""
    match = match_for(tournament, match_id)
    game = next((game for game in match.games.all() if game.number == number), None)
    hands = all_hands(game.sheet) if game is not None else []
    if game is None or (after and all(hand.seq != after for hand in hands)):
        raise Http404("no such place")
    return Gap(tournament, match, game, hands, after)


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def insert(request: DeskRequest, tournament: Tournament, match_id: str, number: int, after: int) -> HttpResponse:
    """For referees: the form of a missed hand, then what it would change, then the hand. Everything typed
    travels with the pages."""
    gap = _gap(tournament, match_id, number, after)
    if not_now(request, tournament, gap.match, gap.game):
        return redirect(match_href(tournament, gap.match))
    action = request.POST.get("action") if request.method == "POST" else None
    if action in ("check", "save"):
        return _judged(request, gap, save=action == "save")
    first = form_of(gap.profile.game).first(gap.dealer, len(gap.seats))
    shown = request.POST.dict() if action == "edit" else first
    form = gap.form(initial={**shown, "head": gap.game.sheet.head})
    return _form_page(request, gap, form, ReasonForm(initial=request.POST.dict() if action == "edit" else {}))


def _judged(request: DeskRequest, gap: Gap, *, save: bool) -> HttpResponse:
    form, why = gap.form(request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return _form_page(request, gap, form, why, status=UNUSABLE)
    body = form.body()
    if not save:
        return _review(request, gap, form, why, body)
    try:
        save_it = partial(
            insert_hand,
            actor=request.user,
            game=gap.game,
            after=gap.after,
            body=body,
            device=device_of(request),
            client_uuid=request.POST.get("key", ""),
            head=form.cleaned_data["head"],
            reason=why.reason(),
        )
        done = as_seen(gap.tournament, request.POST.get("seen", ""), save_it, gap.match.pk)
    except Stale:
        return _review(request, gap, form, why, body, notice=MEANWHILE)
    except ChangedSinceShown as moved:
        return _review(request, gap, form, why, body, notice=moved.message)
    except (Refused, KeyReused) as refused:
        return _refused_page(request, gap, form, why, refused)
    return say_done(request, gap.match, gap.game, done)


def _review(
    request: DeskRequest, gap: Gap, form: EntryForm, why: ReasonForm, body: dict[str, Any], notice: Any = ""
) -> HttpResponse:
    """The ruling the hand would get, and everything that would change with it. Nothing is stored."""
    found = preview_insertion(actor=request.user, game=gap.game, after=gap.after, body=body, reason=why.reason())
    refused = found["refused"] or questions(found["ruling"])
    if refused:
        return _refused_page(request, gap, form, why, refused)
    context = {
        **in_words(found["ruling"], gap.voices),
        "change": change_of(found, gap.voices),
        "seen": mark_of(found["beyond"]),
        "why": why.reason(),
        "typed": [*form.typed_items(), *why.typed_items()],
        "head": gap.game.sheet.head,
        "key": uuid.uuid4(),
        "notice": notice,
    }
    return gap.page(request, "desk/correct_review.html", {**context, "inserting": True}, CONFLICT if notice else 200)


def _form_page(
    request: DeskRequest, gap: Gap, form: EntryForm, why: ReasonForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"form": form, "open": form.opened(), "reason_form": why, "inserting": True, **more}
    return gap.page(request, "desk/insert.html", context, status)


def _refused_page(
    request: DeskRequest, gap: Gap, form: EntryForm, why: ReasonForm, refused: Refused | KeyReused
) -> HttpResponse:
    """The form again with everything typed, every fault beside its field, and why it cannot be."""
    if isinstance(refused, KeyReused):
        form.add_error(None, str(refused.message))
        return _form_page(request, gap, form, why, status=UNUSABLE)
    return _form_page(request, gap, form, why, status=UNUSABLE, possible=mark(form, refused, gap.voices))
