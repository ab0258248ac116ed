"""Text of which only seats and cards differ, read for many lines at once."""

import numpy as np

from ..thunee import pack, quick
from ..thunee.quick_lines import Written
from .columns import Column

# Stand in a form for what may differ.
SEAT, RANK, SUIT = "\0\1\2"
PACKET = " ".join([RANK + SUIT] * 4), " ".join([RANK + SUIT] * 2)
NOTHING = 100  # for what is no letter of a card: no place in the pack


class _Form:
    """A text as it has to stand: `fixed` where nothing may differ."""

    def __init__(self, text: str) -> None:
        self.text = np.frombuffer(text.encode(), dtype=np.uint8)
        self.size = len(self.text)
        self.seats, self.ranks, self.suits = (np.flatnonzero(self.text == ord(mark)) for mark in (SEAT, RANK, SUIT))
        self.differing = np.concatenate([self.seats, self.ranks, self.suits])

    def _places(self, texts: Column) -> Column:
        """The cards in texts, as places in the pack; 24 and more for what is none."""
        places: Column = _RANKS.take(texts[..., self.ranks]) + _SUITS.take(texts[..., self.suits])
        return places

    def _fits(self, texts: Column) -> Column:
        """Whether texts are the form, but where they may differ."""
        same = texts == self.text
        same[..., self.differing] = True
        result: Column = same.all(axis=tuple(range(1, texts.ndim)))
        return result


class CardForm(_Form):
    """The event of a card, with the comma behind. `all_but_comma`: the size of all cards of a hand, without the last
    comma."""

    def __init__(self, way: Written) -> None:
        rest = next(iter(way.cards)).decode().replace("0", SEAT, 1).replace(pack.TEXT[0], RANK + SUIT)
        super().__init__(way.opening.decode() + rest)
        self.all_but_comma = quick.CARDS * self.size - len(way.comma)

    def read(self, texts: bytearray) -> tuple[Column, Column, Column]:
        """Of each hand the seats and the cards as they were played, and whether the text was all as it has to be."""
        lines = np.frombuffer(texts, dtype=np.uint8).reshape(-1, quick.CARDS, self.size)
        seats = lines[:, :, self.seats[0]] - ord("0")
        cards = self._places(lines)[:, :, 0]
        known = ((seats < quick.PLAYERS) & (cards < quick.CARDS)).all(axis=1)
        return seats, cards, self._fits(lines) & known


class DealForm(_Form):
    """The deal."""

    def __init__(self, way: Written) -> None:
        comma = way.comma.decode()
        hand = f'["{PACKET[0]}"{comma}"{PACKET[1]}"]'
        super().__init__(f"[{comma.join([hand] * quick.PLAYERS)}]")

    def read(self, texts: bytearray) -> tuple[Column, Column]:
        """Of each hand the cards as they were dealt, seat by seat, and whether the text was all as it has to be."""
        lines = np.frombuffer(texts, dtype=np.uint8).reshape(-1, self.size)
        cards = self._places(lines)
        return cards, self._fits(lines) & (cards < quick.CARDS).all(axis=1)


def _table(letters: str, step: int) -> Column:
    table = np.full(256, NOTHING, dtype=np.uint8)
    for place, letter in enumerate(letters):
        table[ord(letter)] = place * step
    return table


_RANKS, _SUITS = _table(pack.RANK_ORDER, 1), _table("shdc", 6)
