"""Hands that waited on a phone: what the page knows of its table, and one hand after the other taken in.

The same act as the form's, under the key the hand was given on the phone: sent again, it gets its first answer again.
Answers are small JSON, so that a hand costs little where data is dear.
"""

import json
import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from adjudication.errors import KeyReused, Stale
from adjudication.hands import all_hands
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.drawing.rulings import headline, reason
from thunee_tournaments.hand_form import tally
from thunee_tournaments.hand_form.faults import mark
from thunee_tournaments.hand_form.fields import HandForm
from thunee_tournaments.running.acts import Refused, record_hand
from thunee_tournaments.running.recording import Recorded
from thunee_tournaments.scoring.hand import CONFLICT, UNUSABLE, in_short, new_form, since
from thunee_tournaments.scoring.selectors import Sitting, now_at, sitting_for
from thunee_tournaments.scoring.session import TableSession, current

GONE = 404
MOST_BYTES = 16 * 1024
DEVICE = re.compile(r"phone-[\w-]{1,58}", re.ASCII)
KINDS = ("key", "head", "device")


def page_data(request: HttpRequest, here: TableSession | None, sitting: Sitting | None = None) -> dict[str, Any]:
    """What the page's scripts have to know: where to send hands, what they are signed with, what was seen."""
    data: dict[str, Any] = {"csrf": get_token(request), "state": reverse("scoring:state")}
    if here is not None:
        data |= {"device": here.device, "desk": reverse("desk:unsent", args=[here.link.tournament.slug])}
    return data | ({"sheet": sheet_data(sitting)} if sitting is not None else {})


def sheet_data(sitting: Sitting) -> dict[str, Any]:
    """A sheet as it stands: its head, the hand to come, who deals it."""
    sheet = sitting.sheet
    return {
        "sheet": sheet.public_id,
        "seq": sheet.seq,
        "head": sheet.head,
        "number": sum(not hand.voided for hand in sitting.hands) + 1,
        "dealer": sitting.dealer,
        "over": sheet.is_over,
        "form": reverse("scoring:hand", args=[sheet.public_id]),
        "cards": reverse("scoring:cards", args=[sheet.public_id]),
    }


@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """Whether this phone is at a table, and where its sheet stands. Also how a page finds out that there is network."""
    here = current(request)
    if here is None:
        return _answer({"code": "no_table", "csrf": get_token(request)}, GONE)
    return _answer(page_data(request, here, now_at(here.link)))


@require_POST
def take_in(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """One hand of the queue. 200 also for one that is written already; 409 with what was missed; 422; 404."""
    here = current(request)
    if here is None:
        return _refuse(GONE, "no_table", _("This phone is not at a table any more."))
    try:
        sitting = sitting_for(here.link, sheet_id)
    except Http404:
        return _refuse(GONE, "not_here", _("This hand belongs to a match that is not at this table."))
    sent = _read(request)
    if sent is None:
        return _refuse(UNUSABLE, "invalid", _("What the phone sent cannot be read. Open the page afresh."))
    form = new_form(sitting, {**sent["typed"], "head": sent["head"]})
    if not form.is_valid():
        return _refuse(UNUSABLE, "invalid", _("Please look at what is marked."), form)
    return _write(here, sitting, form, sent)


def _read(request: HttpRequest) -> dict[str, Any] | None:
    """`{"key", "device", "head", "typed": {field: text}}`, all of it text; None for anything else."""
    try:
        sent = json.loads(request.body) if len(request.body) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict) or not all(isinstance(sent.get(name), str) for name in KINDS):
        return None
    typed = sent.get("typed")
    if not isinstance(typed, dict) or not all(isinstance(value, str) for value in typed.values()):
        return None
    return sent


def _write(here: TableSession, sitting: Sitting, form: HandForm, sent: dict[str, Any]) -> HttpResponse:
    try:
        done = record_hand(
            actor=here.link,
            game=sitting.game,
            body=tally.to_body(form.cleaned_data),
            # The device the hand was entered on: a phone that was let in anew meanwhile still sends the same key.
            device=sent["device"] if DEVICE.fullmatch(sent["device"]) else here.device,
            client_uuid=sent["key"],
            head=sent["head"],
        )
    except Stale as stale:
        return _missed(here, sitting_for(here.link, sitting.sheet.public_id), form, sent["head"], stale)
    except KeyReused as reused:
        return _refuse(UNUSABLE, reused.code, reused.message)
    except Refused as refused:
        mark(form, refused, sitting.names)
        return _refuse(UNUSABLE, refused.code, refused.message, form, next=_next_game(sitting))
    return _answer(_written(done, sitting))


def _written(done: Recorded, sitting: Sitting) -> dict[str, Any]:
    hands = all_hands(done.sheet)
    number = next((hand.number for hand in hands if any(entry.pk == done.entry.pk for entry in hand.entries)), None)
    after = done.sheet.ledger["after"]
    return {
        "seq": done.entry.seq,
        "head": done.entry.hash,
        "number": number,
        "headline": headline(done.ruling, sitting.names) if done.ruling else "",
        "reason": reason(done.ruling) if done.ruling else "",
        "repeated": done.repeated,
        "over": done.sheet.is_over,
        # Only the newest entry says how the sheet goes on.
        "dealer": after["next_dealer"] if done.entry.seq == done.sheet.seq else None,
    }


def _missed(here: TableSession, sitting: Sitting, form: HandForm, head: str, stale: Stale) -> HttpResponse:
    """Both versions: what came in meanwhile, and what this hand would come to now."""
    seen = since(sitting, head)
    missed = [_in_words(hand, sitting) for hand in sitting.hands if any(entry.seq in seen for entry in hand.entries)]
    return _refuse(
        CONFLICT, stale.code, stale.message, missed=missed, mine=in_short(here, sitting, form), now=sheet_data(sitting)
    )


def _in_words(hand: Any, sitting: Sitting) -> str:
    if hand.voided:
        return _("A hand was struck out")
    values = {
        "number": hand.number, "result": headline(hand.ruling, sitting.names), "why": reason(hand.ruling),
    }  # fmt: skip
    return _("Hand %(number)s: %(result)s (%(why)s)") % values


def _next_game(sitting: Sitting) -> dict[str, Any] | None:
    """The game that is played now, if it is another of the same match: what was entered too late may belong there."""
    game = current_game(sitting.match)
    if game is None or game.pk == sitting.game.pk or game.sheet.is_over:
        return None
    return sheet_data(Sitting(sitting.match, game)) | {"game": game.number}


def _refuse(status: int, code: str, message: Any, form: HandForm | None = None, **more: Any) -> HttpResponse:
    errors = []
    if form is not None:
        fields = ((name, form.errors[name]) for name in form.errors if name in form.fields)
        errors = [{"field": str(form.fields[name].label or ""), "message": str(found[0])} for name, found in fields]
    said = {name: value for name, value in more.items() if value}
    return _answer({"code": code, "message": str(message), "errors": errors, **said}, status)


def _answer(said: dict[str, Any], status: int = 200) -> HttpResponse:
    # Plain letters rather than escapes: half the bytes in Japanese.
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json", status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response
