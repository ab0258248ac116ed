"""A ruling: what a hand is worth, under which rules, and why. The verdict is there at once, the rest when asked for."""

from collections.abc import Sequence
from typing import Any

from . import games, shapes
from .record import HandRecord
from .rulebook import Step
from .seats import SIDES

FORMAT = "ruling/1"
LISTS = ("tricks", "claims", "infractions", "steps", "discrepancies")


class Ruling:
    """The judgement of one record; attributes bear the names of `ruling/1`.

    `status` is decided, void, undecidable or invalid. `kind`, `detail`, `winner` ("A", "B" or None) and `seat` say the
    result; `balls`, `after`, `count`, `tricks`, `claims`, `infractions`, `steps`, `discrepancies`, `trusted`,
    `reasons`, `possible`, `exact` and `errors` are made when first asked for.
    """

    __slots__ = ("_kept", "_opened", "detail", "facts", "kind", "record", "seat", "status", "verdict", "winner")

    def __init__(self, record: HandRecord, facts: Any, verdict: Any) -> None:
        self.record = record
        self.facts = facts
        self.verdict = verdict
        self._kept: dict[str, object] | None = None
        self.status: str
        self.kind: str | None
        self.detail: str | None
        self.seat: int | None
        self.status, self.kind, self.detail, side, self._opened, self.seat = verdict[:6]
        self.winner: str | None = None if side is None else SIDES[side]

    format = FORMAT

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def balls(self) -> shapes.BySide | None:
        """What each side opens; None for a record that decides nothing."""
        if self.status == "decided":
            return {"A": self._opened, "B": 0} if self.winner == "A" else {"A": 0, "B": self._opened}
        return {"A": 0, "B": 0} if self.status == "void" else None

    @property
    def rules(self) -> shapes.Rules:
        return self.record.profile.to_dict()

    @property
    def trusted(self) -> list[str]:
        return [] if self.status == "invalid" else list(dict.fromkeys(self.facts.trusted))

    @property
    def reasons(self) -> list[shapes.Fault]:
        """What is missing, of an undecidable record."""
        return self._pairs("undecidable")

    @property
    def errors(self) -> list[shapes.Fault]:
        """What is wrong, of an invalid record."""
        return self._pairs("invalid")

    @property
    def steps(self) -> Sequence[Step]:
        """The explanation: the computation's own steps, in order."""
        return self._part("steps")  # type: ignore[no-any-return]

    # Properties rather than one __getattr__, which would slow down every other attribute as well.
    after = property(lambda self: self._part("after"))
    count = property(lambda self: self._part("count"))
    tricks = property(lambda self: self._part("tricks"))
    claims = property(lambda self: self._part("claims"))
    infractions = property(lambda self: self._part("infractions"))
    discrepancies = property(lambda self: self._part("discrepancies"))

    @property
    def possible(self) -> list[shapes.Possible]:
        """The results that an undecidable record can still have."""
        return self._part("possible")[0]  # type: ignore[no-any-return]

    @property
    def exact(self) -> bool:
        """Whether `possible` has no result that cannot be: so where at most six cards or one field are unknown."""
        return self._part("possible")[1]  # type: ignore[no-any-return]

    def _part(self, name: str) -> Any:
        if self.status == "invalid" and name in LISTS:  # of what cannot have happened nothing is told but why
            return []
        if self._kept is None:
            self._kept = {}
        if name not in self._kept:
            module = games.load(self.record.game)
            if name == "steps":
                self._kept[name] = module.steps(self.record)
            else:
                self._kept[name] = module.parts(name, self.facts, self.verdict)
        return self._kept[name]

    def _pairs(self, status: str) -> list[shapes.Fault]:
        if self.status != status:
            return []
        return [{"path": path, "message": message} for path, message in self.verdict.reasons]

    def explain(self) -> list[str]:
        """Why, line by line in English; the last line is the result."""
        from .explain import explain

        return explain(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from . import drawing

        return drawing.svg(self)

    def __repr__(self) -> str:
        return (
            f"<Ruling: {self.status}{f', {self.kind}' if self.kind else ''}{f', {self.winner}' if self.winner else ''}>"
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruling) and self.record == other.record)

    def __hash__(self) -> int:
        return hash(self.record)

    def __reduce__(self) -> tuple[Any, ...]:
        return adjudicate, (self.record,)  # judged again where it arrives: a ruling is what its record says

    def to_dict(self) -> shapes.Ruling:
        """The ruling as JSON."""
        out: shapes.Ruling = {
            "format": FORMAT,
            "status": self.status,
            "game": self.game,
            "rules": self.rules,
            "kind": self.kind,
            "detail": self.detail,
            "winner": self.winner,
            "balls": self.balls,
            "seat": self.seat,
            "after": self.after,
            "count": self.count,
            "tricks": self.tricks,
            "claims": self.claims,
            "infractions": self.infractions,
            "steps": [step.to_dict() for step in self.steps],
            "discrepancies": self.discrepancies,
            "trusted": self.trusted,
        }
        if self.status == "undecidable":
            out |= {"reasons": self.reasons, "possible": self.possible, "exact": self.exact}
        if self.status == "invalid":
            out["errors"] = self.errors
        if "id" in self.record.stated:
            out["id"] = self.record.id
        if "note" in self.record.stated:
            out["note"] = self.record.note
        return out


def adjudicate(record: Any) -> Ruling:
    """The ruling on a HandRecord, or on anything `read` takes.

    Never raises on a HandRecord; raises RecordError where `read` would.
    """
    if not isinstance(record, HandRecord):
        from .record import read

        record = read(record)
    game = record.module
    facts, verdict = game.judge_hand(record)
    return game.Ruling(record, facts, verdict)  # type: ignore[no-any-return]
