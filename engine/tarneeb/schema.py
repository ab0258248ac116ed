"""The form of a record of the Tarneeb family: Tarneeb, Egyptian Tarneeb, 400 and Forty-One."""

from ..record import MOST_EVENTS
from ..schema import (
    FLAG,
    SUIT,
    RecordForm,
    Schema,
    before,
    card,
    claimed,
    deal,
    either,
    events,
    items,
    just,
    or_null,
    sides,
    text,
    thing,
    whole,
    word,
)
from .facts import SEATS, TRICKS
from .judge import STYLES
from .reading import EVENTS, KINDS, MOST_SPOKEN

SEAT = whole(0, SEATS - 1)
NAMED = text(f"(?:{SUIT}|[nN][tT])")
LEAST_BID = 7


def form(game: str) -> RecordForm:
    """The form of a game of the family."""
    by_side = STYLES[game].by_side
    fields = {"seat": SEAT, "card": text(card()), "suit": NAMED, "tricks": whole(0, MOST_SPOKEN)}
    parts = {
        "players": just(SEATS),
        "before": before(None if by_side else SEATS),
        "deal": deal(SEATS, TRICKS),
        "events": items(either(*events(EVENTS[game], fields)), MOST_EVENTS),
        "tally": or_null(_of_sides() if by_side else _of_all()),
        "claimed": claimed(KINDS, SEAT, None if by_side else SEATS, {"winner": or_null(word("AB"))}),
    }
    return RecordForm(SEATS, {"dealer": SEAT}, parts)


def _of_sides() -> Schema:
    parts = {
        "declarer": SEAT,
        "bid": whole(LEAST_BID, TRICKS),
        "trump": NAMED,
        "doubled": FLAG,
        "tricks": sides(whole(0, TRICKS)),
    }
    return thing({}, {name: or_null(schema) for name, schema in parts.items()})


def _of_all() -> Schema:
    by_seat = {
        name: or_null(items(or_null(whole(low, TRICKS)), SEATS, SEATS)) for name, low in (("bids", 1), ("tricks", 0))
    }
    return thing({}, by_seat)
