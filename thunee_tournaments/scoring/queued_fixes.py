"""Corrections that waited on a phone: the last hand, put right while there was no network.

They come in the same queue as the hands, in their order, under their own keys; the sheet they expect is the one their
writer has seen. If somebody else wrote meanwhile, both versions are told, and a person decides.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused, Stale
from adjudication.hands import Hand
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import Outcome, mark
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.presentation.rulings import headline, reason
from thunee_tournaments.scoring.fixing import say_voided
from thunee_tournaments.scoring.hand import CONFLICT, UNUSABLE
from thunee_tournaments.scoring.json_responses import in_words, refuse
from thunee_tournaments.scoring.offline_state import sheet_data
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession
from thunee_tournaments.services.acts import Recorded, Refused, WriteKey, correct_hand, preview_correction


@dataclass(frozen=True)
class Queued:
    """A hand as the phone sends it that kept it: under which `key` and on which device, behind which head of the sheet,
    with what was `typed`; `fix`: the entry it corrects, if it is no hand of its own; `form`: of which version;
    `stamp`: what it was answered when it was written here before, if it was."""

    key: str
    device: str
    head: str
    typed: dict[str, str]
    fix: int | None
    form: str
    stamp: object = None


class NotWritten(Exception):
    """The correction was not taken; `response` says why."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def write_fix(
    request: HttpRequest, here: TableSession, sitting: Sitting, form: EntryForm, sent: Queued, key: WriteKey
) -> Recorded:
    """Write a correction of the hand whose entry `sent.fix` names. Raises NotWritten."""
    hand = _meant(sitting, sent.fix)
    why = ReasonForm(sent.typed)
    if hand is None:
        raise NotWritten(refuse(UNUSABLE, "not_here", _("There is no hand to fix any more.")))
    if not why.is_valid():
        raise NotWritten(refuse(UNUSABLE, "invalid", _("Check the marked fields."), why))
    entry = next(entry for entry in hand.entries if entry.seq == sent.fix)
    try:
        done = correct_hand(
            actor=here.link,
            game=sitting.game,
            entry=entry,
            body=form.body(),
            key=key,
            reason=why.reason(),
        )
    except Stale as stale:
        raise NotWritten(_missed(here, sitting, form, sent, stale)) from None
    except KeyReused as reused:
        raise NotWritten(refuse(UNUSABLE, reused.code, reused.message)) from None
    except Refused as refused:
        mark(form, refused, sitting.names)
        raise NotWritten(refuse(UNUSABLE, refused.code, refused.message, form)) from None
    say_voided(request, sitting, done.voided)
    return done


def _meant(sitting: Sitting, seq: int | None) -> Hand | None:
    return next((hand for hand in sitting.hands if any(entry.seq == seq for entry in hand.entries)), None)


def _missed(here: TableSession, before: Sitting, form: EntryForm, sent: Queued, stale: Stale) -> HttpResponse:
    """The hand as it stands now beside the correction; `entry` is there as long as it is still the last hand."""
    sitting = sitting_for(here.link, before.sheet.public_id)
    seqs = {entry.seq for entry in stale.missed}
    missed = [in_words(hand, sitting) for hand in sitting.hands if any(entry.seq in seqs for entry in hand.entries)]
    hand = _meant(sitting, sent.fix)
    still_last = hand is not None and sitting.last is not None and hand.seq == sitting.last.seq
    mine, entry = None, None
    if hand is not None and still_last:
        entry = hand.entry.seq
        mine = _in_short(here, sitting, form, hand)
    return refuse(
        CONFLICT, stale.code, stale.message, missed=missed, mine=mine, entry=entry, now=sheet_data(sitting)
    )  # fmt: skip


def _in_short(here: TableSession, sitting: Sitting, form: EntryForm, hand: Hand) -> Outcome | None:
    """What the correction would come to now; None if that cannot be said."""
    preview = preview_correction(actor=here.link, game=sitting.game, entry=hand.entry, body=form.body(), reason="-")
    ruling = preview["ruling"]
    if preview["refused"] or not ruling or ruling["status"] not in ("decided", "void"):
        return None
    return {"headline": headline(ruling, sitting.names), "reason": reason(ruling)}
