"""Reading a line of JSON that is written plainly, without making objects of its 24 cards first.

Such lines are what `json.dumps` makes of a record with its keys in the order of `HandRecord.to_dict`, with blanks after
commas and colons or without. A line is cut at its cards, each of which is then known by its bytes; what stands before
and between them is JSON of its own, mostly met before. Whatever is not just so is None, and goes the long way
(`json_text.load`, `record.read`); a property test holds the two to the same.

That the pieces are JSON shows that the line is: the cards are whole objects in a list whose other items are read, and
in place of that list, as of the deal, any value could stand in the object around it.
"""

from json import JSONDecoder
from operator import itemgetter
from typing import Any, NamedTuple

from ..events import Marked
from ..json_text import load
from ..record import FORMAT, Event, HandRecord, Mark
from . import pack, quick
from .transcript import Words

LONGEST = 6_000  # an event has 16 bytes at least, so none has more of them than there may be
MOST_OPENINGS = 16_384  # of four presets, four dealers and every score some 5,000
BEFORE = frozenset(("format", "game", "rules", "players", "dealer", "before"))
AFTER = frozenset(("claimed", "note", "id"))
SEATS = bytes(code // 24 for code in range(96)).ljust(256)  # the seat of each card's code, as bytes are translated
BITS = tuple(1 << code % 24 for code in range(96))
DECODER = JSONDecoder()


class Written(NamedTuple):
    """A way of writing JSON. `begins`: how every record of Thunee does; `opening`: a card's event up to its seat;
    `cards`: the rest of it, with the comma behind, → its code, 24 for each seat and the card's place in the pack;
    `size`: how many bytes that rest has."""

    comma: bytes
    begins: bytes
    deal: bytes
    events: bytes
    opening: bytes
    cards: dict[bytes, int]
    size: int


def written(comma: str, colon: str) -> Written:
    """The way of writing with these between items, and between keys and values."""
    rest = f'{comma}"card"{colon}'
    cards = {
        f'{seat}{rest}"{text}"}}{comma}'.encode(): 24 * seat + place
        for seat in range(quick.PLAYERS)
        for place, text in enumerate(pack.TEXT)
    }
    opening = f'{{"type"{colon}"play"{comma}"seat"{colon}'
    begins = f'{{"format"{colon}"{FORMAT}"{comma}"game"{colon}"{quick.GAME}"'
    deal, events = f'{comma}"deal"{colon}', f'{comma}"events"{colon}['
    size = len(next(iter(cards)))
    return Written(comma.encode(), begins.encode(), deal.encode(), events.encode(), opening.encode(), cards, size)


SPACED, TIGHT = written(", ", ": "), written(",", ":")


class Cut(NamedTuple):
    """A line without its cards: the way it is written, what stands before the deal, the deal (b"" for none), what was
    said before the first card, the cards by their codes, what was said between them (after how many cards, and the
    words), and the rest."""

    way: Written
    head: bytes
    deal: bytes
    begun: bytes
    codes: list[int]
    later: list[tuple[int, bytes]]
    tail: bytes


def cut(line: bytes) -> Cut | None:
    """A line cut at its cards, every piece but them as yet unread; None if it is not written plainly."""
    way = SPACED if line.startswith(SPACED.begins) else TIGHT if line.startswith(TIGHT.begins) else None
    if way is None or len(line) > LONGEST:
        return None
    front, *cards = line.split(way.opening)
    if len(cards) != quick.CARDS:
        return None
    comma, size = way.comma, way.size
    last, end = cards[-1], size - len(comma)
    cards[-1], tail = last[:end] + comma, last[end:]
    front, _events, begun = front.rpartition(way.events)
    if tail[:1] != b"]":
        return None
    codes: list[Any] = [*map(way.cards.get, cards)]
    later = []
    if None in codes:
        for number, code in enumerate(codes):
            if code is None:
                text = cards[number]
                codes[number] = way.cards[text[:size]]
                later.append((number + 1, text[size:]))
    head, _deal, deal = front.partition(way.deal)
    return Cut(way, head, deal, begun, codes, later, tail[1:])


def read_line(line: bytes, default_rules: Any) -> HandRecord | None:
    """The record in a line without blanks around it, or None for one that has to be looked at more closely."""
    try:
        return _read(line, default_rules)
    except quick.ODD:
        return None


def _read(line: bytes, default_rules: Any) -> HandRecord | None:
    pieces = cut(line)
    if pieces is None:
        return None
    way = pieces.way
    opening = opening_of(pieces.head, bool(pieces.deal), default_rules)
    said = begun_with(pieces.begun, way)
    if opening is None or said is None:
        return None
    if pieces.later:
        said = _with_later(said, pieces.later, way)
    seats = bytes(pieces.codes).translate(SEATS)
    turns = quick.turns_of(seats, tuple(seats))
    if turns is None:
        return None
    deal = _deal(pieces.deal) if pieces.deal else None
    script = quick.whole(*turns, itemgetter(*pieces.codes)(BITS), said, deal)
    if script is None:
        return None
    record = quick.like(opening)
    record.deal, record.transcript = deal, script
    if pieces.tail == b"}":
        record.note = record.id = record.claimed = None
        return record
    return record if _carry(record, pieces.tail, way) else None


def _deal(text: bytes) -> Any:
    """The deal, whatever else it may be. Raises ValueError for more than one value."""
    deal, end = DECODER.raw_decode(text.decode("ascii"))
    if end != len(text):
        raise ValueError
    return deal


def opening_of(head: bytes, dealt: bool, default_rules: Any) -> HandRecord | None:
    """A record that has what a line says before the deal and the events, kept for all lines that begin alike; not where
    its rules could be changed by somebody."""
    by_name = default_rules is None or type(default_rules) is str
    key = head, dealt, default_rules if by_name else None
    record = quick.KEPT.openings.get(key) if by_name else None
    if record is None:
        given = load(head + b"}")
        if not given.keys() <= BEFORE:
            return None
        record = quick.opening({**given, "events": None, **({"deal": None} if dealt else {})}, default_rules)
        if record is not None and type(record.rules) is not dict and len(quick.KEPT.openings) < MOST_OPENINGS:
            quick.KEPT.openings[key] = record
    return record


def _carry(record: HandRecord, tail: bytes, way: Written) -> bool:
    """Take over what stands behind the events; False if that has to be looked at."""
    if not tail.startswith(way.comma):
        return False
    given = load(b"{" + tail[len(way.comma) :])
    if not given or not given.keys() <= AFTER:
        return False
    record.stated = record.stated.union(given)
    return quick.carried(record, given)


def begun_with(words: bytes, way: Written) -> Words | None:
    """What was said before the first card. Raises what `quick.ODD` names for what has to be looked at."""
    known = quick.KEPT.callings.get(words)
    if known is None:
        if words and not words.endswith(way.comma):
            return None
        known = quick.before_play(load(b"[" + words[: -len(way.comma)] + b"]") if words else [])
        if known is not None and len(known[0]) <= quick.MOST_WORDS and quick.room(quick.KEPT.callings):
            quick.KEPT.callings[words] = known
    return known


def _with_later(begun: Words, later: list[tuple[int, bytes]], way: Written) -> Words:
    marks: list[Mark] = []
    place = len(begun[0])
    for at, words in later:
        for event in _said(words, way):
            marks.append(Marked(at, place + at, event))
            place += 1
    return quick.with_later(begun, tuple(marks))


def _said(words: bytes, way: Written) -> tuple[Event, ...]:
    """What was said between two cards. Raises ValueError for what has to be looked at."""
    known = quick.KEPT.lines.get(words)
    if known is None:
        given = load(b"[" + words.removesuffix(way.comma) + b"]")
        read = quick.marks_of(given, range(len(given))) if words.endswith(way.comma) else None
        if not read:
            raise ValueError
        known = tuple(mark.event for mark in read)
        if len(known) <= quick.MOST_WORDS and quick.room(quick.KEPT.lines):
            quick.KEPT.lines[words] = known
    return known
