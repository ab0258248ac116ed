"""A game's signatures in words: who has signed what, what still misses, until when a correction is taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication import agreed, signing
from adjudication.models import Scoresheet, SignOff
from adjudication.signing import Standing, State
from thunee_tournaments.brackets.models import Match, MatchGame, sides_of
from thunee_tournaments.brackets.order import surplus_in
from thunee_tournaments.brackets.settling import games_of, plays_with_signatures, signs_by_tap

GROUP, GROUPS = 4, 3


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
            SignOff.How.AGREED.value: _("with the tap of both sides"),
        }[self.sign_off.how]


@dataclass(frozen=True)
class Signatures:
    """Everything a page shows about the signing of a game that is over."""

    sheet: Scoresheet
    standing: Standing
    sides: list[SideSigned]
    now: datetime
    by_tap: bool = False  # one tap signs for both sides
    key: UUID = field(default_factory=uuid4)  # of that tap
    decided: bool = False  # a referee decided it last: it counts as it is, whether or not it is signed

    @property
    def missing(self) -> list[SideSigned]:
        return [side for side in self.sides if side.sign_off is None]

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def signed(self) -> bool:
        """Whether a side has ever signed."""
        return any(side.sign_off or side.voided for side in self.sides)

    @property
    def due(self) -> bool:
        """Whether a side has still to sign."""
        return bool(self.missing) and not self.decided

    @property
    def final(self) -> bool:
        return self.standing.state == State.FINAL

    @property
    def again(self) -> bool:
        """Whether it was signed, and corrected since."""
        return self.due and any(side.voided for side in self.missing)

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
    """The signatures of a game; None where nobody signs: in play, by walkover, beyond those that count, or
    an event without signatures.

    `sign_offs`: those of the sheet in order, if they are at hand.
    """
    sheet = game.sheet
    if not sheet.is_over or match.outcome == Match.Outcome.WALKOVER or match.alone or not plays_with_signatures(match):
        return None
    if match.best_of > 1 and game in surplus_in(match, games_of(match)):
        return None
    now = timezone.now()
    written = list(sheet.sign_offs.order_by("seq") if sign_offs is None else sign_offs)
    standing = signing.standing(sheet.is_over, sheet.head, written, now)
    before = {sign_off.side for sign_off in standing.voided}
    sides = [
        SideSigned(side, str(match.team(side) or "?"), standing.signed.get(side), side in before)
        for side in signing.SIDES
    ]
    decided = bool(standing.missing) and agreed.by_decision(sheet)
    return Signatures(sheet, standing, sides, now, by_tap=signs_by_tap(match), decided=decided)


def void_again(games: QuerySet[MatchGame]) -> list[MatchGame]:
    """Those of these games that were signed and then corrected: they have to be signed anew. The latest first."""
    return [game for game, signatures in _unsigned(games.filter(_has_signature())) if signatures.again]


def to_sign(games: QuerySet[MatchGame]) -> list[MatchGame]:
    """Those of these games that are over and that a side has still to sign, or to sign again. The latest first."""
    return [game for game, signatures in _unsigned(games) if signatures.due]


def _has_signature(**conditions: object) -> Exists:
    return Exists(SignOff.objects.filter(sheet=OuterRef("sheet"), **conditions))


def _unsigned(games: QuerySet[MatchGame]) -> list[tuple[MatchGame, Signatures]]:
    """The games that are over and not signed by both sides as they are written now, each with its signatures."""
    signed = [_has_signature(head=OuterRef("sheet__head"), side=side) for side in signing.SIDES]
    played = games.filter(sheet__state=Scoresheet.State.OVER).exclude(match__outcome=Match.Outcome.WALKOVER)
    unsigned = played.exclude(signed[0], signed[1]).select_related("sheet", "match__stage__tournament")
    latest = unsigned.prefetch_related(sides_of("match__"), "sheet__sign_offs").order_by("-pk")
    standing = [(game, signatures_of(game.match, game, game.sheet.sign_offs.all())) for game in latest]
    return [(game, signatures) for game, signatures in standing if signatures is not None]
