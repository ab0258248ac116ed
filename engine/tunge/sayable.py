"""What might be done at a moment of a hand of Tunge beside playing a sequence: drawing, and picking up."""

from collections.abc import Iterator

from ..record import HandRecord
from ..replay import Moment
from ..shapes import Raw


def sayable(_record: HandRecord, now: Moment) -> Iterator[Raw]:
    """Picking up what is owed, and drawing."""
    if now.pile is not None and now.pile.owes is not None and now.pile.owes[1] is not None:
        yield {"type": "pickup", "seat": now.pile.owes[0], "count": now.pile.owes[1]}
    if now.to_play is not None:
        yield {"type": "draw", "seat": now.to_play}


def must_speak(_record: HandRecord, _now: Moment) -> bool:
    return False
