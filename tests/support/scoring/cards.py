"""Hands card by card."""

from typing import Any

import pytest

RANKS = "J9ATKQ"
SUITS = "shdc"


def all_to_the_trumper(trumper: int) -> list[dict[str, Any]]:
    """Every seat holds one suit, trump is the trumper's: six tricks for one player."""
    events: list[dict[str, Any]] = [{"type": "trump", "seat": trumper, "suit": SUITS[trumper]}]
    leader = (trumper + 1) % 4
    for rank in RANKS:
        order = [(leader + step) % 4 for step in range(4)]
        events += [{"type": "play", "seat": seat, "card": rank + SUITS[seat]} for seat in order]
        leader = trumper
    return events


@pytest.fixture
def trumper(game: Any) -> int:
    return (game().sheet.first_dealer + 1) % 4
