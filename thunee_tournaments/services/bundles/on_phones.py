"""The bundle of an event for the phones at its tables: should the site be lost with all copies of its database, the
event is brought in again from one of them (docs/bundles.md).

Each phone asks now and then, each at another time; the bundle is made once in a while for all of them. The newest among
them is hardly older than `OFTEN`, in an event that is soon made.
"""

import hashlib
import time
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.db.models import Sum
from django.utils import timezone

from adjudication.models import Scoresheet
from thunee_tournaments.services.bundles.giving import bundle_of
from thunee_tournaments.services.core.one_moment import one_moment
from thunee_tournaments.tournaments.models import Tournament

OFTEN, SELDOM = 20, 300  # seconds between two bundles of an event, by how long it takes to make one
SOON = 5  # seconds after which a phone asks again for the first one, which is being made
MAKING = 60  # seconds for which nobody else makes one, should who began to be killed over it
SHARE = 40  # of the time one part goes into making them, at most
ASKED = 60  # seconds after which a phone asks again, at least; later, where so much would travel
PACE = 10_000  # bytes a second for each phone, at most
AN_EVENING = 12 * 3600
MOST_FOR_A_PHONE = 3_000_000  # bytes
MOST_HANDS = 4_000  # of which so many bytes are made


class ForPhones(NamedTuple):
    """A bundle, the version of the event that it holds, and up to when it has everything."""

    version: int
    at: datetime
    content: bytes

    @property
    def tag(self) -> str:
        """What tells it apart. No version does: where the site has gone back to an older copy, they come again."""
        return hashlib.sha256(self.content).hexdigest()[:32]


def bundle_for_phones(tournament: Tournament) -> ForPhones | None:
    """The open part of an event, some minutes old at most; None where phones keep nothing (`PHONES_KEEP`), of an event
    that another site keeps or that is closed, while the first is being made, and where it is more than a phone should
    have to keep."""
    if not settings.PHONES_KEEP or tournament.kept_by or tournament.status != Tournament.Status.RUNNING:
        return None
    cache = caches["sent_pages"]  # emptied when a person is forgotten
    key = f"for-phones-{tournament.public_id}"
    made: ForPhones | None = cache.get(key)
    if made is not None and made.version == tournament.version:
        made = made._replace(at=timezone.now())
    elif _hands_of(tournament) > MOST_HANDS:
        return None  # what was made of fewer is too old by now
    elif cache.add(f"{key}-lately", True, MAKING):
        began = time.monotonic()
        try:
            made = _made(tournament)
            cache.set(key, made, AN_EVENING)
        finally:  # one that could not be made is tried again as soon as any
            cache.set(f"{key}-lately", True, _pause_after(time.monotonic() - began))
    return made if made is not None and len(made.content) <= MOST_FOR_A_PHONE else None


def asks_again_after(tournament: Tournament, made: ForPhones | None) -> int:
    """For how many seconds a phone that got this bundle need not ask; one that got none asks soon where the first is
    being made, for another phone."""
    if made is not None:
        return min(SELDOM, max(ASKED, len(made.content) // PACE))
    key = f"for-phones-{tournament.public_id}"
    begun = caches["sent_pages"].get_many([key, f"{key}-lately"])
    return SOON if list(begun) == [f"{key}-lately"] else SELDOM


def _pause_after(seconds: float) -> float:
    return min(SELDOM, max(OFTEN, SHARE * seconds))


def _made(tournament: Tournament) -> ForPhones:
    with one_moment():
        at, tournament = timezone.now(), Tournament.objects.get(pk=tournament.pk)
        return ForPhones(tournament.version, at, bundle_of(tournament, checker=False))


def _hands_of(tournament: Tournament) -> int:
    sheets = Scoresheet.objects.filter(book=tournament.public_id)
    return sheets.aggregate(entries=Sum("seq"))["entries"] or 0
