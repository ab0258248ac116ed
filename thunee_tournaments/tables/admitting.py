"""Letting a phone in by a table's link: the first one at once, a further one with the PIN the desk can read out.

A link that was forwarded opens nothing by itself: whoever has only the link has to guess the PIN, and after a few wrong
ones nobody new is let in until the desk gives another PIN. Phones that are in already notice nothing of it.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from adjudication.prepared import Prepared, moment, number, text
from thunee_tournaments.tables.models import Phone, TableLink

DIGITS = 4
MOST_WRONG = 5
PAUSE = timedelta(seconds=2)  # after a wrong PIN: long for a machine, not for a person


class Door(StrEnum):
    """What a phone finds when it opens a link."""

    IN = "in"
    PIN_NEEDED = "pin_needed"
    WRONG = "wrong"
    TOO_FAST = "too_fast"
    LOCKED = "locked"
    ENDED = "ended"


@dataclass(frozen=True)
class Answer:
    """The answer to a phone; `left`: how many wrong PINs are left before the link is locked."""

    door: Door
    left: int = MOST_WRONG


def pin_of(link: TableLink) -> str:
    """The PIN a further phone needs: worked out, never kept, and another one each time the desk asks for it."""
    mac = salted_hmac(
        "thunee_tournaments.tables.admitting", f"{link.token_hash}/{link.pins_given}", algorithm="sha256"
    ).digest()
    return f"{int.from_bytes(mac[:8], 'big') % 10**DIGITS:0{DIGITS}}"


def is_locked(link: TableLink) -> bool:
    return link.wrong_pins >= MOST_WRONG


def look(link: TableLink, device: str) -> Answer:
    """What this phone would find. Nothing is changed."""
    if link.phones.filter(device=device).exists() or not link.phones.exists():
        return Answer(Door.IN)
    return _asked(link)


def admit(link: TableLink, device: str, pin: str = "") -> Answer:
    """Let the phone in, if it is the first one, was in before, or knows the PIN. Wrong PINs are counted."""
    try:
        with transaction.atomic():
            return _admit(link.pk, device, pin)
    except IntegrityError:
        # Another phone was the first in the same moment. This one is a further one.
        with transaction.atomic():
            return _admit(link.pk, device, pin)


def _admit(link_id: int, device: str, pin: str) -> Answer:
    link = TableLink.objects.select_for_update().get(pk=link_id)
    if not link.live:
        return Answer(Door.ENDED)
    if link.phones.filter(device=device).exists():
        return Answer(Door.IN)
    if not link.phones.exists():
        link.phones.create(device=device, first=True)
        return Answer(Door.IN)
    if is_locked(link) or not pin:
        return _asked(link)
    now = timezone.now()
    if link.wrong_pin_at is not None and now - link.wrong_pin_at < PAUSE:
        return Answer(Door.TOO_FAST, MOST_WRONG - link.wrong_pins)
    if constant_time_compare(pin, pin_of(link)):
        link.wrong_pins, link.wrong_pin_at = 0, None
        link.phones.create(device=device)
        answer = Answer(Door.IN)
    else:
        link.wrong_pins, link.wrong_pin_at = link.wrong_pins + 1, now
        answer = Answer(Door.LOCKED if is_locked(link) else Door.WRONG, MOST_WRONG - link.wrong_pins)
    link.save(update_fields=["wrong_pins", "wrong_pin_at"])
    return answer


def _asked(link: TableLink) -> Answer:
    left = max(0, MOST_WRONG - link.wrong_pins)
    return Answer(Door.PIN_NEEDED if left else Door.LOCKED, left)


def renew_pin(link: TableLink) -> None:
    """Another PIN; the link is not locked any more. To be called in a transaction."""
    link = TableLink.objects.select_for_update().get(pk=link.pk)
    link.pins_given, link.wrong_pins, link.wrong_pin_at = link.pins_given + 1, 0, None
    link.save(update_fields=["pins_given", "wrong_pins", "wrong_pin_at"])


LET_IN = Prepared(
    lambda: Phone.objects.select_related("link__table", "link__tournament").filter(
        link_id=number("link"), device=text("device"), link__revoked_at=None, link__expires_at__gt=moment("now")
    )
)


def phone_of(link_id: int, device: str) -> Phone | None:
    """The phone as it was let in, with its link, as long as that is live."""
    phone = LET_IN.first(link=link_id, device=device, now=timezone.now())
    if phone is not None:
        phone.link.table.tournament = phone.link.tournament
    return phone
