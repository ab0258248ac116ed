"""The edition of the rules of drawing and ranking that a stage is drawn under: a number, kept among its inputs. Pure.

A later edition of these rules changes nothing that was drawn before: a stage keeps its own to the end, so that its draw
can be made again and its table stays as it was. What is new in each:

* 2: in a double elimination losers come in where fewer teams meet again; out of groups teams are seeded by what they
  did, and those placed next are compared by match; head-to-head is asked again of those it leaves level; a Swiss looks
  more closely at who sits on which side.
"""

from typing import Protocol

from thunee_tournaments.brackets.shapes import Inputs

FIRST, NEWEST = 1, 2


class Drawn(Protocol):
    """A stage: whether it is drawn, and out of what."""

    @property
    def drawn_at(self) -> object: ...

    @property
    def inputs(self) -> Inputs: ...


def edition_of(stage: Drawn) -> int:
    """The edition a stage was drawn under; the newest for one that is not drawn yet."""
    return NEWEST if stage.drawn_at is None else stage.inputs.get("edition", FIRST)
