"""Reading the parts of a record of the Tarneeb family: totals, deal, events, tally and claim."""

from typing import Any

from ..cards import parse_suit
from ..events import Table, read_events
from ..faults import shown
from ..forms import Form, Read, number, or_null
from ..record import MOST_EVENTS, HandRecord
from ..scores import read_before, read_claim, read_deal, read_seats, totals_before
from ..seats import side_name
from ..shapes import RawRecord
from ..tricks import FULL_PACK, Script
from . import view
from .facts import SEATS, TRICKS, Solo, Tally
from .judge import STYLES

MOST_SPOKEN = 99  # a bid nobody can make is a bad bid, not a fault of form
KINDS = ("made", "failed", "instant_win", "scored", "void")
_TRUMP = (("seat", "suit"), ())
_PLAY = (("seat", "card"), ())
_PASS = ((), ("seat",))
_DOUBLE = (("seat",), ())  # where nobody doubles it is a bad bid, not a fault of form
EVENTS: dict[str, Table] = {
    "tarneeb": {"bid": (("seat", "tricks"), ()), "pass": _PASS, "double": _DOUBLE, "trump": _TRUMP, "play": _PLAY},
    "egyptian-tarneeb": {
        "bid": (("seat", "tricks", "suit"), ()),
        "pass": _PASS,
        "double": _DOUBLE,
        "trump": _TRUMP,
        "play": _PLAY,
    },
    "400": {
        "bid": (("seat", "tricks"), ()),
        "pass": _PASS,
        "double": _DOUBLE,
        "trump": _TRUMP,
        "play": _PLAY,
        "slow": (("seat",), ()),
    },
}
EVENTS["forty-one"] = EVENTS["400"]


def read_players(form: Form, given: RawRecord) -> int:
    """How many play: always four."""
    return read_seats(form, given, (SEATS,), SEATS)


def read_hand(form: Form, given: RawRecord, record: HandRecord) -> None:
    """Fill in a record's totals, deal, events, tally and claim."""
    by_side = STYLES[record.game].by_side
    read_before(form, given.get("before"), record, by_side)
    if not form.errors:
        _check_before(form, record)
    if given.get("deal") is not None:
        record.deal = read_deal(form, given["deal"], SEATS, TRICKS, FULL_PACK.bit)
    events = None
    if "events" in given:
        events = read_events(form, given["events"], EVENTS[record.game], _field, MOST_EVENTS)
        record.events = events  # type: ignore[assignment]  # the events of these games, not Thunee's
    if given.get("tally") is not None:
        record.tally = _tally_of_sides(form, given["tally"]) if by_side else _tally_of_all(form, given["tally"])
    if given.get("claimed") is not None:
        record.claimed = read_claim(form, given["claimed"], record, by_side, KINDS)
    if not form.errors:
        record.transcript = Script(events or (), record.deal, SEATS, TRICKS, FULL_PACK)


def _check_before(form: Form, record: HandRecord) -> None:
    """Totals at which the game is won already cannot be before a hand."""
    style, totals = STYLES[record.game], totals_before(record)
    if isinstance(style, Solo):
        stands = style.tie(totals, totals, record.profile)
    else:
        stands = view.race(totals, record.profile, 0)
    if stands.winner is not None:
        form.wrong("before.scores", f"the game is already won by side {side_name(stands.winner)}")


def _field(form: Form, name: str, value: Any, path: str) -> Any:
    """One field of an event, by its name."""
    if name == "seat":
        return form.seat(value, path)
    if name == "card":
        return form.card(value, path, FULL_PACK.bit)
    if name == "suit":
        return _suit(form, value, path)
    return form.whole(value, path, 0, MOST_SPOKEN)


def _suit(form: Form, value: Any, path: str) -> str | None:
    """A suit letter, or `nt` for no trump."""
    if isinstance(value, str) and value.strip().lower() == "nt":
        return "nt"
    suit = parse_suit(value)
    if suit is None:
        form.wrong(path, f"must be a suit (s, h, d or c) or nt, not {shown(value)}")
    return suit


_SIDES: dict[str, Read] = {
    "declarer": Form.seat,
    "bid": number(7, TRICKS),
    "trump": _suit,
    "doubled": Form.flag,
    "tricks": lambda form, value, path: form.by_side(value, path, TRICKS),
}


def _tally_of_sides(form: Form, value: Any) -> Tally:
    """A tally of Tarneeb: declarer, bid, trump, doubled, tricks; a side's tricks give the other's."""
    tally: Tally = form.fields(value, "tally", {key: or_null(read) for key, read in _SIDES.items()})
    return tally


def _tally_of_all(form: Form, value: Any) -> Tally:
    """A tally of 400 or Forty-One: bids and tricks by seat; null for what nobody wrote down."""
    tally: Tally = form.fields(value, "tally", {"bids": or_null(_by_seat(1)), "tricks": or_null(_by_seat(0))})
    _check_sum(form, tally.get("tricks") or [])
    return tally


def _by_seat(low: int) -> Read:
    def read(form: Form, value: Any, path: str) -> list[int | None]:
        items = form.items(value, path, SEATS)
        if isinstance(value, list) and len(value) < SEATS:
            form.wrong(path, f"must have {SEATS} numbers, one for each seat, not {len(value)}")
        return [
            None if item is None else form.whole(item, f"{path}[{seat}]", low, TRICKS)
            for seat, item in enumerate(items)
        ]

    return read


def _check_sum(form: Form, tricks: list[int | None]) -> None:
    known = [number for number in tricks if number is not None]
    if sum(known) > TRICKS or (len(known) == SEATS and sum(known) != TRICKS):
        form.wrong("tally.tricks", f"must add up to {TRICKS}, not {sum(known)}")
