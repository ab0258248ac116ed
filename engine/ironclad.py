"""Iron-clad: a hand that wins every trick of a thunee or of royals, however the other cards lie and are played. A tool
for Thunee alone, beside its folder since nothing of its rulings rests on it.

The caller leads every trick and so plays out all six cards. Two things can go wrong, and each is worst when one
opponent holds all it takes, so that each suit can be looked at alone and nothing has to be searched:

- a card of a suit is beaten: somebody holds all the missing cards of the suit, throws the low ones and keeps the best
  until the caller has to lead a card below it. The caller leads from the top, so the n-th card of the suit is safe
  when it beats the best missing one, or when at least as many were led before it as are missing;
- a side suit is cut: somebody without that suit holds more trumps than the caller can draw.

The same cards in the partner's hand are less of a danger: a partner helps, as far as following suit allows.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .cards import SUITS, parse_card
from .thunee import pack

SIZE = 6


class Weakness(NamedTuple):
    """Why a hand is not iron-clad with `trump`: the `card` that loses, and six cards that beat it in one hand.

    `how` is "beaten" (a higher card of its suit) or "cut".
    """

    trump: str
    card: str
    how: str
    held: tuple[str, ...]


def weaknesses(cards: Iterable[str], royals: bool = False) -> dict[str, Weakness | None]:
    """For each suit the caller could make trump, what can beat the hand; None where nothing can.

    Trump is the suit of the first card led (TH-THUN-7), so the suits are those of the hand. Raises ValueError unless
    there are six different cards of the pack.
    """
    given = list(cards)
    hand = [parse_card(card) for card in given]
    wrong = [text for text, card in zip(given, hand, strict=True) if card not in pack.BIT]
    if wrong:
        raise ValueError(f"not a card of the pack: {', '.join(map(str, wrong))}; write such as Jh or Tc")
    mine = {card for card in hand if card is not None}
    if len(mine) != SIZE or len(given) != SIZE:
        raise ValueError(f"an iron-clad hand is six different cards; this has {len(mine)}: name each once")
    order = pack.RANK_ORDER if royals else pack.RANK_ORDER[::-1]
    return {suit: _weakness(mine, suit, order) for suit in SUITS if any(card[1] == suit for card in mine)}


def iron_clad(cards: Iterable[str], royals: bool = False) -> bool:
    """Whether the hand wins every trick against every distribution of the other cards. Raises as `weaknesses`."""
    return None in weaknesses(cards, royals).values()


def _weakness(mine: set[str], trump: str, order: str) -> Weakness | None:
    """`order` has the ranks from the best to the worst."""
    for suit in SUITS:
        held = [rank + suit for rank in order if rank + suit in mine]
        missing = [rank + suit for rank in order if rank + suit not in mine]
        for before, card in enumerate(held):
            if before < len(missing) and order.index(missing[0][0]) < order.index(card[0]):
                return Weakness(trump, card, "beaten", _filled(missing, mine, suit))
    trumps = [rank + trump for rank in order if rank + trump in mine]
    against = [rank + trump for rank in order if rank + trump not in mine]
    side = next((card for card in sorted(mine) if card[1] != trump), None)
    if side is not None and len(against) > len(trumps):
        return Weakness(trump, side, "cut", _filled(against[: len(trumps) + 1], mine, side[1]))
    return None


def _filled(held: list[str], mine: set[str], avoided: str) -> tuple[str, ...]:
    """Six cards: those that beat the hand, and others of suits that are neither theirs nor to be avoided first."""
    taken = {*held, *mine}
    rest = [card for card in pack.TEXT if card not in taken and card[1] != avoided]
    rest.sort(key=lambda card: card[1] == held[0][1])
    return tuple(held + rest)[:SIZE]
