"""The words of the notation: its tags, its events, a hand as a file holds it, the deal in one line."""

import re
from dataclasses import dataclass, field
from typing import Any

from .cards import parse_card
from .shapes import Raw, RawRecord

RECORD_TAGS = ("format", "game", "rules", "players", "id", "dealer", "before", "deal", "tally", "claimed", "note")
CARRIED = ("format", "game", "rules", "players")  # said once, they hold for the hands that follow
FREE = ("id", "note", "deal")  # text of the table's own, and cards
ABOUT = (
    *("Event", "Site", "Date", "Stage", "Round", "Match", "Teams", "MatchGame", "Table", "Hand", "Seats", "Scorer"),
    "Fingerprint",
)
CARRIED_ABOUT = ("Event", "Site", "Date", "Stage", "Round", "Match", "Teams", "MatchGame", "Table", "Seats")
FORMAT = "hand-record/1"
NOTHING = "-"  # a tag that held so far holds no more
END = "*"

# What stands behind the "=" of an event, and the other words an event may begin with.
FIRST = {
    "call": "amount", "trump": "suit", "declare": "kind", "jodhi": "suit", "murrials": "suit", "accuse": "offence",
    "redeal": "reason", "bid": "tricks", "pickup": "count", "draw": "card",
}  # fmt: skip
PLAIN = ("pass", "play", "double", "khanuck", "slow")
DECLARATIONS = ("thunee", "royals", "blind_thunee", "blind_royals", "trip", "monnie")
MARKED = ("accuse", "redeal")  # irregularities and decisions: written as marked comments
CARD = re.compile(r"(?:10|[2-9TJQKAtjqka])(?:[SHDCshdc]|[♠♤♥♡♦♢♣♧][\ufe0e\ufe0f]?)(?![A-Za-z0-9_-])")
SEAT = re.compile(r"[0-9]+:")
TRICK = re.compile(r"[0-9]+\.(?=\s|$)")
FINGERPRINT = re.compile(r"[0-9a-fA-F]{8,64}(?=[\s\]])")
LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass
class TextHand:
    """A hand of a file: its record (JSON, as `engine.read` takes it), and the tags that are none of the record."""

    record: RawRecord = field(default_factory=dict)
    about: Raw = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)  # where each part of the record stands in the text


def deal_of(text: str) -> list[Any]:
    """The deal in one line: seats between |, packets between commas, - for a seat nobody wrote down."""
    return [None if seat.strip() == NOTHING else list(map(packet_of, seat.split(","))) for seat in text.split("|")]


def packet_of(text: str) -> str:
    return " ".join(parse_card(card) or card for card in text.split())


def in_small_letters(value: Any) -> Any:
    """The keys and words of a record in the case a record has them: all small, but for cards and the sides A and B."""
    if isinstance(value, str):
        return parse_card(value) or (value.upper() if value.lower() in ("a", "b") else value.lower())
    if isinstance(value, dict):
        return {in_small_letters(key): in_small_letters(item) for key, item in value.items()}
    return [in_small_letters(item) for item in value] if isinstance(value, list) else value
