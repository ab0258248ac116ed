"""What might be said at a moment of a hand of the Tarneeb family: the events one would try, for its judgement to choose
from."""

from collections.abc import Iterator

from ..cards import SUITS
from ..record import HandRecord
from ..replay import Moment
from ..shapes import Raw
from .facts import TRICKS, Sides
from .judge import STYLES

WORDS = (*SUITS, "nt")


def sayable(record: HandRecord, now: Moment) -> Iterator[Raw]:
    """Bids, passes, doubles and trump, where their moment is open."""
    style = STYLES[record.game]
    named = isinstance(style, Sides) and style.named_suit
    for window in now.windows:
        for seat in window.seats:
            if window.call == "trump":
                suits = ("nt",) if now.to_play is not None else WORDS  # whoever leads makes a suit trump by leading it
                yield from ({"type": "trump", "seat": seat, "suit": suit} for suit in suits)
            elif window.call == "double":
                yield {"type": "double", "seat": seat}
            else:
                yield {"type": "pass", "seat": seat}
                for tricks in range(TRICKS + 1):
                    bids: list[Raw] = [{"suit": suit} for suit in WORDS] if named else [{}]
                    yield from ({"type": "bid", "seat": seat, "tricks": tricks, **bid} for bid in bids)


def must_speak(_record: HandRecord, now: Moment) -> bool:
    """Whether the bidding, or naming trump, comes before the first card."""
    return now.to_play is None
