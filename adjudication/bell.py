"""The bell: a game is ended because time is up, and that is taken back. Written on the sheet like all that counts.

What it does to the score is worked out in `bell_rules`; when it rings, and for whom, is for those who know the clock.
"""

import uuid
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import access, bell_rules, impartial, scores, signing
from adjudication.book import Actor
from adjudication.entries import Appended, append_entry
from adjudication.errors import NotYours, Refused
from adjudication.hands import Hand, all_steps, newest
from adjudication.keys import key_of
from adjudication.models import Entry, Scoresheet
from engine.shapes import Ruling

Kind = Entry.Kind


def winner_now(sheet: Scoresheet, lead: str, level: str, ruling: Ruling | None = None) -> tuple[str, str]:
    """Who would win if the bell ended this game now ("" for nobody yet), and how (as `bell_rules` says it). `ruling`:
    of one more hand, not written yet, that the bell would wait for."""
    body = {"lead": lead, "level": level}
    after = ruling.get("after") if ruling is not None else None
    if ruling is not None and after:
        return bell_rules.winner(after, body, ruling.get("balls") or None)
    return bell_rules.winner(sheet.ledger["after"], body, _last(sheet))


def ring(
    sheet_id: int,
    *,
    actor: Actor,
    device: str,
    client_uuid: uuid.UUID | str,
    head: str,
    lead: str,
    level: str,
    reason: str = "",
) -> Appended:
    """End the game of a sheet (primary key) at the bell, for whoever may write on it. `lead`: the side that has won
    more games of the match, "" for neither; `level`: what the event plays when all is level (`bell_rules.LEVELS`).

    Raises as append_entry, and Refused: game_over, level (nobody is ahead: one more hand is played).
    """
    with transaction.atomic():
        sheet = access.lock_for_writing(actor, sheet_id)
        append = partial(
            append_entry, sheet_id, actor=actor, device=device, client_uuid=client_uuid, head=head,
            kind=Kind.DECISION, by_decision=True,
        )  # fmt: skip
        first = _first(sheet, Kind.DECISION, device, client_uuid)
        if first is not None:  # the key comes again: with what it said then, not with what stands now
            return append(body=first.body, after=first.after, reason=first.reason)
        if sheet.is_over:
            raise Refused("game_over", _("This game is over already."))
        last = newest(all_steps(sheet))
        body = {
            "decision": bell_rules.KIND,
            "lead": lead,
            "level": level,
            "rules": [bell_rules.FINISH, bell_rules.AHEAD],
        }
        if not bell_rules.ahead(scores.by_side(sheet.ledger["after"])):
            body["rules"] = [bell_rules.FINISH, bell_rules.AHEAD, bell_rules.LEVEL]
        written = append(body=body, after=last.seq if last else 0, reason=reason)
        if not written.sheet.is_over:
            raise Refused("level", _("Both sides are level: one more hand is played (EV-BELL-3)."))
        return written


def was_rung(sheet: Scoresheet, device: str, client_uuid: uuid.UUID | str) -> bool:
    """Whether this key ended the game of this sheet before: then it gets its first answer, whatever the clock says."""
    first = _first(sheet, Kind.DECISION, device, client_uuid)
    return first is not None and first.body.get("decision") == bell_rules.KIND


def take_back(
    sheet_id: int, *, actor: Actor, reason: str, device: str, client_uuid: uuid.UUID | str, head: str
) -> Appended:
    """Let a game that the bell ended go on, for a referee with a reason: the bell's entry is struck out.

    Raises as append_entry, and Refused: reason_missing, conflict, no_bell, final.
    """
    if not actor.is_referee:
        raise NotYours
    if not reason.strip():
        raise Refused("reason_missing", _("Say why the game goes on. The reason stays on the scoresheet."))
    with transaction.atomic():
        sheet = access.lock_for_writing(actor, sheet_id)
        strike = partial(
            append_entry, sheet_id, actor=actor, device=device, client_uuid=client_uuid, head=head,
            kind=Kind.VOID, body={}, reason=reason.strip(), by_decision=True,
        )  # fmt: skip
        first = _first(sheet, Kind.VOID, device, client_uuid)
        if first is not None and first.supersedes is not None:
            return strike(supersedes=first.supersedes.seq)
        impartial.require(actor)
        rung = bell_of(sheet)
        if rung is None:
            raise Refused("no_bell", _("This game was not ended by the bell."))
        if signing.standing_of(sheet).state == signing.State.FINAL:
            raise Refused(
                "final", _("Both sides have signed this game and the time for corrections is over: it is final.")
            )
        return strike(supersedes=rung.entry.seq)


def bell_of(sheet: Scoresheet) -> Hand | None:
    """The bell that stands on this sheet, if it ended the game; the last of them."""
    if not bell_rules.ended_by_bell(sheet.ledger["after"]):
        return None
    steps = [step for step in all_steps(sheet) if step.is_decision and not step.voided]
    return next((step for step in reversed(steps) if step.body.get("decision") == bell_rules.KIND), None)


def _first(sheet: Scoresheet, kind: str, device: str, client_uuid: uuid.UUID | str) -> Entry | None:
    """What this key wrote on the sheet when it came first."""
    device, key = key_of(device, client_uuid)
    return Entry.objects.filter(device=device, client_uuid=key, sheet=sheet, kind=kind).first()


def _last(sheet: Scoresheet) -> dict[str, int] | None:
    """What the last hand of the sheet opened for each side."""
    hands = [hand for hand in sheet.ledger["hands"] if hand.get("after")]
    return (hands[-1].get("balls") or None) if hands else None
