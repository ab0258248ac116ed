"""Accepting a hand that the other side wrote down: recorded once, for good, while play goes on."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import access, chain
from adjudication.book import Actor
from adjudication.errors import KeyReused, Refused
from adjudication.keys import key_of
from adjudication.models import Acceptance, Entry


@dataclass(frozen=True)
class Accepted:
    """`repeated`: the side had accepted this very entry before, and this is what was written then."""

    acceptance: Acceptance
    repeated: bool


def accept(
    sheet_id: int, *, actor: Actor, side: str, entry: int, device: str, client_uuid: uuid.UUID | str
) -> Accepted:
    """Accept an entry (its seq) of the sheet (primary key) for a side that did not write it, in one transaction.

    Raises NotYours, KeyReused, or Refused: not_your_side, own_hand, superseded (what was seen does not count any
    more), invalid.
    """
    with transaction.atomic():
        sheet = access.lock_for_writing(actor, sheet_id)
        device, key = key_of(device, client_uuid)
        if side not in actor.sides:
            raise Refused("not_your_side", _("A side accepts in its own name."))
        accepted = sheet.entries.filter(seq=entry, kind__in=[Entry.Kind.HAND, Entry.Kind.CORRECTION]).first()
        if accepted is None:
            raise Refused("invalid", _("There is no such hand on this scoresheet."))
        used = Acceptance.objects.filter(device=device, client_uuid=key).first()
        if used is not None and (used.entry_id, used.side) != (accepted.pk, side):
            raise KeyReused
        earlier = used or Acceptance.objects.filter(entry=accepted, side=side).first()
        if earlier is not None:
            return Accepted(earlier, repeated=True)
        if accepted.actor == actor.label:
            raise Refused("own_hand", _("Your side wrote this hand: the other side accepts it."))
        if Entry.objects.filter(supersedes=accepted).exists():
            raise Refused("superseded", _("Somebody has changed this hand. Look at it as it is now."))
        last = sheet.acceptances.order_by("seq").last()
        acceptance = Acceptance(
            sheet=sheet,
            seq=last.seq + 1 if last else 1,
            entry=accepted,
            side=side,
            device=device,
            client_uuid=key,
            actor=actor.label,
            prev_hash=last.hash if last else chain.first_acceptance_link(sheet),
            created_at=timezone.now(),
        )
        acceptance.hash = chain.digest(chain.acceptance_in_chain(sheet, acceptance))
        acceptance.save()
        return Accepted(acceptance, repeated=False)
