"""A game's signatures in words: who has signed what, what still misses, until when a correction is taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication import signing
from adjudication.models import Scoresheet, SignOff
from adjudication.signing import Standing, State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.settling import plays_with_signatures

GROUP, GROUPS = 4, 3
LATEST = 64  # games that may still have to be signed again


@dataclass(frozen=True)
class SideSigned:
    """A side's line: its team and the signature that counts, if there is one. `voided`: it had signed before."""

    side: str
    team: str
    sign_off: SignOff | None
    voided: bool
    key: UUID = field(default_factory=uuid4)  # of the form that would sign: a double tap signs once

    @property
    def how(self) -> str:
        """How it was signed, in words."""
        if self.sign_off is None:
            return ""
        return {
            SignOff.How.OWN.value: _("on the team's own phone"),
            SignOff.How.PIN.value: _("with the team's PIN"),
            SignOff.How.REFEREE.value: _("by a referee"),
        }[self.sign_off.how]


@dataclass(frozen=True)
class Signatures:
    """Everything a page shows about the signing of a game that is over."""

    sheet: Scoresheet
    standing: Standing
    sides: list[SideSigned]
    now: datetime

    @property
    def missing(self) -> list[SideSigned]:
        return [one for one in self.sides if one.sign_off is None]

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def final(self) -> bool:
        return self.standing.state == State.FINAL

    @property
    def again(self) -> bool:
        """Whether it was signed, and corrected since."""
        return bool(self.missing) and any(one.voided for one in self.missing)

    @property
    def until(self) -> datetime | None:
        """When corrections end; None while signatures miss, or when they ended."""
        return None if self.final else self.standing.final_at

    @property
    def code(self) -> str:
        """The head of the sheet, short, to compare by eye."""
        return short(self.sheet.head)


def short(head: str) -> str:
    """The first twelve characters of a hash in groups of four: "3f9a 07c2 b1de"."""
    return " ".join(head[at : at + GROUP] for at in range(0, GROUP * GROUPS, GROUP))


def signatures_of(match: Match, game: MatchGame, sign_offs: Iterable[SignOff] | None = None) -> Signatures | None:
    """The signatures of a game; None where nobody signs: in play, by walkover, or an event without signatures.

    `sign_offs`: those of the sheet in order, if they are at hand.
    """
    sheet = game.sheet
    if not sheet.is_over or match.outcome == Match.Outcome.WALKOVER or match.alone or not plays_with_signatures(match):
        return None
    now = timezone.now()
    written = list(sheet.sign_offs.order_by("seq") if sign_offs is None else sign_offs)
    standing = signing.standing(sheet.is_over, sheet.head, written, now)
    before = {one.side for one in standing.voided}
    sides = [
        SideSigned(side, str(match.team(side) or "?"), standing.signed.get(side), side in before)
        for side in signing.SIDES
    ]
    return Signatures(sheet, standing, sides, now)


def void_again(games: QuerySet[MatchGame]) -> list[MatchGame]:
    """Those of these games that were signed and then corrected: both sides have to sign them anew. The latest few."""
    signed = games.filter(sheet__state=Scoresheet.State.OVER, sheet__in=SignOff.objects.values("sheet"))
    found = signed.select_related(
        "sheet", "match__stage__tournament", "match__team_a", "match__team_b", "match__team_c", "match__team_d"
    )
    latest = found.prefetch_related("sheet__sign_offs").order_by("-pk")[:LATEST]
    standing = [(game, signatures_of(game.match, game, game.sheet.sign_offs.all())) for game in latest]
    return [game for game, signatures in standing if signatures is not None and signatures.again]
