"""append_entry: the only way anything gets onto a scoresheet."""

import uuid
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import access, chain, decided, impartial, judge, judging, signing, stamps
from adjudication.book import Actor
from adjudication.errors import KeyReused, Refused
from adjudication.hands import Hand, all_steps, newest, own_ruling, place
from adjudication.keys import MAX_TEXT, key_of, missed_since
from adjudication.models import Decision, Entry, Scoresheet
from adjudication.prepared import Blank, Prepared, PreparedInsert, PreparedUpdate, number, text
from adjudication.recorded import Recorded
from adjudication.shapes import Body, Ruled, Ruling

MAX_ENTRIES = 500
Kind = Entry.Kind
# What each kind names: (an entry it supersedes, a hand it stands after).
SHAPES: dict[str, tuple[tuple[bool, bool], ...]] = {
    Kind.HAND: ((False, False),),
    Kind.CORRECTION: ((True, False), (False, True)),
    Kind.VOID: ((True, False),),
    Kind.DECISION: ((False, True),),
}
# Asked with every hand.
WRITTEN_ON = Prepared(lambda: Entry.objects.filter(sheet_id=number("sheet")).order_by("seq"))
HEAD = PreparedUpdate(lambda: Scoresheet.objects.filter(pk=number("sheet")), "seq", "head", "ledger", "winner", "state")
WRITTEN = PreparedInsert(Entry)
CAME_WITH = Prepared(
    lambda: (
        Entry.objects.select_related("supersedes")
        .filter(device=text("device"), client_uuid=Blank("key", models.UUIDField()))
        .order_by()
    )
)
DECIDED = _("This was decided by a referee. It changes only if the decision is overturned on appeal.")


@dataclass(frozen=True)
class Appended:
    """The answer to a writer: the entry, the sheet after it, its own ruling (None for a void), and whether this
    very entry had been written before (a repeated key gets the first answer).

    `voided`: the sides whose signature counted until this was written.
    """

    entry: Entry
    sheet: Scoresheet
    ruling: Ruling | None
    repeated: bool
    voided: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """A step that comes out differently: the hand's number now (None once voided, and for a decision), the ruling it
    had (None if it is new), the one it has (None once voided)."""

    hand: Hand
    number: int | None
    was: Ruling | None
    now: Ruling | None


@dataclass(frozen=True)
class Outcome:
    """What an entry does to its sheet, worked out and not stored: own ruling, the sheet judged, what changes."""

    ruling: Ruling | None
    judged: judging.Judged
    changes: list[Change]
    rulings: list[Ruled]


def append_entry(
    sheet_id: int,
    *,
    actor: Actor,
    device: str,
    client_uuid: uuid.UUID | str,
    head: str,
    kind: str,
    body: Body,
    supersedes: int | None = None,
    after: int | None = None,
    reason: str = "",
    by_decision: bool = False,
    how: str = "",
    stamp: stamps.Stamp | None = None,
) -> Appended:
    """Write one entry on the sheet (primary key), in one transaction.

    `head` is the sheet's head as the writer last saw it; `supersedes` the seq of the entry a correction or a void
    takes the place of; `after` the seq that names the hand behind which a missed one is written in (0: before the
    first). `by_decision` is for `disputes` alone: decisions on the score, and changes after the game is final; `how`
    too, where a ruling of today is adopted or an earlier one given back (see `recorded`). `stamp`: the entry was on
    this sheet before the site went back to an older copy, and is written as it was, if it can be.
    Raises NotYours, KeyReused, Stale or Refused; then nothing is stored."""
    write = partial(
        _append, sheet_id, actor=actor, device=device, client_uuid=client_uuid, head=head, kind=kind, body=body,
        supersedes=supersedes, after=after, reason=reason, by_decision=by_decision, how=how, stamp=stamp,
    )  # fmt: skip
    try:
        return write()
    except IntegrityError:
        # Only another sheet can have taken the key while this one was locked. Now that is found.
        if Entry.objects.filter(device=device, client_uuid=client_uuid).exists():
            return write()
        raise


@transaction.atomic
def _append(
    sheet_id: int, *, actor: Actor, device: str, client_uuid: uuid.UUID | str, head: str, kind: str, body: Body,
    supersedes: int | None, after: int | None, reason: str, by_decision: bool, how: str,
    stamp: stamps.Stamp | None,
) -> Appended:  # fmt: skip
    """What append_entry does, once."""
    sheet = access.lock_for_writing(actor, sheet_id)
    key = key_of(device, client_uuid)
    _require_plain(kind, body, supersedes, after, reason)
    body_hash = chain.content_hash(sheet, kind, body, supersedes, reason, after)
    if (earlier := _first_answer(sheet, key, body_hash)) is not None:
        return earlier
    entries = written_on(sheet)
    _require_seen(sheet, entries, head)
    standing = signing.standing_of(sheet) if sheet.is_over else None
    if not by_decision:
        if actor.is_referee and kind != Kind.HAND:
            impartial.require(actor)
        _require_undecided(sheet, entries, kind, supersedes, standing)
    outcome = work_out(
        sheet, entries, kind=kind, body=body, supersedes=supersedes, after=after, actor=actor,
        by_decision=by_decision, how=how,
    )  # fmt: skip
    entry = Entry(
        sheet=sheet, seq=sheet.seq + 1, kind=kind, device=device, client_uuid=key[1], body=body,
        body_hash=body_hash, after=after, rulings=outcome.rulings, engine=judge.today(), prev_hash=sheet.head,
        supersedes=next((entry for entry in entries if entry.seq == supersedes), None),
        actor=actor.label, reason=reason, created_at=timezone.now(),
    )  # fmt: skip
    stamps.link(sheet, entry, stamp)
    WRITTEN.store(entry)
    move_head(sheet, entry, outcome.judged)
    return Appended(entry, sheet, outcome.ruling, False, voided=tuple(sorted(standing.signed)) if standing else ())


def written_on(sheet: Scoresheet) -> list[Entry]:
    """The entries of a sheet in order, each with the entry it supersedes at hand: that is one of those before it."""
    entries = WRITTEN_ON.all(sheet=sheet.pk)
    by_id = {entry.pk: entry for entry in entries}
    for entry in entries:
        entry.sheet = sheet
        if entry.supersedes_id is not None:
            entry.supersedes = by_id[entry.supersedes_id]
    return entries


def work_out(
    sheet: Scoresheet,
    entries: list[Entry],
    *,
    kind: str,
    body: Body,
    supersedes: int | None,
    actor: Actor,
    after: int | None = None,
    by_decision: bool = False,
    how: str = "",
) -> Outcome:
    """What this entry would do, judged and checked as if it were written now. Stores nothing. Raises Refused.

    `changes` lists every hand (and decision) whose ruling becomes another: what a page shows before it saves.
    """
    steps = all_steps(sheet, entries)
    if len(entries) >= MAX_ENTRIES:
        raise Refused("sheet_full", _("This scoresheet is full: ask the desk."))
    if kind == Kind.HAND:
        return _new_hand(sheet, steps, body)
    if supersedes is None:
        return _standing_after(sheet, entries, steps, kind, body, after, actor, by_decision)
    return _superseding(sheet, entries, steps, kind, body, supersedes, actor, by_decision, how)


def move_head(sheet: Scoresheet, entry: Entry, judged: judging.Judged) -> None:
    """Let the sheet's caches say what its entries come to."""
    sheet.seq, sheet.head = entry.seq, entry.hash
    sheet.ledger, sheet.winner = judged.ledger, judged.winner
    sheet.state = Scoresheet.State.OVER if judged.over else Scoresheet.State.OPEN
    columns = {name: getattr(sheet, name) for name in HEAD.columns}
    if HEAD.write(sheet=sheet.pk, **columns) != 1:
        raise Scoresheet.DoesNotExist


def _new_hand(sheet: Scoresheet, steps: list[Hand], body: Body) -> Outcome:
    if sheet.is_over:
        raise Refused("game_over", judging.GAME_OVER)
    counting = [step for step in steps if not step.voided]
    judging.check_body(sheet, body, sheet.ledger["after"])
    judged = judging.judge(sheet, [*judging.steps_of(counting), judging.Step(sheet.seq + 1, body)])
    own = judged.rulings[-1]
    judging.require_decided(own)
    return Outcome(own, judged, [], [{"hand": sheet.seq + 1, "ruling": own}])


def _standing_after(
    sheet: Scoresheet,
    entries: list[Entry],
    steps: list[Hand],
    kind: str,
    body: Body,
    after: int | None,
    actor: Actor,
    by_decision: bool,
) -> Outcome:
    """A missed hand written in, or a decision on the score."""
    own = Hand([Entry(seq=sheet.seq + 1, kind=kind, body=body, after=after)])
    if own.is_decision:
        if not by_decision:
            raise Refused("invalid", _("The score is changed by deciding a dispute."))
        decided.check(body)
    elif not actor.is_referee:
        raise Refused("not_the_last", _("Only the last hand can be fixed here. The desk can write a missed one in."))
    else:
        judging.check_body(sheet, body)
    try:
        place(steps, own)
    except ValueError:
        raise Refused("superseded", _("The hand it stands after is not on this sheet.")) from None
    return _outcome(sheet, entries, [step for step in steps if not step.voided], own)


def _superseding(
    sheet: Scoresheet,
    entries: list[Entry],
    steps: list[Hand],
    kind: str,
    body: Body,
    supersedes: int,
    actor: Actor,
    by_decision: bool,
    how: str,
) -> Outcome:
    target = next((step for step in steps if step.entry.seq == supersedes), None)
    if target is None:
        raise Refused("superseded", _("That entry no longer counts: look at the sheet again."))
    last = newest(steps)
    if not actor.may_supersede(sheet, target.entry, last.entry if last else None):
        raise Refused("not_the_last", _("Only the last hand can be fixed here. The desk can correct an earlier one."))
    if target.is_decision and not by_decision:
        raise Refused("decided", DECIDED)
    if kind == Kind.CORRECTION:
        if target.is_decision:
            decided.check(body)
        else:
            judging.check_body(sheet, body)
        # What the hand will say, on the step it says it of.
        own = Hand([*target.entries, Entry(kind=kind, body=body)], target.ruling)
        counting = [own if step is target else step for step in steps if not _struck(step, target)]
        return _outcome(sheet, entries, counting, own, how, supersedes)
    if target.voided:
        raise Refused("superseded", _("This hand is void already."))
    if body:
        raise Refused("invalid", _("A void says nothing but its reason."))
    outcome = _outcome(sheet, entries, [step for step in steps if not step.voided and step is not target], None)
    return Outcome(None, outcome.judged, [Change(target, None, target.ruling, None), *outcome.changes], outcome.rulings)


def _struck(step: Hand, target: Hand) -> bool:
    return step.voided and step is not target


def _outcome(
    sheet: Scoresheet, entries: list[Entry], counting: list[Hand], own: Hand | None, how: str = "", replaced: int = 0
) -> Outcome:
    """These steps judged, `own` being the one that is written now (None: one was struck out), in place of the entry
    `replaced`."""
    steps = judging.steps_of(counting)
    mine = next((step for step in steps if own is not None and step.seq == own.seq), None)
    judged = Recorded(sheet, entries).judge(steps, mine, how, replaced)
    changes = _changes(counting, judged.rulings, always=own)
    ruling = next((change.now for change in changes if change.hand is own), None)
    if ruling is not None:
        judging.require_decided(ruling)
    _require_later_hands_stand(judged, counting, changes, own)
    rulings = _as_rulings(changes)
    rulings.sort(key=lambda changed: own is None or changed["hand"] != own.seq)  # its own hand first
    return Outcome(ruling, judged, changes, rulings)


def _changes(counting: list[Hand], rulings: list[Ruling], always: Hand | None = None) -> list[Change]:
    """The steps whose ruling is another than the one that stood, and `always` itself."""
    changes, number = [], 0
    for step, ruling in zip(counting, rulings, strict=True):
        number += not step.is_decision
        if ruling != step.ruling or step is always:
            changes.append(Change(step, None if step.is_decision else number, step.ruling or None, ruling))
    return changes


def _as_rulings(changes: list[Change]) -> list[Ruled]:
    return [{"hand": change.hand.seq, "ruling": change.now} for change in changes if change.now is not None]


def _require_later_hands_stand(
    judged: judging.Judged, counting: list[Hand], changes: list[Change], own: Hand | None
) -> None:
    """A correction may let the game end earlier, but it may not turn a later hand into one that cannot be judged."""
    too_late = {counting[index].seq for index in judged.too_late}
    for change in changes:
        ruling = change.now or {}
        if change.hand is own or change.hand.seq in too_late or ruling["status"] not in ("invalid", "undecidable"):
            continue
        raise Refused(
            "later_hand",
            _("After this change hand %(number)s could not be judged any more. Void or correct that one first.")
            % {"number": change.number},
            errors=ruling.get("errors") or ruling.get("reasons", []),
        )


def _require_undecided(
    sheet: Scoresheet, entries: list[Entry], kind: str, supersedes: int | None, standing: signing.Standing | None
) -> None:
    """Refuse to change what is final, or a hand that a decision wrote on: that takes a dispute, or an appeal."""
    if kind == Kind.HAND:
        return
    if standing is not None and standing.state == signing.State.FINAL:
        raise Refused(
            "final", _("Both sides have signed this game and the time for corrections is over: it is final. A referee "
                       "can decide a dispute about it.")
        )  # fmt: skip
    touched = set()
    by_seq = {entry.seq: entry for entry in entries}
    entry = by_seq.get(supersedes) if supersedes is not None else None
    while entry is not None:
        touched.add(entry.seq)
        entry = by_seq[entry.supersedes.seq] if entry.supersedes else None
    if touched and Decision.objects.filter(entry__sheet=sheet, entry__seq__in=touched).exists():
        raise Refused("decided", DECIDED)


def _require_plain(kind: str, body: Any, supersedes: Any, after: Any, reason: Any) -> None:
    """Refuse what cannot be written into the chain, before anything is computed from it."""
    shape = (supersedes is not None, after is not None)
    if shape not in SHAPES.get(kind, ()):
        raise Refused("invalid", _("A hand stands alone; a correction or a void names the entry it replaces."))
    if after is not None and (type(after) is not int or after < 0):
        raise Refused("invalid", _("A missed hand names the hand it stands after."))
    if not isinstance(body, dict):
        raise Refused("invalid", _("A hand is written as an object."))
    if not isinstance(reason, str) or len(reason) > MAX_TEXT:
        raise Refused("invalid", _("Give the reason in at most %(most)s characters.") % {"most": MAX_TEXT})
    try:
        size = len(chain.canonical({"body": body, "reason": reason}))
    except chain.NotCanonical as error:
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None
    if size > chain.MAX_BYTES:
        raise Refused("invalid", _("This record is too long."))


def _first_answer(sheet: Scoresheet, key: tuple[str, uuid.UUID], body_hash: str) -> Appended | None:
    """The answer given when this key came first. Raises KeyReused if it came with another content."""
    entry = CAME_WITH.first(device=key[0], key=key[1])
    if entry is None:
        return None
    if entry.sheet_id != sheet.pk or entry.body_hash != body_hash:
        raise KeyReused
    return Appended(entry, sheet, own_ruling(entry), repeated=True)


def _require_seen(sheet: Scoresheet, entries: list[Entry], head: str) -> None:
    """Raise Stale if the sheet went on since the writer looked at it."""
    missed_since(sheet, head, entries)
