"""Disputes: raised, decided, appealed, and then upheld or overturned. Nothing is ever edited: each step is appended.

A decision changes totals only through an entry on the sheet, written in the same transaction (`outcomes`); what is
overturned on appeal is taken back by a further entry. Where a dispute stands follows from its steps.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import access, chain, commitments, impartial, outcomes, regulations
from adjudication.book import WRITERS, Actor, Book, Policies
from adjudication.entries import Appended
from adjudication.errors import KeyReused, NotYours, Refused
from adjudication.keys import key_of, require_text
from adjudication.models import Decision, Dispute, Scoresheet
from adjudication.models.dispute import PARTIES
from adjudication.outcomes import ProposedDecision
from adjudication.shapes import Fault

Act, Outcome = Decision.Act, Decision.Outcome
MAX_GROUNDS = 2000
KEPT, RETURNED = "kept", "returned"


class State(models.TextChoices):
    OPEN = "open", _("open")
    DECIDED = "decided", _("decided, an appeal is possible")
    APPEALED = "appealed", _("under appeal")
    CLOSED = "closed", _("closed")


@dataclass(frozen=True)
class Standing:
    """Where a dispute stands. `in_force`: the step whose outcome holds; `appeal_until`: how long it can be appealed."""

    state: State
    in_force: Decision | None
    appeal: Decision | None
    appeal_until: datetime | None


@dataclass(frozen=True)
class Override:
    """The chief referee lets somebody decide in spite of a conflict of interest."""

    by: Actor
    reason: str

    @classmethod
    def of(cls, actor: Actor, reason: str) -> "Override | None":
        """A chief referee in conflict lets himself decide, for a reason; None for anybody else, and without one."""
        return cls(actor, reason) if actor.conflicts and actor.is_chief and reason.strip() else None


@dataclass(frozen=True)
class Decided:
    """The answer to whoever took a step: the step, where the dispute stands, what was written on the sheet."""

    decision: Decision
    standing: Standing
    written: Appended | None
    repeated: bool


def standing(steps: Sequence[Decision], now: datetime) -> Standing:
    """Where a dispute stands. Pure: from its steps in order, and the time."""
    if not steps:
        return Standing(State.OPEN, None, None, None)
    last = steps[-1]
    appeal = next((step for step in steps if step.act == Act.APPEAL), None)
    in_force = [step for step in steps if step.act in (Act.DECIDE, Act.OVERTURN)][-1]
    if last.act == Act.DECIDE:
        until = last.created_at + timedelta(minutes=last.appeal_minutes)
        return Standing(State.DECIDED if now < until else State.CLOSED, in_force, None, until)
    return Standing(State.APPEALED if last.act == Act.APPEAL else State.CLOSED, in_force, appeal, None)


def standing_of(dispute: Dispute, now: datetime | None = None) -> Standing:
    return standing(list(dispute.steps.order_by("seq")), now or timezone.now())


def raise_dispute(
    *,
    actor: Actor,
    subject: str,
    about: str,
    reason: str,
    words: str,
    device: str,
    client_uuid: uuid.UUID | str,
    side: str = "",
    sheet: str | None = None,
    hand: int | None = None,
) -> Dispute:
    """Raise a dispute on a match (`subject`, an opaque name), or on a sheet of it (public id), or on one of its hands
    (the seq that names it). A repeated key gets the dispute raised first.

    Raises NotYours, KeyReused, or Refused: invalid, not_your_side.
    """
    device, key = key_of(device, client_uuid)
    words = require_text(words, MAX_GROUNDS)
    on_sheet = access.sheet_for(actor, sheet) if sheet is not None else None
    _require_may_raise(actor, side)
    _require_sense(on_sheet, about, reason, hand, subject)
    content = {"subject": subject, "about": about, "reason": reason, "side": side, "hand": hand}
    with transaction.atomic():
        earlier = Dispute.objects.filter(device=device, client_uuid=key).first()
        if earlier is not None:
            return _same(earlier, actor, on_sheet, content)
        dispute = Dispute(
            book=actor.book, sheet=on_sheet, device=device, client_uuid=key, actor=actor.label,
            created_at=timezone.now(), **content,
        )  # fmt: skip
        if words:
            dispute.words = commitments.commit(actor.book, f"dispute:{dispute.public_id}", words).digest
        dispute.hash = chain.digest(chain.dispute_in_chain(dispute))
        dispute.save()
    return dispute


def words_of(dispute: Dispute) -> str:
    """What was said when it was raised; nothing once that is erased."""
    values = commitments.opened(dispute.book, f"dispute:{dispute.public_id}")
    return next((words for words in values if isinstance(words, str)), "")  # the rest are statements


def decide(
    dispute_id: int,
    proposed: ProposedDecision,
    *,
    actor: Actor,
    device: str,
    client_uuid: uuid.UUID | str,
    policies: Policies = Policies(),  # noqa: B008 (frozen)
    override: Override | None = None,
) -> Decided:
    """Decide an open dispute (primary key), in one transaction with what it writes on the sheet.

    Raises NotYours, KeyReused, Stale, or Refused: decided, conflict (of interest, without the chief's override),
    unknown_rule, invalid, reason_missing, and what append_entry refuses.
    """
    with transaction.atomic():
        case = _Case.locked(dispute_id, actor, device, client_uuid)
        if (earlier := case.first_answer(Act.DECIDE, proposed.text)) is not None:
            return earlier
        if case.now.state != State.OPEN:
            raise Refused("decided", _("This dispute is decided already. It can be appealed."))
        overridden = _require_impartial(actor, override)
        _require_grounds(proposed.rules, proposed.text)
        written = outcomes.write(case.dispute, proposed, actor, case.key)
        return case.append(
            Act.DECIDE, written, outcome=proposed.outcome, side=proposed.side, rules=list(proposed.rules),
            text=proposed.text.strip(), appeal_minutes=max(0, policies.appeal_minutes), **overridden,
        )  # fmt: skip


def appeal(
    dispute_id: int,
    *,
    actor: Actor,
    side: str,
    text: str,
    device: str,
    client_uuid: uuid.UUID | str,
    deposit: str = "",
) -> Decided:
    """Appeal a decision for a side, once and in time; `deposit` says what was left for it.

    Raises NotYours, KeyReused, or Refused: appeal_late, appealed_once, not_decided, not_your_side, reason_missing.
    """
    with transaction.atomic():
        case = _Case.locked(dispute_id, actor, device, client_uuid, referee=False)
        if (earlier := case.first_answer(Act.APPEAL, text)) is not None:
            return earlier
        if side not in PARTIES or (side not in actor.sides and not actor.is_referee):
            raise Refused("not_your_side", _("An appeal is made by a side, or written down for it by a referee."))
        _require_appealable(case)
        if not require_text(text, MAX_GROUNDS):
            raise Refused("reason_missing", _("Say why the decision should be overturned."))
        return case.append(Act.APPEAL, None, side=side, text=text.strip(), deposit=require_text(deposit, 64))


def decide_appeal(
    dispute_id: int,
    *,
    actor: Actor,
    overturn: bool,
    rules: Sequence[str],
    text: str,
    device: str,
    client_uuid: uuid.UUID | str,
    head: str = "",
    instead: ProposedDecision | None = None,
    deposit: str = "",
    override: Override | None = None,
) -> Decided:
    """Uphold a decision, or overturn it: what it wrote is taken back by a further entry (`head`: the sheet's head as
    seen), and `instead` is decided in its place, or that the record stands.

    Raises as decide, and Refused: not_appealed, same_person, deposit_open (a deposit was left: kept or returned?).
    """
    with transaction.atomic():
        case = _Case.locked(dispute_id, actor, device, client_uuid)
        act = Act.OVERTURN if overturn else Act.UPHOLD
        if (earlier := case.first_answer(act, text)) is not None:
            return earlier
        if case.now.state != State.APPEALED or case.now.appeal is None or case.now.in_force is None:
            raise Refused("not_appealed", _("Nobody has appealed this."))
        decided = case.now.in_force
        if actor.label == decided.actor:
            raise Refused("same_person", _("Another referee decides an appeal, not the one who decided first."))
        overridden = _require_impartial(actor, override)
        _require_grounds(rules, text)
        if bool(case.now.appeal.deposit) != (deposit in (KEPT, RETURNED)):
            raise Refused("deposit_open", _("Say whether the deposit is kept or returned."))
        outcome, side, written = "", "", None
        if overturn:
            instead = instead or ProposedDecision(Outcome.STANDS, tuple(rules), text, head=head)
            written = outcomes.overturn(case.dispute, decided, instead, actor, case.key, head)
            outcome, side = instead.outcome, instead.side
        return case.append(
            act, written, outcome=outcome, side=side, rules=list(rules), text=text.strip(), deposit=deposit,
            **overridden,
        )  # fmt: skip


def freezes(book: Book, sheet: Scoresheet) -> bool:
    """Whether a game waits for a referee: the event plays it so, and a dispute about this sheet is open."""
    return book.policies.freeze and any(
        standing_of(dispute).state == State.OPEN for dispute in sheet.disputes.prefetch_related("steps")
    )


def earlier_under(book: str, rules: Sequence[str], before: Dispute | None = None) -> list[Decision]:
    """What was decided in this book under any of these rules, newest first: what a referee should not contradict."""
    steps = Decision.objects.filter(dispute__book=book, act__in=[Act.DECIDE, Act.OVERTURN, Act.UPHOLD])
    steps = steps.exclude(dispute=before).select_related("dispute").order_by("-created_at", "-pk")
    return [step for step in steps if set(step.rules) & set(rules)]


@dataclass(frozen=True)
class _Case:
    """A dispute, locked with its sheet, its steps so far, and the request that wants to add one."""

    dispute: Dispute
    steps: list[Decision]
    actor: Actor
    key: tuple[str, uuid.UUID]
    now: Standing

    @classmethod
    def locked(
        cls, dispute_id: int, actor: Actor, device: str, client_uuid: uuid.UUID | str, referee: bool = True
    ) -> "_Case":
        """Raises NotYours for another book, for a sheet that is not the actor's, and for who is no referee."""
        dispute = Dispute.objects.filter(pk=dispute_id, book=actor.book).first()
        if dispute is None or (referee and not actor.is_referee) or not (actor.sides or actor.is_referee):
            raise NotYours
        if dispute.sheet_id is not None:
            access.lock(actor, dispute.sheet_id)  # sheet before dispute, as everywhere
        dispute = Dispute.objects.select_for_update().get(pk=dispute_id)
        steps = list(dispute.steps.select_related("entry").order_by("seq"))
        return cls(dispute, steps, actor, key_of(device, client_uuid), standing(steps, timezone.now()))

    def first_answer(self, act: str, text: str) -> Decided | None:
        """The answer given when this key came first. Raises KeyReused if it came with something else."""
        earlier = Decision.objects.filter(device=self.key[0], client_uuid=self.key[1]).select_related("entry").first()
        if earlier is None:
            return None
        if earlier.dispute_id != self.dispute.pk or (earlier.act, earlier.text) != (act, text.strip()):
            raise KeyReused
        return Decided(earlier, self.now, None, repeated=True)

    def append(self, act: str, written: Appended | None, **step: Any) -> Decided:
        decision = Decision(
            dispute=self.dispute,
            seq=len(self.steps) + 1,
            act=act,
            entry=written.entry if written else None,
            device=self.key[0],
            client_uuid=self.key[1],
            actor=self.actor.label,
            prev_hash=self.steps[-1].hash if self.steps else self.dispute.hash,
            created_at=timezone.now(),
            **step,
        )
        decision.hash = chain.digest(chain.decision_in_chain(self.dispute, decision))
        decision.save()
        return Decided(decision, standing([*self.steps, decision], decision.created_at), written, repeated=False)


def _require_may_raise(actor: Actor, side: str) -> None:
    if not (actor.sides or actor.roles & WRITERS):
        raise NotYours
    if side not in ("", *PARTIES) or (actor.sides and not actor.roles & WRITERS and side not in actor.sides):
        raise Refused("not_your_side", _("A side raises a dispute in its own name."))


def _require_sense(sheet: Scoresheet | None, about: str, reason: str, hand: int | None, subject: str) -> None:
    if about not in Dispute.About.values or reason not in Dispute.Reason.values:
        raise Refused("invalid", _("Choose what the dispute is about, and a reason from the list."))
    if not require_text(subject, 64):
        raise Refused("invalid", _("A dispute belongs to a match."))
    needs_sheet = about in (Dispute.About.HAND, Dispute.About.GAME)
    if (needs_sheet and sheet is None) or (about == Dispute.About.HAND) != (hand is not None):
        raise Refused("invalid", _("Name the game, and the hand if it is about one."))
    if hand is not None and (sheet is None or not outcomes.has_hand(sheet, hand)):
        raise Refused("invalid", _("There is no such hand on this scoresheet."))


def _same(earlier: Dispute, actor: Actor, sheet: Scoresheet | None, content: Mapping[str, object]) -> Dispute:
    there = (earlier.book, earlier.sheet_id, *(getattr(earlier, name) for name in content))
    if there != (actor.book, sheet.pk if sheet else None, *content.values()):
        raise KeyReused
    return earlier


def _require_impartial(actor: Actor, override: Override | None) -> dict[str, str]:
    """Refuse whoever has a side of their own in it, unless the chief referee says otherwise: then that is written."""
    if not actor.conflicts:
        return {}
    if override is None or not override.by.is_chief or override.by.book != actor.book:
        leave = impartial.require(actor)
        return {"override_by": leave.actor, "override_reason": leave.reason} if leave else {}
    if not (reason := require_text(override.reason)):
        raise Refused("reason_missing", _("Say why this referee decides despite the conflict of interest."))
    return {"override_by": override.by.label, "override_reason": reason}


def _require_grounds(rules: Sequence[str], text: str) -> None:
    if not rules:
        raise Refused("unknown_rule", _("Name the rule the decision rests on."))
    errors: list[Fault] = [
        {"path": id, "message": _("Did you mean %(near)s?") % {"near": near} if near else _("is no rule")}
        for id, near in regulations.unknown(rules)
    ]
    if errors:
        raise Refused("unknown_rule", _("There is no such rule."), errors=errors)
    if not require_text(text, MAX_GROUNDS):
        raise Refused("reason_missing", _("Say why. The reason is shown with the decision."))


def _require_appealable(case: _Case) -> None:
    if case.now.state == State.OPEN:
        raise Refused("not_decided", _("There is nothing to appeal yet."))
    if case.now.appeal is not None:
        raise Refused("appealed_once", _("This was appealed already: a decision is appealed once (EV-APPEAL-1)."))
    if case.now.state == State.CLOSED:
        raise Refused("appeal_late", _("The time for an appeal is over (EV-APPEAL-1)."))
