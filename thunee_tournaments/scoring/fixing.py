"""Fixing the last hand: the same form, what changes before it is saved, a reason; or striking the hand out."""

import uuid
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.errors import KeyReused, Stale
from adjudication.hands import Hand
from adjudication.models import Entry
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import questions
from thunee_tournaments.hand_form.games import form_of, typed_from
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.scoring.hand import (
    CONFLICT,
    UNUSABLE,
    form_page,
    new_form,
    refused_page,
    review_page,
    say_saved,
    stale_page,
)
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.scoring.sitting_views import describe_hand
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Refused,
    as_seen,
    correct_hand,
    mark_of,
    preview_correction,
    void_hand,
)


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def fix(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: the last hand to be put right, what that would change, then the correction."""
    sitting = sitting_for(here.link, sheet_id)
    action = request.POST.get("action") if request.method == "POST" else None
    hand = _meant(request, sitting)
    if hand is None:
        messages.info(request, _("There is no hand to fix any more."))
        return redirect("scoring:table")
    if action == "save":
        return _save(request, here, sitting, hand)
    if action == "check":
        return _check(request, here, sitting, hand)
    game = sitting.sheet.game
    shown = {**typed_from(game, hand.body), "head": sitting.sheet.head}
    if action == "edit":
        shown = {**form_of(game).first(None, 4), **request.POST.dict()}
    form = new_form(sitting, initial=shown)
    reason_form = ReasonForm(initial=request.POST.dict() if action == "edit" else {})
    return form_page(
        request, sitting, form, **_fixing(hand, reason_form), by_cards=form_of(game).typed(hand.body) is None
    )


def _meant(request: HttpRequest, sitting: Sitting) -> Hand | None:
    """The hand this page is about: the last, or the one whose entry the form names (a retry after it was saved)."""
    named = request.POST.get("entry", "")
    if not named:
        return sitting.last
    return next((hand for hand in sitting.hands if any(str(entry.seq) == named for entry in hand.entries)), None)


def _entry(request: HttpRequest, hand: Hand) -> Entry:
    named = request.POST.get("entry", "")
    return next((entry for entry in hand.entries if str(entry.seq) == named), hand.entry)


def _fixing(hand: Hand, reason_form: ReasonForm) -> Context:
    return {"fixing": hand, "number": hand.number, "reason_form": reason_form, "entry": hand.entry.seq}


def _check(request: HttpRequest, here: TableSession, sitting: Sitting, hand: Hand) -> HttpResponse:
    form, why = new_form(sitting, request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return form_page(request, sitting, form, UNUSABLE, **_fixing(hand, why))
    if form.cleaned_data["head"] != sitting.sheet.head:
        return _stale(request, sitting, form, why)
    body = form.body()
    preview = preview_correction(actor=here.link, game=sitting.game, entry=hand.entry, body=body, reason=why.reason())
    ruling = preview["ruling"]
    refused = preview["refused"] or (questions(ruling) if ruling else None)
    if refused:
        return refused_page(request, sitting, form, refused, **_fixing(hand, why))
    assert ruling is not None, "a correction that is not refused is judged"
    was = describe_hand(hand, sitting)
    more = {
        **_fixing(hand, why),
        "was": was,
        "change": preview,
        "seen": mark_of(preview["beyond"]),
        "why_typed": why.typed_items(),
        "why": why.reason(),
    }
    return review_page(request, sitting, form, ruling, dealer=hand.dealer, **more)


def _save(request: HttpRequest, here: TableSession, sitting: Sitting, hand: Hand) -> HttpResponse:
    form, why = new_form(sitting, request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return form_page(request, sitting, form, UNUSABLE, **_fixing(hand, why))
    try:
        save_it = partial(
            correct_hand,
            actor=here.link,
            game=sitting.game,
            entry=_entry(request, hand),
            body=form.body(),
            key=here.key_of(request, form.cleaned_data["head"]),
            reason=why.reason(),
        )
        done = as_seen(here.link.tournament, request.POST.get("seen", ""), save_it, sitting.match.pk)
    except Stale:
        return _stale(request, sitting, form, why)
    except ChangedSinceShown as moved:
        messages.warning(request, moved.message)
        return _check(request, here, sitting, hand)
    except KeyReused as reused:
        messages.error(request, reused.message)
        return redirect("scoring:table")
    except Refused as refused:
        return refused_page(request, sitting, form, refused, **_fixing(hand, why))
    say_saved(request, sitting, done.ruling, done.repeated)
    say_voided(request, sitting, done.voided)
    return redirect("scoring:table")


def say_voided(request: HttpRequest, sitting: Sitting, sides: tuple[str, ...]) -> None:
    """Who had signed is told that it does not count any more."""
    for side in sides:
        messages.warning(request, _("The signature of %(team)s is void: the sheet must be signed again.")
                         % {"team": sitting.names.side(side)})  # fmt: skip


def _stale(request: HttpRequest, sitting: Sitting, form: EntryForm, why: ReasonForm) -> HttpResponse:
    """Somebody wrote on the sheet meanwhile. What the fix was about may not be the last hand any more."""
    missed = {entry.seq for hand in sitting.hands for entry in hand.entries if entry is sitting.hands[-1].entry}
    still_last = sitting.last is not None and str(sitting.last.entry.seq) == request.POST.get("entry")
    more = {"fixing": sitting.last, "why_typed": why.typed_items(), "still_last": still_last}
    return stale_page(request, sitting, form, missed, **more)


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def void(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: strike the last hand out, as if it had not been played."""
    sitting = sitting_for(here.link, sheet_id)
    hand = _meant(request, sitting)
    if hand is None:
        messages.info(request, _("There is no hand to fix any more."))
        return redirect("scoring:table")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    status, problem = 200, None
    if request.method == "POST" and not form.is_valid():
        status = UNUSABLE
    elif request.method == "POST":
        try:
            save_it = partial(
                void_hand,
                actor=here.link,
                game=sitting.game,
                entry=_entry(request, hand),
                key=here.key_of(request),
                reason=form.reason(),
            )
            done = as_seen(here.link.tournament, request.POST.get("seen", ""), save_it, sitting.match.pk)
        except Stale as stale:
            status, problem = CONFLICT, stale.message
        except ChangedSinceShown as moved:
            status, problem = CONFLICT, moved.message
        except (KeyReused, Refused) as refused:
            status, problem = UNUSABLE, refused.message
        else:
            say_saved(request, sitting, done.ruling, done.repeated)
            say_voided(request, sitting, done.voided)
            return redirect("scoring:table")
    preview = preview_correction(actor=here.link, game=sitting.game, entry=hand.entry, body=None)
    context = {
        "sitting": sitting,
        "hand": describe_hand(hand, sitting),
        "change": preview,
        "seen": mark_of(preview["beyond"]),
        "form": form,
        "problem": problem,
        "key": request.POST.get("key") or uuid.uuid4(),
        "head": sitting.sheet.head,
        "entry": hand.entry.seq,
    }
    return render(request, "scoring/void.html", context, status=status)
