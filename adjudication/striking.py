"""A whole sheet struck out by a referee's decision, hand by hand, and counted again when that is overturned.

Nothing is removed: every hand (and decision on the score) that counts gets a void of its own, the last first, so that
no later one is ever judged on a score it was not played from. Taking it back writes each again, the first first.
"""

import uuid

from adjudication import access
from adjudication.book import Actor
from adjudication.entries import append_entry
from adjudication.hands import all_steps
from adjudication.models import Decision, Dispute, Entry, Scoresheet
from adjudication.outcomes import MAX_REASON, reversal
from adjudication.shapes import Writing

MARK = "dispute "  # and the dispute's name: how the reason of each entry begins


def strike_out(sheet_id: int, *, dispute: Dispute, actor: Actor, device: str, key: uuid.UUID, text: str) -> Scoresheet:
    """Void everything that counts on a sheet (primary key), because of a dispute that was decided so."""
    sheet = access.lock(actor, sheet_id)
    for step in reversed([step for step in all_steps(sheet) if not step.voided]):
        entry: Writing = {"kind": Entry.Kind.VOID, "body": {}, "supersedes": step.entry.seq}
        sheet = _append(sheet, entry, dispute, actor, device, uuid.uuid5(key, f"strike {sheet_id} {step.seq}"), text)
    return sheet


def count_again(sheet_id: int, *, dispute: Dispute, actor: Actor, device: str, key: uuid.UUID, text: str) -> Scoresheet:
    """Write again what `strike_out` voided for this dispute."""
    sheet = access.lock(actor, sheet_id)
    steps = all_steps(sheet)
    own = _reason(dispute, "")
    for step in steps:
        if step.voided and step.entry.reason.startswith(own):
            entry = reversal(steps, step.entry)
            key_ = uuid.uuid5(key, f"again {sheet_id} {step.seq}")
            sheet = _append(sheet, entry, dispute, actor, device, key_, text)
    return sheet


def written_by_decision(sheet: Scoresheet, since: int) -> set[int]:
    """The entries behind `since` that strike this sheet out, or let it count again: each written by a referee who has
    decided the dispute it names."""
    entries = Entry.objects.filter(sheet=sheet, seq__gt=since, reason__startswith=MARK)
    rows = entries.values_list("seq", "reason", "actor")
    named = [(seq, reason.removeprefix(MARK).partition(":")[0], actor) for seq, reason, actor in rows]
    steps = Decision.objects.filter(dispute__public_id__in={dispute for _seq, dispute, _actor in named})
    deciding = steps.filter(act__in=(Decision.Act.DECIDE, Decision.Act.OVERTURN))
    by = set(deciding.values_list("dispute__public_id", "actor")) if named else set()
    return {seq for seq, dispute, actor in named if (dispute, actor) in by}


def _append(
    sheet: Scoresheet,
    entry: Writing,
    dispute: Dispute,
    actor: Actor,
    device: str,
    key: uuid.UUID,
    text: str,
) -> Scoresheet:
    return append_entry(
        sheet.pk, actor=actor, device=device, client_uuid=key, head=sheet.head, by_decision=True,
        reason=_reason(dispute, text), **entry,
    ).sheet  # fmt: skip


def _reason(dispute: Dispute, text: str) -> str:
    return f"{MARK}{dispute.public_id}: {' '.join(text.split())}"[:MAX_REASON]
