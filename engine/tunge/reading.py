"""Reading the parts of a record of Tunge: players, totals, deal, events, tally and claim."""

from typing import Any

from ..events import Event, Table, read_events
from ..forms import Form
from ..record import HandRecord
from ..scores import read_before, read_claim, read_deal, read_packet, read_seats
from ..shapes import RawRecord
from ..tricks import FULL_PACK
from .facts import DEALT, PACK, Tally

SEATS = (2, 3, 4)
MOST_EVENTS = 1000
EVENTS: Table = {
    "play": (("seat", "cards"), ()),
    "draw": (("seat",), ("card",)),
    "pickup": (("seat", "count"), ("cards",)),
}


def read_players(form: Form, given: RawRecord) -> int:
    """How many play; without a word, as many as there are hands, or totals."""
    tally, before = given.get("tally"), given.get("before")
    lists = (
        given.get("deal"),
        tally.get("left") if isinstance(tally, dict) else None,
        before.get("scores") if isinstance(before, dict) else None,
    )
    default = next((len(hands) for hands in lists if isinstance(hands, list) and len(hands) in SEATS), SEATS[-1])
    return read_seats(form, given, SEATS, default)


def read_hand(form: Form, given: RawRecord, record: HandRecord) -> None:
    """Fill in a record's totals, deal, events, tally and claim."""
    read_before(form, given.get("before"), record, by_side=False)
    if given.get("deal") is not None:
        record.deal = read_deal(form, given["deal"], record.players, DEALT, FULL_PACK.bit)
    if "events" in given:
        events = read_events(form, given["events"], EVENTS, _field, MOST_EVENTS)
        record.events = events  # type: ignore[assignment]  # the events of this game, not Thunee's
        if not form.errors:
            _check_pick_ups(form, events)
    if given.get("tally") is not None:
        record.tally = _tally(form, given["tally"])
    if given.get("claimed") is not None:
        record.claimed = read_claim(form, given["claimed"], record, by_side=False, kinds=("scored",), sides=False)


def _field(form: Form, name: str, value: Any, path: str) -> Any:
    """One field of an event, by its name."""
    if name == "seat":
        return form.seat(value, path)
    if name == "card":
        return form.card(value, path, FULL_PACK.bit)
    if name == "count":
        return form.whole(value, path, 0, PACK)
    cards = read_packet(form, value, path, FULL_PACK.bit, {})
    if not cards and not form.errors and path.startswith("events"):
        form.wrong(path, "must have a card; leave it out if nobody knows which")
    return tuple(cards)


def _check_pick_ups(form: Form, events: tuple[Event, ...]) -> None:
    """Cards picked up must be as many as they are said to be."""
    for place, event in enumerate(events):
        if event.type == "pickup" and event.cards is not None and len(event.cards) != event.count:
            form.wrong(f"events[{place}].cards", f"must have {event.count} cards, not {len(event.cards)}")


def _tally(form: Form, value: Any) -> Tally:
    """The cards left by seat: an empty list for whoever played out, null where nobody wrote them down."""
    entries = form.entries(value, "tally", ("left",))
    if entries.get("left") is None:
        return {"left": None} if "left" in entries else {}
    seats = form.items(entries["left"], "tally.left", form.players)
    if isinstance(entries["left"], list) and len(entries["left"]) < form.players:
        form.wrong("tally.left", f"must have {form.players} hands, not {len(seats)}")
    seen: dict[str, str] = {}
    left = [
        None if cards is None else read_packet(form, cards, f"tally.left[{seat}]", FULL_PACK.bit, seen)
        for seat, cards in enumerate(seats)
    ]
    if not form.errors and left.count([]) > 1:
        form.wrong("tally.left", "only one player can have played out: all others need a card or null")
    return {"left": left}
