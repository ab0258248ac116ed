"""How many tricks each seat may still take, where at most six cards of a play are missing: every way is tried.

A card may be played out of turn or against the rules and stands all the same, so anybody may play first to a trick.
"""

from collections.abc import Iterator
from itertools import product

from ..tricks import Script, union
from ..unseen import MOST_UNSEEN, Hands, shares
from .facts import SEATS, Hand

Tricks = tuple[int, ...]


def tricks(hand: Hand) -> set[Tricks] | None:
    """The tricks by seat that the missing cards can still lead to; None where more is missing than can be tried."""
    script, play = hand.script, hand.play
    missing = script.cards_in_play - len(script.bits)
    if play is None or play.stuck or hand.trump is None or not 0 < missing <= MOST_UNSEEN:
        return None
    holdings = _holdings(script)
    if holdings is None:
        return None
    begun = len(script.bits) - len(script.bits) % SEATS
    trick = tuple(zip(script.seats[begun:], script.bits[begun:], strict=True))
    rest = _Rest(script, hand.trump)
    for hands in holdings:
        rest.play(hands, trick, play.won())
    return rest.found


def _holdings(script: Script) -> Iterator[Hands] | None:
    """Every way the cards that are still out may be held; None where a seat has played too many."""
    gone = union(script.bits)
    known = tuple(cards & ~gone for cards in script.dealt)
    lacking = [script.size - script.seats.count(seat) - cards.bit_count() for seat, cards in enumerate(known)]
    rest = _bits(script.pack.full & ~gone & ~union(known))
    return None if min(lacking) < 0 or sum(lacking) != len(rest) else shares(known, lacking, rest)


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


class _Rest:
    """The last tricks played out in every way; `found` has what they come to."""

    def __init__(self, script: Script, trump: int) -> None:
        self.pack, self.trump = script.pack, trump
        self.found: set[Tricks] = set()
        self.seen: set[object] = set()

    def play(self, hands: Hands, trick: tuple[tuple[int, int], ...], won: Tricks) -> None:
        if (hands, trick, won) in self.seen:
            return
        self.seen.add((hands, trick, won))
        if not any(hands) and not trick:
            self.found.add(won)
            return
        seats = [seat for seat in range(SEATS) if all(seat != other for other, _ in trick)]
        for cards in product(*(_bits(hands[seat]) for seat in seats)):
            laid = (*trick, *zip(seats, cards, strict=True))
            left = tuple(mask & ~union(bit for other, bit in laid if other == seat) for seat, mask in enumerate(hands))
            for winner in {self._winner(laid, first) for first in ([trick[0][1]] if trick else cards)}:
                self.play(left, (), tuple(n + (seat == winner) for seat, n in enumerate(won)))

    def _winner(self, laid: tuple[tuple[int, int], ...], first: int) -> int:
        """Who wins a trick whose first card is `first`."""
        best = self.pack.best(union(bit for _, bit in laid), self.pack.led[first], self.trump)
        return next(seat for seat, bit in laid if bit == best)
