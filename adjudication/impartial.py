"""Nobody judges where the own team or club plays (EV-CONF-1), unless the chief referee gives leave, for all to read."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import chain
from adjudication.book import Actor
from adjudication.errors import KeyReused, NotYours, Refused
from adjudication.keys import key_of, require_text
from adjudication.models import Leave


@dataclass(frozen=True)
class GivenLeave:
    """`repeated`: this referee had been given leave for this match before, and that is what stands."""

    leave: Leave
    repeated: bool


def give_leave(
    *, actor: Actor, subject: str, referee: str, reason: str, device: str, client_uuid: uuid.UUID | str
) -> GivenLeave:
    """Let a referee (a label) act in a match (`subject`) in spite of a conflict of interest: for good, and in public.

    Raises NotYours, KeyReused, or Refused: invalid, reason_missing.
    """
    if not actor.is_chief:
        raise NotYours
    key = key_of(device, client_uuid)
    reason, subject, referee = require_text(reason), require_text(subject, 64), require_text(referee, 64)
    if not subject or not referee:
        raise Refused("invalid", _("Only a referee can be permitted, for one match."))
    with transaction.atomic():
        used = Leave.objects.filter(device=key[0], client_uuid=key[1]).first()
        if used is not None and (used.book, used.subject, used.referee) != (actor.book, subject, referee):
            raise KeyReused
        earlier = used or leave_of(actor.book, subject, referee)
        if earlier is not None:
            return GivenLeave(earlier, repeated=True)
        if not reason:
            raise Refused("reason_missing", _("Say why this referee acts despite the conflict of interest."))
        leave = Leave(
            book=actor.book, subject=subject, referee=referee, reason=reason, device=key[0], client_uuid=key[1],
            actor=actor.label, created_at=timezone.now(),
        )  # fmt: skip
        leave.hash = chain.digest(chain.leave_in_chain(leave))
        leave.save()
        return GivenLeave(leave, repeated=False)


def leave_of(book: str, subject: str, referee: str) -> Leave | None:
    """The leave a referee was given for a match, if any."""
    return Leave.objects.filter(book=book, subject=subject, referee=referee).first()


def require(actor: Actor) -> Leave | None:
    """Refuse (conflict) whoever has a side of their own in the match and no leave; the leave, if it takes one."""
    if not actor.conflicts:
        return None
    if actor.leave is None:
        raise Refused(
            "conflict",
            _("Your own team or club plays in this match: another referee acts here (EV-CONF-1). The chief referee can "
              "permit it; that is made public."),
        )  # fmt: skip
    return actor.leave
