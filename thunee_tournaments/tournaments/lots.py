"""The lot: one stored number behind every random choice, so that anybody can make a draw again.

A lot is 128 bits, written as 32 hexadecimal digits. What is drawn from it depends on nothing but the lot and a label
that says what it is drawn for ("seeds", "match 3 game 1"), by the definition below, which any language can follow:

* block *k* (k = 0, 1, 2, …) is the SHA-256 of the UTF-8 text ``<lot>/<label>/<k>``, the lot in lower case, k in decimal
  digits; its first eight bytes, read big-endian, are a number from 0 to 2**64 - 1;
* a number below *n* is the next block's number modulo *n*; blocks at or above the greatest multiple of *n* are left
  out, so that every result is equally likely;
* a shuffle is Fisher and Yates': for i from the last place down to the second, swap place i with the place numbered
  by a number below i + 1 (places counted from 0).
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64
_LOT = re.compile(r"[0-9a-f]{32}")


def new_lot() -> str:
    """128 bits from the machine's source of randomness, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def parse_lot(text: str) -> str:
    """A lot as somebody typed it: 32 hexadecimal digits; spaces, dashes and case do not matter.

    Raises ValueError for anything else.
    """
    lot = re.sub(r"[\s-]", "", text).lower()
    if not _LOT.fullmatch(lot):
        raise ValueError("a lot has 32 hexadecimal digits")
    return lot


def numbers(lot: str, label: str) -> Iterator[int]:
    """The endless row of 64-bit numbers that a lot gives for a label."""
    block = 0
    while True:
        yield int.from_bytes(hashlib.sha256(f"{lot}/{label}/{block}".encode()).digest()[:8], "big")
        block += 1


def _below(row: Iterator[int], n: int) -> int:
    limit = _SPAN - _SPAN % n
    return next(number for number in row if number < limit) % n


def shuffled(items: Sequence[T], lot: str, label: str) -> list[T]:
    """The items in the order the lot gives them. Whoever checks a draw must begin with the same order of items."""
    row = numbers(lot, label)
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = _below(row, i + 1)
        result[i], result[j] = result[j], result[i]
    return result
