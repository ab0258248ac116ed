"""append_entry: the only way anything gets onto a scoresheet."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import access, chain, judging
from adjudication.book import Actor
from adjudication.errors import KeyReused, Refused, Stale
from adjudication.hands import Hand, all_hands, newest
from adjudication.models import Entry, Scoresheet

MAX_ENTRIES = 500
MAX_DEVICE = 64
MAX_REASON = 500
Kind = Entry.Kind


@dataclass(frozen=True)
class Appended:
    """The answer to a writer: the entry, the sheet after it, its own ruling (None for a void), and whether this
    very entry had been written before (a repeated key gets the first answer)."""

    entry: Entry
    sheet: Scoresheet
    ruling: dict[str, Any] | None
    repeated: bool


@dataclass(frozen=True)
class Change:
    """A hand that comes out differently: its number now (None once voided), the ruling it had, the one it has."""

    hand: Hand
    number: int | None
    was: dict[str, Any] | None
    now: dict[str, Any] | None


@dataclass(frozen=True)
class Outcome:
    """What an entry does to its sheet, worked out and not stored: own ruling, the sheet judged, what changes."""

    ruling: dict[str, Any] | None
    judged: judging.Judged
    changes: list[Change]
    rulings: list[dict[str, Any]]


def append_entry(
    sheet_id: int,
    *,
    actor: Actor,
    device: str,
    client_uuid: uuid.UUID | str,
    head: str,
    kind: str,
    body: dict[str, Any],
    supersedes: int | None = None,
    reason: str = "",
) -> Appended:
    """Write one entry on the sheet (primary key), in one transaction.

    `head` is the sheet's head as the writer last saw it; `supersedes` the seq of the entry a correction or a void
    takes the place of. Raises NotYours, KeyReused, Stale or Refused; then nothing is stored.
    """
    with transaction.atomic():
        sheet = access.lock_for_writing(actor, sheet_id)
        key = _key(device, client_uuid)
        _require_plain(kind, body, supersedes, reason)
        body_hash = chain.content_hash(sheet, kind, body, supersedes, reason)
        if (earlier := _first_answer(sheet, key, body_hash)) is not None:
            return earlier
        entries = list(sheet.entries.select_related("supersedes").order_by("seq"))
        _require_seen(sheet, entries, head)
        outcome = work_out(sheet, entries, kind=kind, body=body, supersedes=supersedes, actor=actor)
        entry = Entry(
            sheet=sheet,
            seq=sheet.seq + 1,
            kind=kind,
            device=device,
            client_uuid=key[1],
            body=body,
            body_hash=body_hash,
            supersedes=next((entry for entry in entries if entry.seq == supersedes), None),
            rulings=outcome.rulings,
            prev_hash=sheet.head,
            actor=actor.label,
            reason=reason,
            created_at=timezone.now(),
        )
        entry.hash = chain.link(sheet, entry)
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError:
            # Only another sheet can have taken the key while this one was locked.
            if (earlier := _first_answer(sheet, key, body_hash)) is not None:
                return earlier
            raise
        move_head(sheet, entry, outcome.judged)
        return Appended(entry, sheet, outcome.ruling, repeated=False)


def work_out(
    sheet: Scoresheet,
    entries: list[Entry],
    *,
    kind: str,
    body: dict[str, Any],
    supersedes: int | None,
    actor: Actor,
) -> Outcome:
    """What this entry would do, judged and checked as if it were written now. Stores nothing. Raises Refused."""
    hands = all_hands(sheet, entries)
    if len(entries) >= MAX_ENTRIES:
        raise Refused("sheet_full", _("This scoresheet is full: ask the desk."))
    if kind == Kind.HAND:
        return _new_hand(sheet, hands, body)
    return _superseding(sheet, hands, kind, body, supersedes, actor)


def move_head(sheet: Scoresheet, entry: Entry, judged: judging.Judged) -> None:
    """Let the sheet's caches say what its entries come to."""
    sheet.seq, sheet.head = entry.seq, entry.hash
    sheet.ledger, sheet.winner = judged.ledger, judged.winner
    sheet.state = Scoresheet.State.OVER if judged.winner else Scoresheet.State.OPEN
    sheet.save(update_fields=["seq", "head", "ledger", "winner", "state"])


def _new_hand(sheet: Scoresheet, hands: list[Hand], body: dict[str, Any]) -> Outcome:
    if sheet.is_over:
        raise Refused("game_over", judging.GAME_OVER)
    counting = [hand for hand in hands if not hand.voided]
    judging.check_body(sheet, body, sheet.ledger["after"])
    judged = judging.judge(sheet, [*(hand.body for hand in counting), body])
    own = judged.rulings[-1]
    judging.require_decided(own)
    changes = _changes(counting, judged.rulings[:-1])
    return Outcome(own, judged, changes, [{"hand": sheet.seq + 1, "ruling": own}, *_as_rulings(changes)])


def _superseding(
    sheet: Scoresheet, hands: list[Hand], kind: str, body: dict[str, Any], supersedes: int | None, actor: Actor
) -> Outcome:
    target = next((hand for hand in hands if hand.entry.seq == supersedes), None)
    if target is None:
        raise Refused("superseded", _("That entry no longer counts: look at the sheet afresh."))
    last = newest(hands)
    if not actor.may_supersede(sheet, target.entry, last.entry if last else None):
        raise Refused("not_the_last", _("Only the last hand can be fixed here. The desk can correct an earlier one."))
    if kind == Kind.VOID:
        if target.voided:
            raise Refused("superseded", _("This hand is void already."))
        if body:
            raise Refused("invalid", _("A void says nothing but its reason."))
        own_now, counting = None, [hand for hand in hands if not hand.voided and hand is not target]
    else:
        judging.check_body(sheet, body)
        own_now, counting = target, [hand for hand in hands if not hand.voided or hand is target]
    judged = judging.judge(sheet, [body if hand is own_now else hand.body for hand in counting])
    changes = _changes(counting, judged.rulings, always=own_now)
    own = next((change.now for change in changes if change.hand is own_now), None)
    if own is not None:
        judging.require_decided(own)
    _require_later_hands_stand(judged, counting, changes, own_now)
    if own_now is None:
        changes.insert(0, Change(target, None, target.ruling, None))
    rulings = _as_rulings(changes)
    # Its own hand first, also when an earlier one comes out differently (an engine that was put right since).
    rulings.sort(key=lambda changed: own_now is None or changed["hand"] != own_now.seq)
    return Outcome(own, judged, changes, rulings)


def _changes(counting: list[Hand], rulings: list[dict[str, Any]], always: Hand | None = None) -> list[Change]:
    """The hands whose ruling is another than the one that stood, and `always` itself."""
    return [
        Change(hand, number, hand.ruling or None, ruling)
        for number, (hand, ruling) in enumerate(zip(counting, rulings, strict=True), start=1)
        if ruling != hand.ruling or hand is always
    ]


def _as_rulings(changes: list[Change]) -> list[dict[str, Any]]:
    return [{"hand": change.hand.seq, "ruling": change.now} for change in changes if change.now is not None]


def _require_later_hands_stand(
    judged: judging.Judged, counting: list[Hand], changes: list[Change], own: Hand | None
) -> None:
    """A correction may let the game end earlier, but it may not turn a later hand into one that cannot be judged."""
    over = next((n for n, hand in enumerate(judged.rulings, 1) if (hand.get("after") or {}).get("game_over")), None)
    broken = [
        change
        for change in changes
        if change.hand is not own
        and change.now["status"] in ("invalid", "undecidable")
        and (over is None or change.number < over)
    ]
    if broken:
        raise Refused(
            "later_hand",
            _("After this change hand %(number)s could not be judged any more. Void or correct that one first.")
            % {"number": broken[0].number},
            errors=broken[0].now.get("errors") or broken[0].now.get("reasons", []),
        )


def _key(device: str, client_uuid: uuid.UUID | str) -> tuple[str, uuid.UUID]:
    try:
        key = client_uuid if isinstance(client_uuid, uuid.UUID) else uuid.UUID(client_uuid)
    except (ValueError, TypeError, AttributeError):
        key = None
    if key is None or not isinstance(device, str) or not 0 < len(device) <= MAX_DEVICE or not device.isprintable():
        raise Refused("invalid", _("The key of this entry is not usable. Open the page afresh."))
    return device, key


def _require_plain(kind: str, body: Any, supersedes: Any, reason: Any) -> None:
    """Refuse what cannot be written into the chain, before anything is computed from it."""
    if kind not in Kind.values or (kind == Kind.HAND) != (supersedes is None):
        raise Refused("invalid", _("A hand stands alone; a correction or a void names the entry it replaces."))
    if not isinstance(body, dict):
        raise Refused("invalid", _("A hand is written as an object."))
    if not isinstance(reason, str) or len(reason) > MAX_REASON:
        raise Refused("invalid", _("Give the reason in at most %(most)s characters.") % {"most": MAX_REASON})
    try:
        size = len(chain.canonical({"body": body, "reason": reason}))
    except chain.NotCanonical as error:
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None
    if size > chain.MAX_BYTES:
        raise Refused("invalid", _("This record is too long."))


def _first_answer(sheet: Scoresheet, key: tuple[str, uuid.UUID], body_hash: str) -> Appended | None:
    """The answer given when this key came first. Raises KeyReused if it came with another content."""
    entry = Entry.objects.filter(device=key[0], client_uuid=key[1]).select_related("supersedes").first()
    if entry is None:
        return None
    if entry.sheet_id != sheet.pk or entry.body_hash != body_hash:
        raise KeyReused
    return Appended(entry, sheet, own_ruling(entry), repeated=True)


def own_ruling(entry: Entry) -> dict[str, Any] | None:
    """The ruling this entry got for its own hand when it was written; None for a void."""
    if entry.kind == Kind.VOID:
        return None
    return entry.rulings[0]["ruling"]


def _require_seen(sheet: Scoresheet, entries: list[Entry], head: str) -> None:
    """Raise Stale with the entries a writer who saw `head` has missed: all if nobody ever saw such a head."""
    if head == sheet.head:
        return
    seen = next((entry.seq for entry in entries if entry.hash == head), 0)
    raise Stale([entry for entry in entries if entry.seq > seen])
