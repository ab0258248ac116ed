"""A large bundle over a bad line: it comes in pieces, and a line that drops costs the piece that was on its way.

Every piece is signed by the site that keeps the event, so that nobody else can store anything here. Of each event one
file is on its way at a time: with the first piece of another one, what is here of it is thrown away.
"""

import hashlib
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments import site_key
from thunee_tournaments.services.bundles.faults import bent, unreadable
from thunee_tournaments.services.bundles.taking_in import NOT_HERE, TakenIn, take_next
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import Copy, Piece
from thunee_tournaments.site_key import Address

SIZE = 128 * 1024  # bytes of a piece as they are sent
MOST = 20_000_000  # bytes of a file
SIGNED = "thunee piece/1"  # in front of what is signed


class Place(NamedTuple):
    """Where a piece belongs: in the `file` (its SHA-256) of `total` bytes of an event, from `start` on."""

    event: str
    file: str
    start: int
    total: int

    def message(self, piece: bytes) -> bytes:
        """What the site that sends it signs."""
        return "\n".join([SIGNED, *map(str, self), hashlib.sha256(piece).hexdigest()]).encode()


def take_piece(*, place: Place, piece: bytes, signature: bytes) -> int | TakenIn:
    """Take in a piece of a file, with which it goes on where it ends here; how many bytes are here then, or, of a file
    that is whole now, what became of it. An empty piece asks how many there are.

    Refused: not_here, other_site, too_large, unreadable; bent, where the file is another than was said; and of a whole
    file all that `take_next` refuses.
    """
    copy = Copy.objects.defer("content").filter(tournament__public_id=place.event).first()
    if copy is None:
        raise Refused("not_here", NOT_HERE)
    if not site_key.signed_by(Address.read(copy.keeper), place.message(piece), signature):
        raise Refused("other_site", _("It is not signed by the site that keeps the event."))
    if place.total > MOST:
        raise Refused("too_large", _("It is too large for the line: bring the bundle in at the desk."))
    if place.start + len(piece) > place.total:
        raise unreadable(_("a piece goes on beyond its end."))
    whole = _kept(copy, place, piece)
    if isinstance(whole, int):
        return whole
    if hashlib.sha256(whole).hexdigest() != place.file:
        raise bent(_("It arrived as another file than the one that was sent."))
    return take_next(event=place.event, content=whole)


@transaction.atomic
def _kept(copy: Copy, place: Place, piece: bytes) -> int | bytes:
    """How many bytes of a file are here with this piece; where it is whole, all of them, which are kept no more."""
    Copy.objects.select_for_update().only("pk").get(pk=copy.pk)  # two may bring the same piece
    here = Piece.objects.filter(tournament=copy.tournament_id)
    if not piece:
        return sum(len(content) for content in here.filter(file=place.file).values_list("content", flat=True))
    here.exclude(file=place.file).delete()
    pieces = [bytes(content) for content in here.order_by("start").values_list("content", flat=True)]
    have = sum(map(len, pieces))
    if place.start != have:
        return have
    if have + len(piece) < place.total:
        Piece.objects.create(tournament_id=copy.tournament_id, file=place.file, start=have, content=piece)
        return have + len(piece)
    here.delete()
    return b"".join([*pieces, piece])
