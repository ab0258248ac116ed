"""Entering a hand: the form, the ruling to look at, the saving. Everything typed is kept until it is saved."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.errors import KeyReused, Stale
from engine.shapes import Ruling
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import Outcome, mark, questions
from thunee_tournaments.hand_form.games import entry_form, form_of
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation import bell
from thunee_tournaments.presentation.rulings import Explained, explained, headline, reason
from thunee_tournaments.scoring.by_cards import words_of
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.scoring.sitting_views import describe_hand
from thunee_tournaments.services.acts import Refused, preview_hand, record_hand
from thunee_tournaments.services.queries import why_only_look
from thunee_tournaments.tables.timers import clock_of

CONFLICT, UNUSABLE = 409, 422


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def enter(request: HttpRequest, here: TableSession, sheet_id: str, cards: bool = False) -> HttpResponse:
    """For a phone at its table: the next hand, its ruling, then the hand is written. `cards`: the page where it is
    entered card by card; everything after it is the same."""
    sitting = sitting_for(here.link, sheet_id)
    action = request.POST.get("action") if request.method == "POST" else None
    if action == "save":
        return _save(request, here, sitting)
    if (why := why_only_look(here.link)) is not None:
        messages.info(request, why.message)
        return redirect("scoring:table")
    if sitting.sheet.is_over:
        messages.info(request, _("This game is over: no hand can follow."))
        return redirect("scoring:table")
    if action == "check":
        return _check(request, here, sitting)
    if action == "edit":
        return form_page(request, sitting, new_form(sitting, initial=request.POST.dict()))
    assert sitting.dealer is not None  # only behind the end of a game does nobody deal
    first = {**form_of(sitting.sheet.game).first(sitting.dealer, len(sitting.seats)), "head": sitting.sheet.head}
    cards = cards and sitting.offline
    return form_page(request, sitting, new_form(sitting, initial=first), cards=cards)


def new_form(sitting: Sitting, data: Any = None, **kwargs: Any) -> EntryForm:
    return entry_form(data, seats=sitting.seats, names=sitting.names, profile=sitting.profile, **kwargs)


def form_page(request: HttpRequest, sitting: Sitting, form: EntryForm, status: int = 200, **more: Any) -> HttpResponse:
    number = sum(not hand.voided for hand in sitting.hands) + 1
    clock = clock_of(sitting.match.round)
    context = {"sitting": sitting, "form": form, "open": form.opened(), "number": number, "clock": clock, **more}
    if "fixing" not in more and (more.get("cards") or ("events" in form.fields and form["events"].value())):
        context |= words_of(sitting, form)
    if "fixing" not in more and sitting.offline:
        context["fix_form"] = ReasonForm(auto_id="fix_%s")  # for the last hand, where there is no network
    return render(request, "scoring/hand.html", context, status=status)


def _check(request: HttpRequest, here: TableSession, sitting: Sitting) -> HttpResponse:
    form = new_form(sitting, request.POST)
    if not form.is_valid():
        return form_page(request, sitting, form, UNUSABLE)
    if form.cleaned_data["head"] != sitting.sheet.head:
        missed = since(sitting, form.cleaned_data["head"])
        return stale_page(request, sitting, form, missed, mine=in_short(here, sitting, form))
    try:
        body = form.body()
        ruling = preview_hand(actor=here.link, game=sitting.game, body=body)
    except Refused as refused:
        return refused_page(request, sitting, form, refused)
    if open_questions := questions(ruling):
        return refused_page(request, sitting, form, open_questions)
    return review_page(request, sitting, form, ruling, dealer=sitting.dealer)


def review_page(
    request: HttpRequest,
    sitting: Sitting,
    form: EntryForm,
    ruling: Ruling,
    *,
    dealer: int | None,
    **more: Any,
) -> HttpResponse:
    """The ruling and its reason before it is saved; the page carries all that was typed, and the key of the entry."""
    context = {
        "sitting": sitting,
        "typed": form.typed_items(),
        "head": sitting.sheet.head,
        "key": uuid.uuid4(),
        **review_of(form, sitting, ruling, dealer),
        "claimed": any(form.cleaned_data.get(field.name) not in (None, "") for field in form.claims),
        "number": sum(not hand.voided for hand in sitting.hands) + 1,
        "bell": bell.words_for(sitting.match, sitting.game, sitting.names, ruling),
        **more,
    }
    return render(request, "scoring/review.html", context)


class Review(Explained):
    """A ruling in words, with what looks as if something was forgotten."""

    doubts: list[str]


def review_of(form: EntryForm, sitting: Sitting, ruling: Ruling, dealer: int | None) -> Review:
    """What is to be read before a hand is saved."""
    return {**explained(ruling, sitting.names), "doubts": _doubts(form.cleaned_data, sitting, dealer)}


def _doubts(typed: Typed, sitting: Sitting, dealer: int | None) -> list[str]:
    """What is allowed and yet looks as if something was forgotten."""
    if typed.get("events"):
        return []  # with cards the calls are written down
    doubts = []
    trumper, first = typed.get("trumper"), None if dealer is None else (dealer + 1) % len(sitting.seats)
    if first is not None and trumper not in (None, first) and not typed.get("call") and not typed.get("declared"):
        names = {"trumper": sitting.seats[trumper].name, "first": sitting.seats[first].name}
        text = _("%(first)s has the first chance to trump. Did %(trumper)s call?")
        doubts.append(text % names)
    needs_jodhi = sitting.profile.values.get("khanuck_needs_jodhi") == "yes" and typed.get("happened") != "caught"
    if needs_jodhi and typed.get("khanuck") is not None and not typed.get("jodhi0_value"):
        doubts.append(_("No jodhi? A khanuck is then lost."))
    return doubts


def _save(request: HttpRequest, here: TableSession, sitting: Sitting) -> HttpResponse:
    form = new_form(sitting, request.POST)
    if not form.is_valid():
        return form_page(request, sitting, form, UNUSABLE)
    try:
        done = record_hand(
            actor=here.link,
            game=sitting.game,
            body=form.body(),
            key=here.key_of(request, form.cleaned_data["head"]),
            last=bool(request.POST.get("last")),
        )
    except Stale as stale:
        missed = {entry.seq for entry in stale.missed}
        return stale_page(request, sitting, form, missed, mine=in_short(here, sitting, form))
    except KeyReused as reused:
        messages.error(request, reused.message)
        return redirect("scoring:table")
    except Refused as refused:
        return refused_page(request, sitting, form, refused)
    say_saved(request, sitting, done.ruling, done.repeated)
    if done.by_bell:
        messages.success(request, bell.ended(done.sheet.ledger["after"], sitting.names))
    return redirect("scoring:table")


def say_saved(request: HttpRequest, sitting: Sitting, ruling: Ruling | None, repeated: bool) -> None:
    if repeated:
        messages.info(request, _("This was saved already. It is written once."))
    elif ruling is None:
        messages.success(request, _("Saved: the hand is struck out."))
    else:
        messages.success(request, _("Saved. %(result)s.") % {"result": headline(ruling, sitting.names)})


def refused_page(
    request: HttpRequest, sitting: Sitting, form: EntryForm, refused: Refused, **more: Any
) -> HttpResponse:
    """The form again, with everything typed, and every fault beside its field."""
    possible = mark(form, refused, sitting.names)
    return form_page(request, sitting, form, UNUSABLE, possible=possible, **more)


def stale_page(request: HttpRequest, sitting: Sitting, form: EntryForm, missed: set[int], **more: Any) -> HttpResponse:
    """What was written meanwhile, beside what was typed here: the same hand twice, or another?"""
    came_in = [
        describe_hand(hand, sitting) for hand in sitting.hands if any(entry.seq in missed for entry in hand.entries)
    ]
    context = {
        "sitting": sitting, "came_in": came_in, "typed": form.typed_items(), "head": sitting.sheet.head,
        "number": sum(not hand.voided for hand in sitting.hands) + 1, **more,
    }  # fmt: skip
    return render(request, "scoring/stale.html", context, status=CONFLICT)


def in_short(here: TableSession, sitting: Sitting, form: EntryForm) -> Outcome | None:
    """What the hand typed here would come to now, to compare it with what came in; None if that cannot be said."""
    try:
        ruling = preview_hand(actor=here.link, game=sitting.game, body=form.body())
    except Refused:
        return None
    return None if questions(ruling) else {"headline": headline(ruling, sitting.names), "reason": reason(ruling)}


def since(sitting: Sitting, head: str) -> set[int]:
    """The entries written after the one this head belongs to; all of them if nobody ever saw such a head."""
    entries = sorted((entry for hand in sitting.hands for entry in hand.entries), key=lambda entry: entry.seq)
    seen = next((entry.seq for entry in entries if entry.hash == head), 0)
    return {entry.seq for entry in entries if entry.seq > seen}
