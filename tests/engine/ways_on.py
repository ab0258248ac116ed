"""The ways a play that stops short can go on."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def ways_on(hands: list[list[str]], trick: list[int]) -> Iterator[list[Json]]:
    """Every order in which four players can play the cards they have left, whoever's turn it is; `trick` are the seats
    that have played to the one on the table."""
    trick = [] if len(trick) == 4 else trick
    if not any(hands):
        yield []
    for seat, cards in enumerate(hands):
        for card in cards if seat not in trick else ():
            left = [[other for other in hand if other != card] for hand in hands]
            for rest in ways_on(left, [*trick, seat]):
                yield [{"type": "play", "seat": seat, "card": card}, *rest]
