"""The ruling on a hand that is worth points: the same as any ruling, with `scores` in place of balls."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

from . import shapes
from .ruling import Ruling
from .scores import show

if TYPE_CHECKING:
    from .rulebook import Rule


class Verdict(NamedTuple):
    """What a hand is worth: `scores` is the change, by side or by seat; `winner` the side that made, beat or won it."""

    status: str
    kind: str | None
    detail: str | None = None
    winner: int | None = None
    scores: tuple[int, ...] = ()
    seat: int | None = None
    rule: "Rule | None" = None
    reasons: tuple[tuple[str, str], ...] = ()


class Infraction(NamedTuple):
    """Something done against the rules, after `number` cards: `card` as text; `right` is the right number, where
    it is a number that was wrong."""

    offence: str
    seat: int
    rule: "Rule"
    number: int = 0
    trick: int | None = None
    card: str | None = None
    right: int | None = None
    place: int | None = None  # among the events, of what was said
    accused: bool = False  # nothing in these games is accused, or enforces an offence by itself
    enforced: bool = False

    def to_dict(self) -> shapes.Infraction:
        """As a ruling lists it."""
        shown: shapes.Infraction = {
            "offence": self.offence,
            "seat": self.seat,
            "trick": self.trick,
            "card": self.card,
            "rule": self.rule.id,
            "accused": self.accused,
            "enforced": self.enforced,
        }
        return shown if self.right is None else {**shown, "count": self.right}


def listed(infractions: Iterable[Infraction]) -> list[shapes.Infraction]:
    """Everything done against the rules, in order."""
    return [infraction.to_dict() for infraction in sorted(infractions, key=lambda infraction: infraction.number)]


class ScoredRuling(Ruling):
    """The judgement of a hand played for points; `facts.by_side` says whether partners score together.

    `scores` is the change and `players` what each seat did, where each plays for themselves (else None).
    """

    __slots__ = ()

    @property
    def balls(self) -> None:
        """There are none in these games."""
        return

    @property
    def scores(self) -> shapes.Points | None:
        """What the hand changes; None for a record that decides nothing."""
        if self.status not in ("decided", "void"):
            return None
        return show(self.verdict.scores, self.facts.by_side)

    @property
    def players(self) -> list[shapes.Player] | None:
        return self._part("players")  # type: ignore[no-any-return]

    def to_dict(self) -> shapes.Ruling:
        """The ruling as JSON."""
        out: dict[str, object] = {}
        for key, value in super().to_dict().items():
            out["scores" if key == "balls" else key] = self.scores if key == "balls" else value
            if key == "after" and not self.facts.by_side:
                out["players"] = self.players
        return cast(shapes.Ruling, out)
