"""Reading the parts of a record that are Thunee's own: seats, score, deal, events, tally and claim."""

from typing import Any

from ..events import Defaults, read_event
from ..faults import shown
from ..forms import Form
from ..record import MOST_EVENTS, Before, Event, HandRecord
from ..shapes import RawRecord
from . import pack
from .declarations import ALL_KINDS
from .offences import BY_REFEREE, OFFENCES
from .race import winner
from .sizes import SIZES
from .tally_form import MOST_BALLS, read_claim, read_tally
from .transcript import PLAYS, Transcript

REASONS = ("trumpless", "low_hand", "exposed_card", "other")
MOST_VALUE = 10_000

EVENTS: Defaults = {
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
_READ: Defaults = {**EVENTS, "pass": ((), {"seat": None})}  # nobody has to write down whose


def read_players(form: Form, given: RawRecord) -> int:
    """How many play; 4 without a word."""
    players = given.get("players", 4)
    if isinstance(players, bool) or not isinstance(players, int) or players not in SIZES:
        form.wrong("players", f"must be 2, 4 or 6, not {shown(players)}")
        return 4
    return players


def read_hand(form: Form, given: RawRecord, record: HandRecord) -> None:
    """Fill in a record's score, deal, events, tally and claim."""
    if "before" in given:
        record.before = _before(form, given["before"], record)
    if given.get("deal") is not None:
        deal = given["deal"]
        record.deal = list(map(list, deal)) if _is_plain(deal, record.players) else _deal(form, deal, record.players)
    if "events" in given:
        record.events = _events(form, given["events"])
    if given.get("tally") is not None:
        record.tally = read_tally(form, given["tally"], record)
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


def _is_plain(deal: Any, players: int) -> bool:
    """Whether a deal is whole and written as the engine writes it itself: such are most, and nothing is to be said."""
    sizes = SIZES[players].packets
    if type(deal) is not list or len(deal) != players:
        return False
    dealt = 0
    for hand in deal:
        if type(hand) is not list or len(hand) != len(sizes):
            return False
        for packet, size in zip(hand, sizes, strict=True):
            cards = packet.split(" ") if type(packet) is str else ()
            if len(cards) != size:
                return False
            for card in cards:
                bit = pack.BIT.get(card, dealt)
                if not bit or bit & dealt:
                    return False
                dealt |= bit
    return True


def _deal(form: Form, value: Any, players: int) -> list[list[str] | None]:
    seats = form.items(value, "deal", players)
    if isinstance(value, list) and len(value) < players:
        form.wrong("deal", f"must have {players} hands, not {len(seats)}")
    seen: dict[str, str] = {}
    return [_dealt_hand(form, hand, f"deal[{seat}]", seen) for seat, hand in enumerate(seats)]


def _dealt_hand(form: Form, value: Any, path: str, seen: dict[str, str]) -> list[str] | None:
    if value is None:
        return None
    packets = []
    sizes = SIZES[form.players].packets
    for number, packet in enumerate(form.items(value, path, len(sizes))):
        at = f"{path}[{number}]"
        text = form.text(packet, at, 60)
        words = [] if text is None else text.replace(",", " ").split()
        cards = [form.card(word, at, pack.BIT) for word in words]
        for card in cards:
            if card in seen:
                form.wrong(at, f"{card} was dealt already, at {seen[card]}")
            elif card:
                seen[card] = at
        size = sizes[number]
        if text is not None and len(words) != size and not (number and not words):
            form.wrong(at, f"must have {size} cards, not {len(words)}")
        packets.append(" ".join(card for card in cards if card))
    if value == []:
        form.wrong(path, f"must have a packet of {sizes[0]} cards, or be null")
    return packets


def _events(form: Form, value: Any) -> tuple[Event, ...]:
    items = form.items(value, "events", MOST_EVENTS)
    events = [event_of(form, item, f"events[{place}]") for place, item in enumerate(items)]
    return tuple([event for event in events if event is not None])


def event_of(form: Form, value: Any, path: str) -> Event | None:
    """One event; None, and what is wrong noted, where it is none."""
    if type(value) is dict and len(value) == 3 and value.get("type") == "play":
        seat, card = value.get("seat"), value.get("card")
        if type(seat) is int and seat < form.players and type(card) is str and (seat, card) in PLAYS:
            return PLAYS[seat, card]
    event = read_event(form, value, path, _READ, _field)
    if event is None:
        return None
    if event["type"] == "accuse" and event.get("offence") in BY_REFEREE and value.get("upheld") is None:
        form.wrong(f"{path}.upheld", "is missing: cards cannot show this offence, so the referee's finding is needed")
    return Event(**event)


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
