"""Two explanations side by side: what both say once, what differs marked."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from engine.shapes import Ruling
from engine.shapes import Step as RulingStep
from thunee_tournaments.presentation.rulings import Line, Voices, lines


@dataclass(frozen=True)
class Row:
    """A step of the old ruling and the one of the new that stands in its place; None where there is none."""

    was: Line | None
    now: Line | None

    @property
    def differs(self) -> bool:
        return self.was != self.now


def side_by_side(was: Ruling, now: Ruling, voices: Voices) -> list[Row]:
    """The steps of both rulings in order, the same ones beside each other."""
    old, new = lines(was, voices), lines(now, voices)
    keys = [_key(step) for step in was.get("steps") or []], [_key(step) for step in now.get("steps") or []]
    rows: list[Row] = []
    for how, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if how == "replace":
            rows += _paired(old[a:b], new[c:d])
        else:
            rows += [Row(*pair) for pair in zip_longest(old[a:b], new[c:d])]
    return rows


def _paired(old: list[Line], new: list[Line]) -> list[Row]:
    """Of a stretch that differs, steps of the same rule stand beside each other, the others one under the other."""
    rows = []
    for how, a, b, c, d in SequenceMatcher(
        None, [line.rule for line in old], [line.rule for line in new], autojunk=False
    ).get_opcodes():
        if how == "equal":
            rows += [Row(*pair) for pair in zip(old[a:b], new[c:d], strict=True)]
        else:
            rows += [Row(line, None) for line in old[a:b]] + [Row(None, line) for line in new[c:d]]
    return rows


def _key(step: RulingStep) -> tuple[Any, ...]:
    values = step.get("values") or {}
    return step.get("rule"), step.get("side"), step.get("points"), tuple(sorted((k, str(v)) for k, v in values.items()))
