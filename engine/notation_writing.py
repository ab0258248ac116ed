"""Writing the notation: there is one way."""

from collections.abc import Iterable, Iterator
from typing import Any

from .cards import parse_card
from .notation_words import (
    ABOUT,
    CARRIED,
    CARRIED_ABOUT,
    DECLARATIONS,
    END,
    FIRST,
    FORMAT,
    LABEL,
    MARKED,
    NOTHING,
    PLAIN,
    RECORD_TAGS,
    TextHand,
    deal_of,
    packet_of,
)
from .scanner import written
from .shapes import Raw, RawRecord


def write(hands: Iterable[TextHand | RawRecord]) -> str:
    """The one way to write these hands down (a dict is a record without other tags)."""
    return "".join(write_each(hands))


def write_each(hands: Iterable[TextHand | RawRecord]) -> Iterator[str]:
    """The same hand by hand: the texts of all, one after the other, are what `write` gives."""
    held: Raw = {}
    for number, hand in enumerate(hands):
        yield "\n" * (number > 0) + _written(hand if isinstance(hand, TextHand) else TextHand(hand), held)


def _written(hand: TextHand, held: Raw) -> str:
    lines = _tags(hand.about, [*(tag for tag in ABOUT if tag in hand.about), *sorted(set(hand.about) - set(ABOUT))],
                  CARRIED_ABOUT, held)  # fmt: skip
    record = {key: value for key, value in hand.record.items() if key != "format" or value != FORMAT}
    lines += _tags(record, [key for key in RECORD_TAGS if key in record], CARRIED, held)
    if "events" in record:
        players = record.get("players")
        moves = _moves(record["events"], players if isinstance(players, int) and players > 0 else 4)
        lines += ["", *(moves or ["1."])]
    return "\n".join([*lines, END, ""])


def _tags(tags: Raw, order: list[str], carried: tuple[str, ...], held: Raw) -> list[str]:
    """The tags of a hand; what holds from the hand before is left out, what holds no more is taken back."""
    lines = [f"[{key.capitalize()} {NOTHING}]" for key in carried if key in held and key not in tags]
    for key in carried:
        if key not in tags:
            held.pop(key, None)
    for key in order:
        if key in carried and key in held and held[key] == tags[key] and type(held[key]) is type(tags[key]):
            continue
        if key in carried:
            held[key] = tags[key]
        name = key if key[:1].isupper() or key not in RECORD_TAGS else key.capitalize()
        lines.append(f"[{name} {_deal_line(tags[key]) if key == 'deal' else written(tags[key])}]")
    return lines


def _deal_line(deal: Any) -> str:
    """The deal in one line; as a plain value where it is no such deal."""
    try:
        text = " | ".join(NOTHING if seat is None else ", ".join(map(packet_of, seat)) for seat in deal)
        same = deal_of(text) == [None if seat is None else [packet_of(packet) for packet in seat] for seat in deal]
    except (TypeError, AttributeError):
        same = False
    return written(text) if same and '"' not in text and text else written(deal)


def _moves(events: list[Any], players: int) -> list[str]:
    """The events: calls on a line, then a line for each trick, with what happened at its moment."""
    lines: list[list[str]] = [[]]
    played, last = 0, -1
    for event in events:
        text, seat = _event(event, last, players)
        if seat is not None:
            if played % players == 0:
                lines.append([f"{played // players + 1}."])
                text = text if ":" in text else f"{seat}:{text}"
            played, last = played + 1, seat
        lines[-1].append(text)
    return [" ".join(line) for line in lines if line]


def event(given: Raw) -> str:
    """One event alone, as a text writes it."""
    text, seat = _event(given, -1, 4)
    return text if seat is None or ":" in text else f"{seat}:{text}"


def _event(event: Raw, last: int, players: int) -> tuple[str, int | None]:
    """An event as text, and for a card the seat that played it."""
    kind = event.get("type")
    rest = {key: value for key, value in event.items() if key not in ("type", "seat")}
    seat = event.get("seat")
    plain = all(LABEL.fullmatch(key) for key in rest) and (
        "seat" not in event or (type(seat) is int and 0 <= seat < 100)
    )
    if not plain or not isinstance(kind, str):
        return "@" + written(event), None
    if kind == "play" and list(rest) == ["card"] and type(seat) is int and (card := parse_card(rest["card"])):
        return (card if last >= 0 and seat == (last + 1) % players else f"{seat}:{card}"), seat
    before = f"{seat}:" if "seat" in event else ""
    if kind == "call" and type(rest.get("amount")) is int and 0 <= rest["amount"] < 10**6 and before:
        return before + _with(str(rest.pop("amount")), rest), None
    if kind == "declare" and rest.get("kind") in DECLARATIONS:
        return before + _with(rest.pop("kind"), rest), None
    if kind not in FIRST and kind not in PLAIN:
        return "@" + written(event), None
    first = FIRST.get(kind, "")
    text = before + _with(f"{kind}={written(rest.pop(first))}" if first in rest else kind, rest)
    return (f"{{! {text}}}" if kind in MARKED else text), None


def _with(text: str, rest: Raw) -> str:
    return ",".join([text, *(key if value is True else f"{key}={written(value)}" for key, value in rest.items())])
