"""Found late: an offence nobody accused during the hand, and a scorecard that was not right before the next cut."""

import uuid

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import access, disputes, judging
from adjudication.book import Actor, Policies
from adjudication.entries import Appended, append_entry
from adjudication.errors import NotYours, Refused
from adjudication.hands import Hand, all_hands
from adjudication.keys import key_of
from adjudication.models import Decision, Dispute, Entry, Scoresheet
from adjudication.outcomes import ProposedDecision
from adjudication.shapes import Body
from engine.shapes import Raw

LATE_SCORECARD = "EV-CARD-1"


def accused(
    sheet: Scoresheet, hand: Hand, *, seat: int, against: int, offence: str, upheld: bool | None = None
) -> Body:
    """The body of a hand with an accusation by `seat`, marked late (TH-PEN-4). `upheld` is the referee's finding, for
    what cards cannot show. Raises Refused (late_barred) where the rules of the sheet do not allow it, or invalid."""
    if judging.profile_of(sheet).values.get("late_accusation") != "allowed":
        raise Refused("late_barred", _("By the rules of this game an offence counts only if it was caught during the "
                                       "hand (TH-PEN-4)."))  # fmt: skip
    body = dict(hand.body)
    if not body.get("events"):
        raise Refused("invalid", _("Only a hand whose cards were written down can be accused late: there is nothing "
                                   "to hold the accusation against."))  # fmt: skip
    accusation: Raw = {"type": "accuse", "seat": seat, "against": against, "offence": offence, "late": True}
    if upheld is not None:
        accusation["upheld"] = upheld
    return {**body, "events": [*body["events"], accusation]}


def enforce(
    sheet_id: int,
    *,
    actor: Actor,
    hand: int,
    seat: int,
    against: int,
    offence: str,
    reason: str,
    head: str,
    device: str,
    client_uuid: uuid.UUID | str,
    upheld: bool | None = None,
) -> Appended:
    """A referee enforces an offence found late: the hand (the seq that names it) is corrected, with a reason.

    Raises as append_entry, and Refused: late_barred, reason_missing.
    """
    if not actor.is_referee:
        raise NotYours
    if not reason.strip():
        raise Refused("reason_missing", _("Say why the hand is reopened. The reason stays on the scoresheet."))
    device, key = key_of(device, client_uuid)
    with transaction.atomic():
        sheet = access.lock(actor, sheet_id)
        accused_hand = next((step for step in all_hands(sheet) if step.seq == hand), None)
        if accused_hand is None:
            raise Refused("invalid", _("There is no such hand on this scoresheet."))
        first = Entry.objects.filter(device=device, client_uuid=key, sheet=sheet).first()
        if first is not None:  # the key comes again: with what it said then, not with what stands now
            return append_entry(
                sheet_id, actor=actor, device=device, client_uuid=key, head=head, kind=first.kind,
                body=first.body, supersedes=first.supersedes.seq if first.supersedes else None, reason=reason,
            )  # fmt: skip
        body = accused(sheet, accused_hand, seat=seat, against=against, offence=offence, upheld=upheld)
        return append_entry(
            sheet_id, actor=actor, device=device, client_uuid=key, head=head, kind=Entry.Kind.CORRECTION,
            body=body, supersedes=accused_hand.entry.seq, reason=reason,
        )  # fmt: skip


def forfeit_for_late_scorecard(
    sheet: Scoresheet,
    *,
    actor: Actor,
    subject: str,
    hand: int,
    side: str,
    text: str,
    head: str,
    device: str,
    client_uuid: uuid.UUID | str,
    policies: Policies,
    override: disputes.Override | None = None,
) -> disputes.Decided:
    """A referee takes the balls of a hand from a side whose scorecard was not right in time (EV-CARD-1).

    It is a dispute raised and decided in one go, so that it is public and can be appealed. Raises as decide, and
    Refused (not_here) where the event does not play so.
    """
    if not actor.is_referee:
        raise NotYours
    if not policies.late_scorecard:
        raise Refused("not_here", _("This event does not play late scorecards (EV-CARD-1)."))
    device, key = key_of(device, client_uuid)
    with transaction.atomic():
        dispute = disputes.raise_dispute(
            actor=actor, subject=subject, about=Dispute.About.HAND, reason=Dispute.Reason.LATE, words="",
            device=device, client_uuid=key, sheet=sheet.public_id, hand=hand,
        )  # fmt: skip
        proposed = ProposedDecision(Decision.Outcome.HAND_FORFEITED, (LATE_SCORECARD,), text, head=head, side=side)
        return disputes.decide(
            dispute.pk, proposed, actor=actor, device=device, client_uuid=uuid.uuid5(key, "decision"),
            policies=policies, override=override,
        )  # fmt: skip
