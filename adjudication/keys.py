"""What every writer sends along: a key that makes a repeated request harmless, the head it has seen, plain text."""

import uuid
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from adjudication import chain
from adjudication.errors import Refused, Stale
from adjudication.models import Entry, Scoresheet

MAX_DEVICE = 64
MAX_TEXT = 500


def key_of(device: str, client_uuid: uuid.UUID | str) -> tuple[str, uuid.UUID]:
    """The key of a request, checked. Raises Refused (invalid)."""
    try:
        key = client_uuid if isinstance(client_uuid, uuid.UUID) else uuid.UUID(client_uuid)
    except (ValueError, TypeError, AttributeError):
        key = None
    if key is None or not isinstance(device, str) or not 0 < len(device) <= MAX_DEVICE or not device.isprintable():
        raise Refused("invalid", _("The key of this entry is not usable. Reload the page."))
    return device, key


def missed_since(sheet: Scoresheet, head: str, entries: Iterable[Entry] | None = None) -> None:
    """Raise Stale with the entries a writer who saw `head` has missed: all if nobody ever saw such a head."""
    if head == sheet.head:
        return
    written = list(sheet.entries.order_by("seq") if entries is None else entries)
    seen = next((entry.seq for entry in written if entry.hash == head), 0)
    raise Stale([entry for entry in written if entry.seq > seen])


def require_text(text: object, most: int = MAX_TEXT) -> str:
    """Text that can be chained and stored, without the space around it. Raises Refused (invalid)."""
    if not isinstance(text, str) or len(text) > most:
        raise Refused("invalid", _("Write at most %(most)s characters.") % {"most": most})
    try:
        chain.canonical(text)
    except chain.NotCanonical as error:
        raise Refused("invalid", _("This text holds a character that cannot be stored."), errors=error.errors) from None
    return text.strip()
