"""Saving what was shown: an act that people look at first is done only if it still changes what they saw.

The page that lists what an act would change sends a mark of that list with the button that saves. The act is done and
looked at in one transaction; if it would change anything else, it is undone, and the page lists what it is now.
"""

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2s
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.officiating.impact import Impact, MatchChange, MatchState, compare, moment
from thunee_tournaments.tournaments.models import Tournament

T = TypeVar("T")


class ChangedSinceShown(Refused):
    """Something it changes has moved since it was shown: nothing was saved."""

    def __init__(self) -> None:
        message = _("Something moved since this was shown, so nothing was saved. This is what would change now: look, "
                    "and save again.")  # fmt: skip
        super().__init__("moved", message)


def mark_of(changes: Impact | None) -> str:
    """The mark of a list of changes: another one whenever the list is, but for the tables matches are called to."""
    if changes is None:
        return ""
    matches = tuple(MatchChange(_anywhere(change.was), _anywhere(change.now)) for change in changes.matches)
    listed = replace(changes, matches=tuple(change for change in matches if change.was != change.now))
    return blake2s(repr(listed).encode(), digest_size=12).hexdigest()


def _anywhere(state: MatchState | None) -> MatchState | None:
    return None if state is None else replace(state, table=None)


def as_seen(tournament: Tournament, seen: str, act: Callable[[], T], own: int | None = None) -> T:
    """Do it, if it changes what `seen` is the mark of (of other matches than `own`, a key, if that was left out of the
    list); "": nothing was listed. Refused (ChangedSinceShown, and then nothing is done), and as the act.

    What was done before, and is only answered again, changes nothing and has no list to keep to.
    """
    if not seen:
        return act()
    with transaction.atomic():
        before = moment(tournament)
        done = act()
        now = mark_of(compare(before, moment(tournament), own))
        if now != seen and not getattr(done, "repeated", False):
            raise ChangedSinceShown
    return done
