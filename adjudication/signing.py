"""Signing a game: each side signs the same head, then corrections are taken for a while, then it is final.

A signature counts while the sheet's head is the one it signed. So a correction voids both by itself: nothing is
stored about that, and what somebody signed stays on record for good.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import access, chain, impartial
from adjudication.book import Actor, Policies
from adjudication.errors import KeyReused, NotYours, Refused
from adjudication.keys import key_of, missed_since, require_text
from adjudication.models import Scoresheet, SignOff

How = SignOff.How
SIDES = ("A", "B")


class State(models.TextChoices):
    """Where a game stands on its way from the first hand to a result nobody changes any more."""

    OPEN = "open", _("in play")
    OVER = "over", _("over, to be signed")
    ONE_SIGNED = "one_signed", _("signed by one side")
    SIGNED = "signed", _("signed by both sides")
    FINAL = "final", _("final")


@dataclass(frozen=True)
class Standing:
    """`signed` maps the sides whose signature counts to it; `voided` lists sign-offs that counted until a correction.

    `final_at` is when corrections end, known once both sides have signed.
    """

    state: State
    signed: dict[str, SignOff]
    voided: list[SignOff]
    final_at: datetime | None

    @property
    def missing(self) -> tuple[str, ...]:
        """The sides that have not signed what is written now."""
        return tuple(side for side in SIDES if side not in self.signed)


@dataclass(frozen=True)
class Signed:
    """The answer to a signer: the sign-off, where the game stands with it, and whether it had been written before."""

    sign_off: SignOff
    sheet: Scoresheet
    standing: Standing
    repeated: bool


def standing(is_over: bool, head: str, sign_offs: Iterable[SignOff], now: datetime) -> Standing:
    """Where a game stands. Pure: from its sheet's state and head, all its sign-offs in order, and the time."""
    written = list(sign_offs)
    signed = {sign_off.side: sign_off for sign_off in written if sign_off.head == head} if is_over else {}
    voided = [sign_off for sign_off in written if sign_off.head != head]
    final_at = None
    if len(signed) == len(SIDES):
        last = max(signed.values(), key=lambda sign_off: sign_off.seq)
        final_at = last.created_at + timedelta(minutes=last.window)
    return Standing(_state(is_over, len(signed), final_at, now), signed, voided, final_at)


def _state(is_over: bool, signatures: int, final_at: datetime | None, now: datetime) -> State:
    if not is_over:
        return State.OPEN
    if final_at is not None:
        return State.FINAL if now >= final_at else State.SIGNED
    return State.ONE_SIGNED if signatures else State.OVER


def standing_of(sheet: Scoresheet, now: datetime | None = None) -> Standing:
    """Where this sheet's game stands now; one query."""
    return standing(sheet.is_over, sheet.head, sheet.sign_offs.order_by("seq"), now or timezone.now())


def sign(
    sheet_id: int,
    *,
    actor: Actor,
    side: str,
    head: str,
    how: str,
    device: str,
    client_uuid: uuid.UUID | str,
    reason: str = "",
    policies: Policies = Policies(),  # noqa: B008 (frozen)
) -> Signed:
    """Sign the sheet (primary key) for a side, in one transaction. `head` is what the signer has seen.

    Raises NotYours, KeyReused, Stale (the sheet went on), or Refused: not_over, signed_already (this side signed this
    very head), not_your_side, reason_missing (a referee signs for a side only with one), invalid.
    """
    with transaction.atomic():
        sheet = access.lock(actor, sheet_id)
        device, key = key_of(device, client_uuid)
        require_text(reason)
        _require_may_sign(actor, sheet, side, how, reason)
        written = list(sheet.sign_offs.order_by("seq"))
        content = {"side": side, "head": head, "how": how, "reason": reason.strip()}
        if (earlier := _first_answer(sheet, written, (device, key), content)) is not None:
            return earlier
        missed_since(sheet, head)
        if not sheet.is_over:
            raise Refused("not_over", _("This game is still in play: it is signed when it is over."))
        if any(earlier_sign_off.side == side and earlier_sign_off.head == head for earlier_sign_off in written):
            raise Refused("signed_already", _("Side %(side)s has signed this already.") % {"side": side})
        sign_off = SignOff(
            sheet=sheet,
            seq=len(written) + 1,
            entries_seq=sheet.seq,
            window=max(0, policies.correction_minutes),
            device=device,
            client_uuid=key,
            actor=actor.label,
            prev_hash=written[-1].hash if written else chain.first_signature_link(sheet),
            created_at=timezone.now(),
            **content,
        )
        sign_off.hash = chain.digest(chain.sign_off_in_chain(sheet, sign_off))
        sign_off.save()
        now = standing(sheet.is_over, sheet.head, [*written, sign_off], sign_off.created_at)
        return Signed(sign_off, sheet, now, repeated=False)


def _require_may_sign(actor: Actor, sheet: Scoresheet, side: str, how: str, reason: str) -> None:
    if side not in SIDES or how not in How.values:
        raise Refused("invalid", _("A game is signed for side A or B."))
    if how == How.OWN and side not in actor.sides:
        raise Refused("not_your_side", _("Only the players of a side sign for it."))
    if how in (How.PIN, How.AGREED) and not actor.may_write(sheet):
        raise NotYours
    if how == How.AGREED and actor.is_referee:
        impartial.require(actor)
    if how == How.REFEREE:
        if not actor.is_referee:
            raise Refused("not_your_side", _("Only a referee signs for a side that refuses or has left."))
        impartial.require(actor)
        if not reason.strip():
            raise Refused("reason_missing", _("Say why you sign for this side. The reason stays on the scoresheet."))


def _first_answer(
    sheet: Scoresheet, written: list[SignOff], key: tuple[str, uuid.UUID], content: dict[str, str]
) -> Signed | None:
    """The answer given when this key came first. Raises KeyReused if it came with another content."""
    earlier = SignOff.objects.filter(device=key[0], client_uuid=key[1]).first()
    if earlier is None:
        return None
    if earlier.sheet_id != sheet.pk or any(getattr(earlier, name) != value for name, value in content.items()):
        raise KeyReused
    return Signed(earlier, sheet, standing(sheet.is_over, sheet.head, written, timezone.now()), repeated=True)
