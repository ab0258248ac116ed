"""The shapes of the JSON that the record keeps: rulings of hands and of decisions, ledgers, bodies of decisions.

They check nothing. A body is raw: what is a hand in it the engine finds out, what is a decision `decided.check`.
"""

from typing import Any, NotRequired, TypedDict

from engine import shapes
from engine.shapes import Raw, Result, State

Body = Raw  # of an entry, as somebody wrote it: a hand or a decision


class Fault(TypedDict):
    """What is wrong with a body, and where; `message` is said in the reader's language, once it is read."""

    path: str
    message: Any


class Ruling(shapes.Ruling, total=False):
    """A ruling, whole: of a hand, or (with `side` and `hand`) of a decision on the score."""

    side: str | None
    hand: int | None


class DecisionLine(Result):
    """A decision on the score, behind so many hands."""

    hands: int


class Ledger(TypedDict):
    """The ledger of a sheet."""

    format: str
    hands: list[Result]
    after: State
    winner: str | list[int] | None
    problems: list[shapes.Problem]
    decisions: NotRequired[list[DecisionLine]]


class Ruled(TypedDict):
    """What an entry says of a step (its seq): the ruling that it has from now on."""

    hand: int
    ruling: Ruling


class Writing(TypedDict, total=False):
    """An entry as `append_entry` takes it."""

    kind: str
    body: Body
    supersedes: int | None
    after: int | None
    how: str
