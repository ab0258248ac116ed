"""Invitations: what they share, whatever somebody is invited to."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.offers import Offer

DAYS = 7
MAX_DAYS = 90
MAX_NOTE = 120
MIN_KEY = 16
MAX_OPEN = 200  # invitations nobody has taken yet, to the same tournament or organisation


Offered = TypeVar("Offered", bound=Offer)


@dataclass(frozen=True)
class Invited(Generic[Offered]):
    """A fresh invitation and its token. The token is told to whoever asked with this key: only its hash is kept."""

    invitation: Offered
    token: str


def token_of(purpose: str, key: str, place: int) -> str:
    """The token for a one-time key of a request about the row `place`. Refused: bad_key."""
    if len(key) < MIN_KEY:
        raise Refused("bad_key", _("This page is not complete. Reload it and ask again."))
    return tokens.derived(purpose, f"{key}/{place}")


def checked_note(note: str) -> str:
    """For whom an invitation is, tidied. Refused: too_long."""
    note = tidy(note)
    if len(note) > MAX_NOTE:
        raise Refused("too_long", _("The note is longer than %(most)s characters.") % {"most": MAX_NOTE})
    return note


def end_in(days: int) -> datetime:
    """When an invitation for so many days ends. Refused: bad_days."""
    if not 1 <= days <= MAX_DAYS:
        raise Refused("bad_days", _("An invitation lasts 1 to %(most)s days.") % {"most": MAX_DAYS})
    return timezone.now() + timedelta(days=days)


def require_room(count: int) -> None:
    """Refuse (too_many) another invitation beside so many that are open."""
    if count >= MAX_OPEN:
        raise Refused("too_many", _("So many invitations are open that no more can be made. Take some back first."))


def ended() -> Refused:
    return Refused(
        "invitation_ended",
        _("This invitation was used already, was taken back, or has expired. Ask the organiser for a new one."),
    )
