"""Reading the parts of a record that are Thunee's own: seats, score, deal, events, tally and claim."""

from collections.abc import Iterable
from itertools import accumulate
from operator import or_
from typing import Any

from engine.faults import shown
from engine.forms import Form
from engine.record import MOST_EVENTS, Before, Event, HandRecord, Mark
from engine.thunee import pack
from engine.thunee.declarations import KINDS
from engine.thunee.offences import BY_REFEREE, OFFENCES
from engine.thunee.race import winner

ALL_KINDS = (*KINDS, "trip", "monnie")
REASONS = ("trumpless", "low_hand", "exposed_card", "other")
MOST_BALLS = 999
MOST_VALUE = 10_000
RULING_KINDS = (
    "count", "call_and_loss", *ALL_KINDS, "double", "backside_double", "khanuck", "backside_khanuck", "four_ball",
    "false_accusation", "cornerhouse_double", "trumpless", "low_hand", "exposed_card", "six_of_suit", "other",
)  # fmt: skip

# type → (fields that must be there, fields that may be, with their defaults)
EVENTS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "call": (("seat", "amount"), {"blind": False, "both": False}),
    "pass": (("seat",), {}),
    "trump": (("seat", "suit"), {"last_card": False}),
    "declare": (("seat", "kind"), {"suit": None}),
    "play": (("seat", "card"), {}),
    "jodhi": (("seat", "suit", "jack", "value"), {}),
    "murrials": (("seat",), {"suit": None}),
    "double": (("seat",), {}),
    "khanuck": (("seat",), {}),
    "accuse": (("seat", "against", "offence"), {"upheld": None, "late": False}),
    "redeal": (("reason",), {"seat": None}),
}


CALLING = ("call", "pass", "trump", "declare")


class Transcript:
    """A record's events and deal as the engine reads them: cards as bits, hands as masks.

    `seats` and `bits` are the cards in order, `places` their indices among the events, `marks` everything else.
    `given` is what the deal says of each seat, `dealt` all that is known of it, `whole` whether that is all six cards,
    `first` the first packet or None. `calling` are the marks of the calling, `said` those of the play. `rows` are the
    tricks of a whole play of known hands (first seat, its four cards, all of them as a mask, the mask of the suit led),
    as long as every trick went round in order; else None. `gone[n]` is the mask of the first n cards played.
    """

    __slots__ = (
        "bits", "calling", "dealt", "first", "given", "gone", "marks", "overfull", "places", "rows", "said", "seats",
        "whole",
    )  # fmt: skip

    def __init__(self, events: tuple[Event, ...], deal: list[list[str] | None] | None, players: int) -> None:
        plays = [(place, event) for place, event in enumerate(events) if event.type == "play"]
        self.places = tuple(place for place, _ in plays)
        self.seats = tuple(event.seat for _, event in plays)
        self.bits = tuple(pack.BIT[event.card] for _, event in plays)
        self.gone = tuple(accumulate(self.bits, or_, initial=0))
        self.marks = _marks(events)
        self.calling = tuple(mark for mark in self.marks if mark.event.type in CALLING)
        self.said = tuple(mark for mark in self.marks if mark.event.type not in CALLING or mark.at >= 24)
        self._deal(deal, players)

    def _deal(self, deal: list[list[str] | None] | None, players: int) -> None:
        size = 24 // players if players != 2 else 12
        packets = [None] * players if deal is None else deal
        self.given = tuple(_mask(" ".join(hand or [])) for hand in packets)
        self.first = tuple(_mask(hand[0]) if hand else None for hand in packets)
        dealt = list(self.given)
        for seat, bit in zip(self.seats, self.bits, strict=True):
            if dealt[seat].bit_count() < size or not self.given[seat]:
                dealt[seat] |= bit
        unwritten = [seat for seat, mask in enumerate(self.given) if not mask]
        others = sum(mask for seat, mask in enumerate(self.given) if seat not in unwritten)
        if len(unwritten) == 1 and others.bit_count() == size * (players - 1):
            dealt[unwritten[0]] = pack.FULL_PACK & ~others
        self.dealt = tuple(dealt)
        self.overfull = [seat for seat, mask in enumerate(dealt) if mask.bit_count() > size]
        self.whole = tuple(mask.bit_count() >= size for mask in dealt)
        self.rows = self._rows() if players == 4 and all(self.whole) and not self.overfull else None

    def _rows(self) -> tuple[tuple[int, int, int, int, int, int, int], ...] | None:
        if len(self.bits) != 24 or any(
            self.dealt[seat] != _union(bit for other, bit in zip(self.seats, self.bits, strict=True) if other == seat)
            for seat in range(4)
        ):
            return None
        rows = []
        for first in range(0, 24, 4):
            lead = self.seats[first]
            if self.seats[first : first + 4] != tuple((lead + step) & 3 for step in range(4)):
                return None
            b0, b1, b2, b3 = self.bits[first : first + 4]
            rows.append((lead, b0, b1, b2, b3, b0 | b1 | b2 | b3, pack.LED_MASK[b0]))
        return tuple(rows)

    @property
    def last_play(self) -> int:
        """The place of the last card among the events; −1 without any."""
        return self.places[-1] if self.places else -1

    def at_of(self, index: int) -> int:
        """How many cards had been played before the event at `index`."""
        return sum(1 for place in self.places if place < index)


def _marks(events: tuple[Event, ...]) -> tuple[Mark, ...]:
    marks, at = [], 0
    for index, event in enumerate(events):
        if event.type == "play":
            at += 1
        else:
            marks.append(Mark(at, index, event))
    return tuple(marks)


def _mask(cards: str) -> int:
    return _union(pack.BIT[card] for card in cards.split())


def _union(bits: Iterable[int]) -> int:
    mask = 0
    for bit in bits:
        mask |= bit
    return mask


def read_players(form: Form, given: dict[str, Any]) -> int:
    """How many play; 4 without a word."""
    players = given.get("players", 4)
    if isinstance(players, bool) or players != 4 or not isinstance(players, int):
        form.wrong("players", f"must be 4, not {shown(players)}")
    return 4


def read_hand(form: Form, given: dict[str, Any], record: HandRecord) -> None:
    """Fill in a record's score, deal, events, tally and claim."""
    from engine.thunee.tally_form import read_claim, read_tally

    if "before" in given:
        record.before = _before(form, given["before"], record)
    if given.get("deal") is not None:
        record.deal = _deal(form, given["deal"], record.players)
    if "events" in given:
        record.events = _events(form, given["events"])
    if given.get("tally") is not None:
        record.tally = read_tally(form, given["tally"])
    if given.get("claimed") is not None:
        record.claimed = read_claim(form, given["claimed"])
    if not form.errors:
        record.transcript = Transcript(record.events or (), record.deal, record.players)


def _before(form: Form, value: Any, record: HandRecord) -> Before:
    entries = form.entries(value, "before", ("balls", "khanuck_called"))
    balls = entries.get("balls", {"A": 0, "B": 0})
    pair = []
    named = form.entries(balls, "before.balls", ("A", "B"), ("A", "B"))
    for side in ("A", "B"):
        pair.append(form.whole(named[side], f"before.balls.{side}", 0, MOST_BALLS) or 0 if side in named else 0)
    called = form.flag(entries.get("khanuck_called", False), "before.khanuck_called") or False
    before = Before((pair[0], pair[1]), called)
    won = winner(before.pair, called, record.profile)
    if won is not None:
        form.wrong("before.balls", f"the game is already won by side {'AB'[won]} at {pair[0]}-{pair[1]}")
    return before


def _deal(form: Form, value: Any, players: int) -> list[list[str] | None] | None:
    seats = form.items(value, "deal", players)
    if not seats:
        return None
    if len(seats) != players:
        form.wrong("deal", f"must have {players} hands, not {len(seats)}")
    seen: dict[str, str] = {}
    return [_dealt_hand(form, hand, f"deal[{seat}]", seen) for seat, hand in enumerate(seats)]


def _dealt_hand(form: Form, value: Any, path: str, seen: dict[str, str]) -> list[str] | None:
    if value is None:
        return None
    packets = []
    for number, packet in enumerate(form.items(value, path, 2)):
        at = f"{path}[{number}]"
        text = form.text(packet, at, 60)
        words = [] if text is None else text.replace(",", " ").split()
        cards = [form.card(word, at, pack.BIT) for word in words]
        for card in cards:
            if card in seen:
                form.wrong(at, f"{card} was dealt already, at {seen[card]}")
            elif card:
                seen[card] = at
        size = (4, 2)[number]
        if text is not None and len(words) != size and not (number and not words):
            form.wrong(at, f"must have {size} cards, not {len(words)}")
        packets.append(" ".join(card for card in cards if card))
    if not packets and isinstance(value, list):
        form.wrong(path, "must have a packet of four cards, or be null")
    return packets


def _events(form: Form, value: Any) -> tuple[Event, ...]:
    events = []
    for index, item in enumerate(form.items(value, "events", MOST_EVENTS)):
        event = _event(form, item, f"events[{index}]")
        if event is not None:
            events.append(event)
    return tuple(events)


def _event(form: Form, value: Any, path: str) -> Event | None:
    if not isinstance(value, dict) or "type" not in value:
        form.wrong(path, "must be an object with a type")
        return None
    kind = form.word(value["type"], f"{path}.type", EVENTS)
    if kind is None:
        return None
    needed, defaults = EVENTS[kind]
    if kind == "pass":
        needed, defaults = (), {"seat": None}
    entries = form.entries(value, path, ("type", *EVENTS[kind][0], *defaults), needed)
    fields = dict(defaults)
    for name, given in entries.items():
        if name != "type":
            optional = name in defaults and defaults[name] is None
            fields[name] = None if given is None and optional else _field(form, name, given, f"{path}.{name}")
    if (
        kind == "accuse"
        and fields.get("offence") in BY_REFEREE
        and fields["upheld"] is None
        and "upheld" not in entries
    ):
        form.wrong(f"{path}.upheld", "is missing: cards cannot show this offence, so the referee's finding is needed")
    return Event(kind, **fields)


def _field(form: Form, name: str, value: Any, path: str) -> Any:
    """One field of an event, by its name: a field means the same in every event."""
    if name in ("seat", "against"):
        return form.seat(value, path)
    if name == "card":
        return form.card(value, path, pack.BIT)
    if name == "suit":
        return form.suit(value, path)
    if name in ("amount", "value"):
        return form.whole(value, path, 0, MOST_VALUE)
    if name in ("blind", "both", "last_card", "jack", "upheld", "late"):
        return form.flag(value, path)
    words = {"kind": ALL_KINDS, "offence": OFFENCES, "reason": REASONS}[name]
    return form.word(value, path, words)
