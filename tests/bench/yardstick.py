"""What the engine is measured beside where nobody else's is installed: plain Python that follows a recorded trick game.

It belongs to no engine and never changes, so that a ratio to it moves only when the engine does. For each card it
looks whether it is held and follows suit, for each trick who takes it and what it counts: the kind of work an engine
does, done without any of an engine's care.
"""

from collections.abc import Callable
from random import Random
from typing import Any

SUITS, RANKS = "chsd", "JQK9TA"
COUNTS = dict(zip(RANKS, (30, 2, 3, 20, 10, 11), strict=True))
STRENGTH = {rank: place for place, rank in enumerate("QKTA9J")}
SEATS = 4

Hand = tuple[list[list[str]], str, list[str]]


def recorded(rng: Random, number: int) -> list[Hand]:
    """Random legal hands: what each was dealt, the trump, and the cards in the order in which they were played."""
    return [_play(rng) for _ in range(number)]


def _play(rng: Random) -> Hand:
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    rng.shuffle(pack)
    dealt = [pack[seat::SEATS] for seat in range(SEATS)]
    held, trump, cards, leader = [list(one) for one in dealt], rng.choice(SUITS), list[str](), 0
    while held[leader]:
        trick: list[str] = []
        for turn in range(SEATS):
            own = held[(leader + turn) % SEATS]
            following = [card for card in own if trick and card[1] == trick[0][1]]
            card = rng.choice(following or own)
            own.remove(card)
            trick.append(card)
        cards += trick
        leader = (leader + trick.index(max(trick, key=lambda card: _worth(card, trick[0][1], trump)))) % SEATS
    return dealt, trump, cards


def _worth(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    return card[1] == trump, card[1] == led, STRENGTH[card[0]]


def replay(hand: Hand) -> list[int]:
    """The points of the two sides; ValueError for a card that is not held or does not follow suit."""
    dealt, trump, cards = hand
    held, points, leader = [set(one) for one in dealt], [0, 0], 0
    for start in range(0, len(cards), SEATS):
        trick = cards[start : start + SEATS]
        led = trick[0][1]
        for turn, card in enumerate(trick):
            own = held[(leader + turn) % SEATS]
            if card not in own or (card[1] != led and any(other[1] == led for other in own)):
                raise ValueError(f"{card} cannot be played")
            own.remove(card)
        best = max(range(SEATS), key=lambda turn: _worth(trick[turn], led, trump))
        leader = (leader + best) % SEATS
        points[leader % 2] += sum(COUNTS[card[0]] for card in trick)
    points[leader % 2] += 10
    return points


CONTESTANT: tuple[str, Callable[[Random, int], list[Hand]], Callable[[Any], Any]] = ("the yardstick", recorded, replay)
