"""Why a bundle cannot be taken in."""

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.errors import Refused

UNREADABLE = _("This is no bundle of an event that can be read: %(why)s")
BENT = _("The bundle does not hold, and nothing of it was taken in. %(place)s")


def unreadable(why: object, code: str = "unreadable") -> Refused:
    """Not a bundle at all, or one of a kind that is not known here."""
    return Refused(code, UNREADABLE % {"why": why})


def bent(place: object) -> Refused:
    """Something in it is not as it was made, or does not agree; `place` says where."""
    return Refused("bent", BENT % {"place": place})
