"""Hands that waited on a phone: what the page knows of its table, and one hand after the other taken in.

The same act as the form's, under the key the hand was given on the phone: sent again, it gets its first answer again.
Answers are small JSON, so that a hand costs little where data is dear.
"""

import json
import re
from typing import NotRequired, TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from adjudication.errors import KeyReused, Stale
from adjudication.hands import all_hands
from adjudication.scores import opened
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import mark
from thunee_tournaments.presentation.rulings import headline, reason
from thunee_tournaments.scoring.hand import CONFLICT, UNUSABLE, in_short, new_form, since
from thunee_tournaments.scoring.json_responses import answer, in_words, refuse
from thunee_tournaments.scoring.offline_state import FORM, PARTS, SheetData, sheet_data
from thunee_tournaments.scoring.queued_fixes import NotWritten, Queued, write_fix
from thunee_tournaments.scoring.selectors import Sitting, now_at, sitting_for
from thunee_tournaments.scoring.session import TableSession, current
from thunee_tournaments.services.acts import Recorded, Refused, WriteKey, record_hand
from thunee_tournaments.services.queries import SignedStamp, read_stamp, stamp_on

GONE = 404
MOST_BYTES = 16 * 1024
DEVICE = re.compile(r"phone-[\w-]{1,58}", re.ASCII)
KINDS = ("key", "head", "device")
BESIDE = {"last", "why", "words"}  # what is typed beside the fields of the form


class PageData(TypedDict):
    """What a page's scripts have to know: where to send hands, what they are signed with, how long to wait for an
    answer (seconds); of a phone that is at a table, its name, the stream to follow, the sheet, and where the event to
    keep is."""

    csrf: str
    state: str
    form: str
    patience: int
    device: NotRequired[str]
    desk: NotRequired[str]
    live: NotRequired[str]
    keep: NotRequired[str]
    sheet: NotRequired[SheetData]


class Written(TypedDict):
    """What becomes of a hand that was taken in. `won`: the side (0 or 1) and its balls; `dealer` and `score` are None
    where a later entry says how the sheet goes on; `stamp`: with which it is written again as it was, should the site
    go back to an older copy."""

    seq: int
    head: str
    stamp: SignedStamp
    number: int | None
    headline: str
    reason: str
    repeated: bool
    over: bool
    dealer: int | None
    score: list[int] | None
    khanuck: bool
    won: list[int] | None


def page_data(
    request: HttpRequest, here: TableSession | None, sitting: Sitting | None = None, part: str = "whole"
) -> PageData:
    """What the page's scripts have to know: where to send hands, what they are signed with, what was seen. `part`: how
    much of the sheet (offline_state.PARTS)."""
    data: PageData = {
        "csrf": get_token(request),
        "state": reverse("scoring:state"),
        "form": FORM,
        "patience": settings.PHONE_PATIENCE,
    }
    if here is not None:
        slug = here.link.tournament.slug
        data["device"], data["desk"], data["live"] = here.device, reverse("desk:unsent", args=[slug]), f"/{slug}/live"
        if settings.PHONES_KEEP:
            data["keep"] = reverse("scoring:event")
    if sitting is not None and sitting.offline:
        data["sheet"] = PARTS[part](sitting)
    return data


@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """For everybody: whether this phone is at a table, and where its sheet stands. Also how a page finds out
    that there is network."""
    here = current(request)
    if here is None:
        return answer({"code": "no_table", "csrf": get_token(request)}, GONE)
    sitting = now_at(here.link)
    data = page_data(request, here)
    if sitting is not None and sitting.offline:
        data["sheet"] = sheet_data(sitting)
    return answer(data)


@require_POST
def take_in(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """For a phone at its table: one hand of the queue. 200 also for one that is written already; 409 with what
    was missed; 422; 404."""
    here = current(request)
    if here is None:
        return refuse(GONE, "no_table", _("This phone is not at a table any more."))
    try:
        sitting = sitting_for(here.link, sheet_id)
    except Http404:
        return refuse(GONE, "not_here", _("This hand belongs to a match that is not at this table."))
    sent = _read(request)
    if sent is None:
        return refuse(UNUSABLE, "invalid", _("What the phone sent cannot be read. Reload the page."))
    form = new_form(sitting, {**sent.typed, "head": sent.head})
    if sent.form != FORM or set(sent.typed) - set(form.fields) - BESIDE:
        words = _("This hand was typed on a page from before the site was renewed. Look at it once more, please.")
        return refuse(UNUSABLE, "other_form", words)
    if not form.is_valid():
        return refuse(UNUSABLE, "invalid", _("Check the marked fields."), form)
    return _write(request, here, sitting, form, sent)


def _read(request: HttpRequest) -> Queued | None:
    """`{"key", "device", "head", "typed": {field: text}}`, all of it text, with "form"; for a correction "fix", and for
    what was here before its "stamp". None for anything else."""
    try:
        sent = json.loads(request.body) if len(request.body) <= MOST_BYTES else None
        json.dumps(sent, ensure_ascii=False).encode()  # half a letter (a lone surrogate) cannot even be answered
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict) or not all(isinstance(sent.get(name), str) for name in KINDS):
        return None
    if not isinstance(sent.get("fix", 0), int) or not isinstance(sent.get("form", FORM), str):
        return None
    typed = sent.get("typed")
    if not isinstance(typed, dict) or not all(isinstance(value, str) for value in typed.values()):
        return None
    fix, form, stamp = sent.get("fix"), sent.get("form", FORM), sent.get("stamp")
    return Queued(sent["key"], sent["device"], sent["head"], typed, fix, form, stamp)


def _write(request: HttpRequest, here: TableSession, sitting: Sitting, form: EntryForm, sent: Queued) -> HttpResponse:
    # The device the hand was entered on: a phone that was let in anew meanwhile still sends the same key.
    device = sent.device if DEVICE.fullmatch(sent.device) else here.device
    key = WriteKey(device, sent.key, sent.head, stamp=read_stamp(sent.stamp, here.link.tournament))
    if sent.fix is not None:
        try:
            return answer(_written(write_fix(request, here, sitting, form, sent, key), sitting))
        except NotWritten as refused:
            return refused.response
    try:
        done = record_hand(
            actor=here.link,
            game=sitting.game,
            body=form.body(),
            key=key,
            # Only who looked at the ruling, and was told so there, has written the last hand before the bell.
            last=bool(sent.typed.get("last")),
        )
    except Stale as stale:
        return _missed(here, sitting_for(here.link, sitting.sheet.public_id), form, sent.head, stale)
    except KeyReused as reused:
        return refuse(UNUSABLE, reused.code, reused.message)
    except Refused as refused:
        mark(form, refused, sitting.names)
        return refuse(UNUSABLE, refused.code, refused.message, form, next=_next_game(sitting))
    return answer(_written(done, sitting))


def _written(done: Recorded, sitting: Sitting) -> Written:
    hands = all_hands(done.sheet)
    number = next((hand.number for hand in hands if any(entry.pk == done.entry.pk for entry in hand.entries)), None)
    after = done.sheet.ledger["after"]
    newest = done.entry.seq == done.sheet.seq
    winner = (done.ruling or {}).get("winner")
    return {
        "seq": done.entry.seq,
        "head": done.entry.hash,
        "stamp": stamp_on(done.entry),
        "number": number,
        "headline": headline(done.ruling, sitting.names) if done.ruling else "",
        "reason": reason(done.ruling) if done.ruling else "",
        "repeated": done.repeated,
        "over": done.sheet.is_over,
        # Only the newest entry says how the sheet goes on.
        "dealer": after["next_dealer"] if newest else None,
        "score": [after["balls"]["A"], after["balls"]["B"]] if newest else None,
        "khanuck": after["khanuck_called"],
        "won": ["AB".index(winner), opened(done.ruling)] if done.ruling and winner else None,
    }


def _missed(here: TableSession, sitting: Sitting, form: EntryForm, head: str, stale: Stale) -> HttpResponse:
    """Both versions: what came in meanwhile, and what this hand would come to now."""
    seen = since(sitting, head)
    missed = [in_words(hand, sitting) for hand in sitting.hands if any(entry.seq in seen for entry in hand.entries)]
    return refuse(
        CONFLICT, stale.code, stale.message, missed=missed, mine=in_short(here, sitting, form), now=sheet_data(sitting)
    )


def _next_game(sitting: Sitting) -> SheetData | None:
    """The game that is played now, if it is another of the same match: what was entered too late may belong there."""
    game = current_game(sitting.match)
    if game is None or game.pk == sitting.game.pk or game.sheet.is_over:
        return None
    data = sheet_data(Sitting(sitting.match, game))
    data["game"] = game.number
    return data
