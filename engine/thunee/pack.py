"""The Thunee pack: 24 cards as bits, ranks and points as tables, tricks by mask (TH-CARD-1 to 3, TH-PLAY-3).

A card is one bit of a 24-bit number: six bits a suit, the Queen lowest and the Jack highest (J 9 A 10 K Q), so that the
winning card of a trick is the highest bit of a mask, and in royals, where the rank is turned over, the lowest.
A hand is a mask. Suits are numbers 0 to 3 in the order `s h d c`.
"""

from ..cards import SUITS

RANK_ORDER = "QKTA9J"
RANK_POINTS = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2}
PACK_POINTS = 304
FULL_PACK = (1 << 24) - 1

TEXT = tuple(rank + suit for suit in SUITS for rank in RANK_ORDER)
BIT = {text: 1 << place for place, text in enumerate(TEXT)}
TEXT_OF = {bit: text for text, bit in BIT.items()}
SUIT_MASKS = tuple(0b111111 << (6 * suit) for suit in range(4))
SUIT_NUMBER = {letter: number for number, letter in enumerate(SUITS)}
SUIT_OF = {bit: place // 6 for place, bit in enumerate(TEXT_OF)}
LED_MASK = {bit: SUIT_MASKS[suit] for bit, suit in SUIT_OF.items()}

HIGHEST = {mask << (6 * suit): 1 << (6 * suit + mask.bit_length() - 1) for suit in range(4) for mask in range(1, 64)}

QUEEN, KING, TEN, ACE, NINE, JACK = (1 << place for place in range(6))


JACKS = sum(JACK << (6 * suit) for suit in range(4))


def _points_table() -> list[int]:
    sums = [0]
    for rank in RANK_ORDER * 2:
        sums += [known + RANK_POINTS[rank] for known in sums]
    return sums


_POINTS = _points_table()


def points(mask: int) -> int:
    """Card points of a set of cards (TH-CARD-2); the whole pack has 304."""
    return _POINTS[mask & 4095] + _POINTS[mask >> 12]


def highest(mask: int) -> int:
    """The highest card (a bit) of a set within one suit."""
    return 1 << (mask.bit_length() - 1)


def lowest(mask: int) -> int:
    """The lowest card (a bit) of a set within one suit: the highest in royals (TH-CARD-3)."""
    return mask & -mask


def cards_of(mask: int) -> list[str]:
    """A set of cards as text, suit by suit, highest first."""
    return [TEXT[place] for suit in range(4) for place in range(suit * 6 + 5, suit * 6 - 1, -1) if mask >> place & 1]


def bits_of(mask: int) -> list[int]:
    """A set of cards, one by one."""
    return [bit for bit in TEXT_OF if bit & mask]


JODHI = {
    (suit, jack): (KING | QUEEN | (JACK if jack else 0)) << (6 * suit) for suit in range(4) for jack in (False, True)
}
"""The cards of a jodhi, by suit and whether the jack is called: king and queen, with the jack (TH-JODHI-1)."""
