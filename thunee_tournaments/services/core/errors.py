"""What an act answers when somebody asked for something that cannot be: `Refused`, the record's own."""

from django.utils.translation import gettext_lazy as _

from adjudication.errors import Refused

__all__ = ["Refused", "given_reason"]


def given_reason(reason: str) -> str:
    """The reason of an act, tidied. Refused: reason_missing."""
    if not reason.strip():
        raise Refused("reason_missing", _("Say why. Everybody can read the reason."))
    return reason.strip()
