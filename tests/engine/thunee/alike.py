"""What two readers make of the same record, for comparing, to the last attribute; and lines for them."""

import json
from random import Random

import engine
from engine.record import in_order
from engine.thunee.transcript import Transcript
from tests.engine import random_hands

WAYS = ((", ", ": "), (",", ":"))
PIECES = [
    *(b",", b", ", b"]", b"[", b"{", b"}", b'"', b"\\", b" ", b":", b"0", b"\xff", b"\xc3\xa9", b'"x', b'x"'),
    *(b', "events": [', b'"events": 0, ', b', "deal": ', b', "deal": null', b', "id": "a"', b', "id": 7, "id": 7'),
    *(b'{"type": "play", "seat": ', b'{"type": "play", "seat": 0, "card": "Js"}, ', b'0, "card": "Js"}', b'"card"'),
    *(b', "note": "', b', "before": {"events": [', b"1.0", b"true", b"null", b"NaN", b"\xef\xbb\xbf", b"\t"),
]


def lines(record):
    """A record as a line of JSON, in each plain way."""
    return [json.dumps(record, separators=way).encode() for way in WAYS]


def patched(line, chance):
    """A line with something cut out, doubled or put in, at the ends of words and cards more often than within."""
    places = [at for at, byte in enumerate(line) if byte in b',:{}[]" ']
    for _ in range(chance.randint(1, 3)):
        start, end = sorted(chance.choice(places) + chance.randint(0, 1) for _ in range(2))
        short = min(end, start + chance.randint(1, 60))
        line = chance.choice(
            (
                line[:start] + chance.choice(PIECES) + line[start:],
                line[:start] + line[short:],
                line[:end] + line[start:end] + line[end:],
                line[:start] + chance.choice(PIECES) + line[short:],
            )
        )
    return line


def plain(seed):
    return random_hands.plain(Random(seed))


def varied(seed):
    """A plain record, now and then without what may be left out, or with what may stand there besides."""
    record = plain(seed)
    if seed % 3 == 0:
        record.pop("rules")
    if seed % 5 == 0:
        record.pop("deal")
    if seed % 7 == 0:
        record |= {"id": f"hand {seed}", "note": "as the sheet has it"}
    if seed % 11 == 0:
        record |= {"claimed": {"winner": "A", "balls": {"A": 1, "B": 0}, "kind": None}}
    if seed % 13 == 0:
        record = in_order(record | {"players": 4})
    return record


def all_of(record):
    """Everything a reader makes of a record."""
    script = record.transcript
    told = {name: getattr(script, name.removeprefix("kept_")) for name in Transcript.__slots__}
    told["marks"] = [(mark.at, mark.place, mark.event.to_dict()) for mark in script.marks]
    told["said"] = [(mark.at, mark.place, mark.event.to_dict()) for mark in script.said]
    told["calling"] = [(at, place, event.to_dict()) for at, place, event in script.calling]
    events = [(event.to_dict(), event.suit_number) for event in record.events or ()]
    return (
        told,
        events,
        record.to_dict(),
        record.stated,
        record.rules,
        record.profile.to_dict(),
        record.before,
        record.id,
        record.claimed,
        record.note,
    )


def read_by(reader, given, rules=None):
    try:
        return all_of(reader(given, rules)) if isinstance(given, dict) and given.get("game") == "thunee" else None
    except engine.RecordError as wrong:
        return wrong.errors
    except AttributeError:  # a tally has no transcript of cards
        return "no cards"
