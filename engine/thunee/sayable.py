"""What might be said at a moment of a hand of Thunee: the events one would try, for its judgement to choose from."""

from collections.abc import Iterator

from ..cards import SUITS
from ..record import HandRecord
from ..replay import Moment
from ..shapes import Raw
from .calling import next_step
from .declarations import ALL_KINDS, is_played
from .jodhi import true_value

MARKED = ("double", "khanuck", "murrials")


def sayable(record: HandRecord, now: Moment) -> Iterator[Raw]:
    """Calls, trump and declarations before the first card; jodhi, murrials, double and khanuck after it, where their
    moment is open. Accusations and new deals, which may come at any time, are not listed."""
    if not now.played:
        yield from _before_play(record, now)
    trump = next((event.suit_number for event in record.events or () if event.type == "trump"), None)
    for window in now.windows:
        for seat in window.seats:
            if window.call in MARKED:
                yield {"type": window.call, "seat": seat}
            elif window.call == "jodhi":
                for number, suit in enumerate(SUITS):
                    for jack in (False, True):
                        value = true_value(number, jack, trump)
                        yield {"type": "jodhi", "seat": seat, "suit": suit, "jack": jack, "value": value}


def must_speak(record: HandRecord, now: Moment) -> bool:
    """Whether trump has to be set, or a declaration made, before the first card."""
    return not now.played and all(event.type not in ("trump", "declare") for event in record.events or ())


def _before_play(record: HandRecord, now: Moment) -> Iterator[Raw]:
    events, profile = record.events or (), record.profile
    calls = [event.amount for event in events if event.type == "call"]
    for seat in next((window.seats for window in now.windows if window.call == "call"), ()):
        amount = max(calls, default=0)
        while (following := next_step(amount)) > amount and following <= profile.max_call:  # over 104 there is no step
            amount = following
            yield {"type": "call", "seat": seat, "amount": amount}
            yield {"type": "call", "seat": seat, "amount": amount, "blind": True}
    if must_speak(record, now):
        yield from ({"type": "trump", "seat": seat, "suit": suit} for seat in range(record.players) for suit in SUITS)
    if all(event.type != "declare" for event in events):
        for kind in ALL_KINDS:
            if is_played(kind, profile, record.players):
                for seat in range(record.players):
                    yield from _declared(seat, kind, profile.thunee_trump == "named" and kind != "trip")


def _declared(seat: int, kind: str, named: bool) -> Iterator[Raw]:
    plain: Raw = {"type": "declare", "seat": seat, "kind": kind}
    yield from ({**plain, "suit": suit} for suit in SUITS) if named else [plain]
