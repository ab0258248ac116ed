"""Hands carried from a phone to the desk as text: `thunee1.<what>.<sum>`, once or several times, whatever is around it.

What is inside is made by js/table/handover.js: a list of [key, device, sheet, follows, typed], with a sixth where
it is a correction: the entry it corrects. `follows` is the head of the sheet the hand expects, or the key of the hand
before it.
"""

import base64
import json
import re
import uuid
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

MOST_LETTERS = 200_000
MOST_HANDS = 200
PIECE = re.compile(r"thunee1\.([A-Za-z0-9_-]+)\.([0-9a-f]{4})")
HEAD = re.compile(r"[0-9a-f]{64}")
DEVICE = re.compile(r"phone-[\w-]{1,58}", re.ASCII)
SHEET = re.compile(r"[\w-]{1,64}", re.ASCII)


class Unreadable(ValueError):
    """The text holds no hands, or lost a part. The message is translated text."""


@dataclass(frozen=True)
class Carried:
    """One hand as it was typed on a phone."""

    key: str
    device: str
    sheet: str
    follows: str
    typed: dict[str, str]
    fix: int | None = None  # the entry it corrects, if it is no hand of its own


def is_head(text: str) -> bool:
    return HEAD.fullmatch(text) is not None


def read(text: str) -> list[Carried]:
    """The hands in the text, each once, none before the one it follows. Raises Unreadable."""
    pieces = PIECE.findall(re.sub(r"\s+", "", text))
    if not pieces:
        raise Unreadable(_("There are no hands in this text. It begins with “thunee1”; copy all of it."))
    hands: dict[str, Carried] = {}
    for body, check in pieces:
        if sum_of(body) != check:
            raise Unreadable(_("A part of this text got lost. Scan the code again, or copy all of the text."))
        hands |= {hand.key: hand for hand in _hands(body)}
    if len(hands) > MOST_HANDS:
        raise Unreadable(_("That is more hands than a phone can have waiting."))
    return _in_order(hands)


def sum_of(body: str) -> str:
    """A short sum over the text, as the phone makes it."""
    value = 0
    for letter in body:
        value = (value * 31 + ord(letter)) % 65521
    return f"{value:04x}"


def _hands(body: str) -> list[Carried]:
    try:
        lines = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        json.dumps(lines, ensure_ascii=False).encode()  # half a letter (a lone surrogate) cannot be shown or stored
        return [_hand(line) for line in lines]
    except (ValueError, TypeError, RecursionError):
        raise Unreadable(_("This text was not made by a table's phone, or by one of another version.")) from None


def _hand(line: Any) -> Carried:
    key, device, sheet, follows, typed, *rest = line
    fix = rest[0] if rest else None
    if not isinstance(typed, dict) or len(rest) > 1 or not (fix is None or type(fix) is int):
        raise ValueError("no form")
    if not all(isinstance(text, str) for text in (key, device, sheet, follows, *typed, *typed.values())):
        raise ValueError("not text")
    if not DEVICE.fullmatch(device) or not SHEET.fullmatch(sheet):
        raise ValueError("no such phone or sheet")
    return Carried(_key(key), device, sheet, follows if is_head(follows) else _key(follows), typed, fix)


def _key(text: str) -> str:
    return str(uuid.UUID(text))


def _in_order(hands: dict[str, Carried]) -> list[Carried]:
    """Codes may be scanned in any order."""
    ordered: list[Carried] = []
    waiting = dict(hands)
    while waiting:
        ready = [hand for hand in waiting.values() if hand.follows not in waiting]
        if not ready:
            raise Unreadable(_("This text was not made by a table's phone, or by one of another version."))
        for hand in ready:
            ordered.append(hand)
            del waiting[hand.key]
    return ordered
