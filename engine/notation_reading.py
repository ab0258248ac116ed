"""Reading the notation: leniently, from tag to tag and event to event, past every fault to the next."""

from typing import Any

from .cards import parse_card, parse_suit
from .faults import mistyped, nearest
from .notation_words import (
    ABOUT,
    CARD,
    CARRIED,
    CARRIED_ABOUT,
    DECLARATIONS,
    END,
    FINGERPRINT,
    FIRST,
    FORMAT,
    FREE,
    LABEL,
    NOTHING,
    PLAIN,
    RECORD_TAGS,
    SEAT,
    TRICK,
    TextHand,
    deal_of,
    in_small_letters,
)
from .scanner import NUMBER, WORD, Scanner, Wrong
from .shapes import Raw, RawRecord


def parsed(text: str) -> tuple[list[TextHand], list[Wrong]]:
    """Every hand that could be made out, and every fault of the text itself."""
    reader = Reader(text)
    scanner = reader.scanner
    scanner.skip_space()
    while not scanner.over:
        start = scanner.at
        try:
            reader.step()
        except Wrong as wrong:
            reader.faults.append(wrong)
            # Go on behind it: at the next line after a tag, else at the next word.
            (scanner.skip_line if text[start] == "[" else scanner.skip_token)()
            scanner.at = max(scanner.at, start + 1)
        scanner.skip_space()
    if reader.in_comment:
        reader.faults.append(Wrong(scanner.at, "a marked comment is not closed: } is missing"))
    reader.end_hand()
    return reader.hands, reader.faults


class Reader:
    """Goes through a text, from tag to tag and event to event."""

    def __init__(self, text: str) -> None:
        self.scanner, self.hands, self.faults = Scanner(text), list[TextHand](), list[Wrong]()
        self.held: Raw = {}  # the tags that hold for the hands to come
        self.about_held: Raw = {}
        self.in_comment = False
        self.begin()

    def begin(self) -> None:
        self.record: RawRecord = {}
        self.about: Raw = {}
        self.places: dict[str, int] = {}
        self.events: list[Raw] | None = None
        self.begun = False
        self.seat: int | None = None  # of the last card

    def step(self) -> None:
        """Read what comes next."""
        scanner = self.scanner
        if self.in_comment and scanner.take("}"):
            self.in_comment = False
        elif not self.in_comment and scanner.here == ";":
            scanner.skip_line()
        elif not self.in_comment and scanner.take("{!"):
            self.in_comment = True
        elif not self.in_comment and scanner.here == "{":
            self.skip_comment()
        elif not self.in_comment and scanner.here == "[":
            self.read_tag()
        elif not self.in_comment and scanner.take(END):
            self.end_hand(marked=True)
        elif scanner.match(TRICK):
            self.begun, self.events = True, self.events or []
        else:
            self.read_event()

    def skip_comment(self) -> None:
        end = self.scanner.text.find("}", self.scanner.at)
        if end < 0:
            start, self.scanner.at = self.scanner.at, len(self.scanner.text)
            raise Wrong(start, "this comment is not closed: } is missing")
        self.scanner.at = end + 1

    def read_tag(self) -> None:
        if self.begun:
            self.end_hand()
        scanner, start = self.scanner, self.scanner.at
        scanner.need("[")
        scanner.skip_space()
        at = scanner.at
        name = scanner.match(WORD)
        if not name:
            raise Wrong(at, "here should be the name of a tag")
        scanner.skip_space()
        value: Any = None
        gone = scanner.here == NOTHING and scanner.text[scanner.at + 1 : scanner.at + 2] in "] \t"
        if gone:
            scanner.take(NOTHING)
        elif name.lower() == "fingerprint" and (digits := scanner.match(FINGERPRINT)):
            value = digits  # 1e913140 is no number
        else:
            value = scanner.value()
        scanner.skip_space()
        scanner.need("]")
        self.keep_tag(name, value, gone, start)

    def keep_tag(self, name: str, value: Any, gone: bool, at: int) -> None:
        key = name.lower()
        known = {tag.lower(): tag for tag in ABOUT}
        target, label = (self.record, key) if key in RECORD_TAGS else (self.about, known.get(key, name))
        if f"[{label}" in self.places:
            raise Wrong(at, f"the tag {name} stands here twice")
        if target is self.about and key not in known and (hint := mistyped(key, RECORD_TAGS)):
            raise Wrong(at, f"no tag is called {name}{hint}")
        self.places[f"[{label}"] = self.places[label] = at
        if key == "deal" and isinstance(value, str):
            value = deal_of(value)
        elif target is self.record and key not in FREE:
            value = in_small_letters(value)
        held = self.held if target is self.record else self.about_held
        if gone:
            held.pop(label, None)
        else:
            target[label] = value

    def end_hand(self, marked: bool = False) -> None:
        """What was read so far is a hand, if it is anything."""
        if self.begun or marked or self.record or self.about:
            for held, target, carried in (
                (self.held, self.record, CARRIED), (self.about_held, self.about, CARRIED_ABOUT),
            ):  # fmt: skip
                held.update({key: value for key, value in target.items() if key in carried})
                target.update({key: value for key, value in held.items() if key not in target})
            self.record.setdefault("format", FORMAT)
            self.record.setdefault("game", "thunee")
            if self.events is not None:
                self.record["events"] = self.events
            self.places[""] = min(self.places.values(), default=self.scanner.at)
            self.hands.append(TextHand(self.record, self.about, self.places))
        self.begin()

    # --- events

    def read_event(self) -> None:
        scanner, start = self.scanner, self.scanner.at
        self.begun = True
        if self.events is None:
            self.events = []
        if scanner.take("@"):
            event = scanner.value()
            if not isinstance(event, dict):
                raise Wrong(start, "behind @ comes an {event: whole}")
            event = in_small_letters(event)
        else:
            seat = scanner.match(SEAT)
            if len(seat) > 3:
                raise Wrong(start, "no table has so many seats")
            event = self.event_of(int(seat[:-1]) if seat else None, start)
        following = scanner.here
        if following and not following.isspace() and following not in "{};":
            raise Wrong(scanner.at, f"{following!r} does not belong here")
        self.places[f"events[{len(self.events)}]"] = start
        self.events.append(event)

    def event_of(self, seat: int | None, start: int) -> Raw:
        scanner = self.scanner
        seated = {} if seat is None else {"seat": seat}
        if card := parse_card(scanner.match(CARD)):
            if seat is None:
                seat = self.next_seat(start)
            self.seat = seat
            return {"type": "play", "seat": seat, "card": card}
        if number := scanner.match(NUMBER):
            if not number.isdecimal() or len(number) > 6 or seat is None:
                raise Wrong(start, "a call is a seat and an amount, such as 1:20")
            return self.more({"type": "call", **seated, "amount": int(number)})
        word = scanner.match(LABEL)
        name = word.lower()
        if name in DECLARATIONS:
            return self.more({"type": "declare", **seated, "kind": name})
        if name not in FIRST and name not in PLAIN:
            hint = nearest(name, [*FIRST, *PLAIN, *DECLARATIONS]) if word else ""
            raise Wrong(start, f"here should be a card, a call or another event{hint}")
        event: Raw = {"type": name, **seated}
        if name in FIRST and scanner.take("="):
            event[FIRST[name]] = self.leniently(FIRST[name])
        return self.more(event)

    def next_seat(self, start: int) -> int:
        """Whose card it is that no seat is written before: the one to the right of the card before it."""
        if self.seat is None:
            raise Wrong(start, "say whose card this is, such as 2:Jc; the cards after it go round")
        players = self.record.get("players", self.held.get("players"))
        return (self.seat + 1) % (players if isinstance(players, int) and players > 0 else 4)

    def more(self, event: Raw) -> Raw:
        """What else stands behind an event: `,key=value`, or `,key` for `true`."""
        while self.scanner.take(","):
            start = self.scanner.at
            key = self.scanner.match(LABEL).lower()
            if not key:
                raise Wrong(start, "behind a comma comes a key, such as value=40")
            if key in event:
                raise Wrong(start, f"{key} stands here twice")
            event[key] = self.leniently(key) if self.scanner.take("=") else True
        return event

    def leniently(self, key: str) -> Any:
        """A value; a card or a suit as it is written canonically, whatever it looks like here."""
        scanner = self.scanner
        if key == "card" and (card := parse_card(scanner.match(CARD))):
            return card
        if key == "suit" and (letter := parse_suit(scanner.here)) and not LABEL.match(scanner.text, scanner.at + 1):
            scanner.at += 1
            return letter
        return in_small_letters(scanner.value())
