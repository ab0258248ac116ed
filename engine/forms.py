"""Reading JSON values one by one: each reader answers the value or notes a fault with its path, and goes on."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .cards import parse_card, parse_suit
from .faults import MOST_ERRORS, fault, kind_of, named, nearest, shown
from .seats import SIDES
from .shapes import BySide, Claimed, Fault, Raw

Read = Callable[["Form", Any, str], Any]


class Form:
    """Collects the faults of one record; `players` says how many seats there are."""

    def __init__(self, players: int = 4) -> None:
        self.errors: list[Fault] = []
        self.players = players

    def wrong(self, path: str, message: str) -> None:
        """Note a fault; after very many, no more."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(fault(path, message))

    def entries(self, value: Any, path: str, known: Iterable[str], required: Iterable[str] = ()) -> Raw:
        """The entries of an object: unknown keys and missing ones are faults. Answers the known entries."""
        if not isinstance(value, dict):
            self.wrong(path, f"must be an object, not {kind_of(value)}")
            return {}
        known = tuple(known)
        for key in value:
            if len(self.errors) >= MOST_ERRORS:
                break
            if not isinstance(key, str) or key not in known:
                name = named(key)
                self.wrong(_join(path, name), f"is not a known key{nearest(name, known)}")
        for key in required:
            if key not in value:
                self.wrong(_join(path, key), "is missing")
        return {key: value[key] for key in known if key in value}

    def fields(self, value: Any, path: str, readers: Mapping[str, Read], required: Iterable[str] = ()) -> Any:
        """The entries of an object, each as its own reader answers it; what shape that makes, the caller knows."""
        entries = self.entries(value, path, readers, required)
        return {key: readers[key](self, item, f"{path}.{key}") for key, item in entries.items()}

    def claim(self, value: Any, readers: Mapping[str, Read]) -> Claimed:
        """What the table wrote as the result; null says nothing, but of the winner that there is none."""
        read = self.fields(value, "claimed", readers)
        return {key: item for key, item in read.items() if item is not None or key == "winner"}  # type: ignore[return-value]

    def by_side(self, value: Any, path: str, both: int, whole: bool = True) -> BySide:
        """Numbers by side that add up to `both` (not `whole`: at most to that); one gives the other."""
        entries = self.entries(value, path, SIDES)
        if isinstance(value, dict) and not entries:
            self.wrong(path, "must give side A's or side B's")
        read = {side: self.whole(item, f"{path}.{side}", 0, both) for side, item in entries.items()}
        numbers = {side: number for side, number in read.items() if number is not None}
        added = sum(numbers.values())
        if len(numbers) == 2 and (added > both or (whole and added < both)):
            self.wrong(path, f"must add up to {both}, not {added}")
        return numbers if len(numbers) != 1 else {side: numbers.get(side, both - added) for side in SIDES}

    def whole(self, value: Any, path: str, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`."""
        if isinstance(value, int) and not isinstance(value, bool):
            if low <= value <= high:
                return value
            self.wrong(path, f"must be from {low} to {high}, not {shown_number(value)}")
        else:
            self.wrong(path, f"must be a whole number, not {kind_of(value)}")
        return None

    def flag(self, value: Any, path: str) -> bool | None:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.wrong(path, f"must be true or false, not {kind_of(value)}")
        return None

    def word(self, value: Any, path: str, words: Iterable[str]) -> str | None:
        """One of several words."""
        words = tuple(words)
        if isinstance(value, str) and value in words:
            return words[words.index(value)]  # the word itself, not a copy: compared by identity from then on
        hint = nearest(value, words) if isinstance(value, str) else ""
        self.wrong(path, f"must be one of {', '.join(words)}, not {shown(value)}{hint}")
        return None

    def text(self, value: Any, path: str, longest: int) -> str | None:
        """Free text."""
        if not isinstance(value, str):
            self.wrong(path, f"must be text, not {kind_of(value)}")
        elif len(value) > longest:
            self.wrong(path, f"must be at most {longest} characters long, not {len(value)}")
        elif half := next((letter for letter in value if "\ud800" <= letter <= "\udfff"), ""):
            self.wrong(path, f"holds half a character (U+{ord(half):04X} alone), which cannot be written down")
        else:
            return value
        return None

    def seat(self, value: Any, path: str) -> int | None:
        """A seat number."""
        return self.whole(value, path, 0, self.players - 1)

    def side(self, value: Any, path: str) -> str | None:
        """A side: A or B."""
        return self.word(value, path, ("A", "B"))

    def suit(self, value: Any, path: str) -> str | None:
        """A suit letter."""
        suit = parse_suit(value)
        if suit is None:
            self.wrong(path, f"must be a suit (s, h, d or c), not {shown(value)}")
        return suit

    def card(self, value: Any, path: str, pack: Iterable[str]) -> str | None:
        """A card of a pack, as canonical text."""
        card = parse_card(value)
        if card is None:
            self.wrong(path, f"must be a card such as Jh or Tc, not {shown(value)}")
        elif card not in pack:
            self.wrong(path, f"{card} is not in the pack of this game")
            return None
        return card

    def items(self, value: Any, path: str, most: int) -> list[Any]:
        """A list of at most `most` items."""
        if not isinstance(value, list):
            self.wrong(path, f"must be a list, not {kind_of(value)}")
        elif len(value) > most:
            self.wrong(path, f"must have at most {most} items, not {len(value)}")
        else:
            return value
        return []


def or_null(read: Read) -> Read:
    """A reader that takes null as well."""
    return lambda form, value, path: None if value is None else read(form, value, path)


def one_of(*words: str) -> Read:
    """A reader of one of several words."""
    return lambda form, value, path: form.word(value, path, words)


def number(low: int, high: int) -> Read:
    """A reader of a whole number from `low` to `high`."""
    return lambda form, value, path: form.whole(value, path, low, high)


def shown_number(value: int) -> str:
    """A number as a message may show it, however long it is."""
    return str(value) if abs(value) < 10**12 else "a number of very many digits"


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
