"""Taking the record away, and drawing sheets to hold against paper."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import audit, chain, commitments, sampling
from adjudication.models import AuditExport, SampleDraw, Scoresheet
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import till_chain
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Role, Tournament

MAX_LOT = 64


@dataclass(frozen=True)
class ExportFile:
    """An export as a file, and the row that says it was taken."""

    content: bytes
    made: AuditExport


@transaction.atomic
def take_export(*, actor: User, tournament: Tournament) -> ExportFile:
    """The whole record as JSON Lines, for `verify.py`, with the head of the till beside it. It holds no names and no
    money. Refused: not_allowed (organisers and chief referees take it)."""
    require_role(actor, tournament, Role.Name.CHIEF_REFEREE)
    lines, made = audit.export(book_of(tournament), label_of(actor.pk, tournament), till_chain.stated(tournament))
    return ExportFile(b"".join(lines), made)


@transaction.atomic
def take_till(*, actor: User, tournament: Tournament) -> bytes:
    """The whole till as JSON Lines, for `verify.py`. It holds no names but what was written as reasons. Refused:
    not_allowed (organisers and treasurers take it)."""
    require_role(actor, tournament, Role.Name.TREASURER)
    tournament = lock_tournament(tournament.pk)
    return b"".join(chain.canonical(line) + b"\n" for line in till_chain.lines(tournament))


def take_names(*, actor: User, tournament: Tournament) -> bytes:
    """The names behind the record's commitments, as `verify.py --openings` reads them: personal data.

    Refused: not_allowed (organisers take them).
    """
    require_role(actor, tournament)
    return b"".join(chain.canonical(opened) + b"\n" for opened in commitments.openings(tournament.public_id))


@transaction.atomic
def draw_sample(
    *, actor: User, tournament: Tournament, confidence: int, margin: int, lot: str = ""
) -> tuple[SampleDraw, list[Scoresheet]]:
    """Draw sheets to compare with paper, by a lot that is kept; an earlier lot gives the same sheets again.

    Refused: not_allowed, bad_sample (`errors` by field), nothing_written.
    """
    require_role(actor, tournament, Role.Name.CHIEF_REFEREE)
    book = book_of(tournament)
    errors: list[Fault] = []
    if not 1 <= confidence <= 99:
        errors.append({"path": "confidence", "message": _("Between 1 and 99 per cent.")})
    if not 0 <= margin < 10_000:
        errors.append({"path": "margin", "message": _("0 or more sheets.")})
    if len(lot) > MAX_LOT or (lot and not lot.isalnum()):
        errors.append({"path": "lot", "message": _("A lot is letters and digits, 64 at most.")})
    if errors:
        raise Refused("bad_sample", _("No sample was drawn. Correct the marked fields."), errors)
    if not book.sheets().filter(seq__gt=0).exists():
        raise Refused("nothing_written", _("Nothing is written on any sheet yet: there is nothing to compare."))
    return sampling.draw(book, confidence=confidence, margin=margin, lot=lot)
