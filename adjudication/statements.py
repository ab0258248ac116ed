"""How each side saw a disputed hand: written down once by either, for the referee to read beside the record.

A version is no entry: it changes nothing on the sheet. It is kept as the words of a dispute are, behind a commitment
under the dispute's name, so that it can be forgotten with them and the record still holds.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import engine
from adjudication import access, commitments, judging
from adjudication.book import WRITERS, Actor
from adjudication.disputes import State, standing_of
from adjudication.errors import NotYours, Refused
from adjudication.hands import Hand, all_steps
from adjudication.models import Dispute, Scoresheet
from adjudication.shapes import Body
from engine import shapes


@dataclass(frozen=True)
class Version:
    """A hand as a side saw it; `body` is what an entry's body is."""

    side: str
    body: Body


@dataclass(frozen=True)
class Written:
    """The answer to whoever wrote a version; `repeated`: the side had written the very same before."""

    version: Version
    repeated: bool


def write_version(dispute: Dispute, *, actor: Actor, side: str, body: Body) -> Written:
    """Write down how a side saw the hand an open dispute is about: one version for each side, which then stays.

    Raises NotYours, or Refused: not_a_hand, not_your_side, version_written (another before), decided, invalid.
    """
    with transaction.atomic():
        dispute = _locked(dispute, actor)
        if dispute.sheet is None or dispute.hand is None:
            raise Refused("not_a_hand", _("This dispute is not about a hand, so there is no hand to write down."))
        if side not in ("A", "B") or (actor.sides and side not in actor.sides):
            raise Refused("not_your_side", _("A side writes down its own version."))
        earlier = next((version for version in versions_of(dispute) if version.side == side), None)
        if earlier is not None and earlier.body == body:
            return Written(earlier, repeated=True)
        if earlier is not None:
            raise Refused("version_written", _("This side has written down its version already, and it stays."))
        if standing_of(dispute).state != State.OPEN:
            raise Refused("decided", _("This dispute is decided already: no version of the hand is taken any more."))
        ruling_on(dispute.sheet, dispute.hand, body)
        commitments.commit(dispute.book, f"dispute:{dispute.public_id}", {"version": body, "side": side})
    return Written(Version(side, body), repeated=False)


def versions_of(dispute: Dispute) -> list[Version]:
    """The versions of the sides, A's first; none once they are erased."""
    known = commitments.opened(dispute.book, f"dispute:{dispute.public_id}")
    written = [value for value in known if isinstance(value, dict) and "version" in value]
    versions = [Version(value["side"], value["version"]) for value in written]
    return sorted(versions, key=lambda version: version.side)


def ruling_on(sheet: Scoresheet, seq: int, body: Body, steps: list[Hand] | None = None) -> shapes.Ruling:
    """What a body would be worth in the place of the hand named `seq`. Nothing is stored.

    `steps`: what all_steps gives, if it is at hand.
    Raises Refused (invalid, every fault with its path) for what is no hand of this sheet.
    """
    steps = all_steps(sheet) if steps is None else steps
    place = next((n for n, step in enumerate(steps) if step.seq == seq and not step.is_decision), None)
    if place is None:
        raise Refused("invalid", _("There is no such hand on this scoresheet."))
    judging.check_body(sheet, body)
    dealers = [entry.body["dealer"] for entry in steps[place].entries if "dealer" in entry.body]
    dealt = {"dealer": dealers[-1]} if dealers else {}
    after = judging.judge(sheet, judging.steps_of(steps[:place])).after
    try:
        return judging.rule_on(judging.complete(sheet, dealt | body, after))
    except engine.RecordError as error:
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None


def _locked(dispute: Dispute, actor: Actor) -> Dispute:
    """The dispute, locked behind its sheet as everywhere. Raises NotYours."""
    if dispute.book != actor.book or not (actor.sides or actor.roles & WRITERS):
        raise NotYours
    if dispute.sheet_id is not None:
        access.lock(actor, dispute.sheet_id)
    locked: Dispute = Dispute.objects.select_for_update(of=("self",)).select_related("sheet").get(pk=dispute.pk)
    return locked
