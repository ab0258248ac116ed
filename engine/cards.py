"""Cards as text: what every game shares. A card is written rank then suit, `Jh`, `Tc`; games map text to numbers.

Suits are written `s h d c`. Reading is lenient: any case, `10` for `T`, suit symbols; writing is canonical.
"""

SUITS = "shdc"
RANKS = "23456789TJQKA"
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_SYMBOLS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_KNOWN: dict[str, str] = {}


def _spellings() -> None:
    for rank in RANKS:
        for suit in SUITS:
            marks = [suit, suit.upper(), *(symbol for symbol, letter in _SYMBOLS.items() if letter == suit)]
            ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
            for spelled in ranks:
                for mark in marks:
                    _KNOWN[spelled + mark] = rank + suit


_spellings()


def parse_card(text: object) -> str | None:
    """The canonical text of a card (`"10♥"` is `"Th"`), or None if `text` is none."""
    if not isinstance(text, str):
        return None
    card = _KNOWN.get(text)
    if card is None and len(text) <= 8:
        card = _KNOWN.get(text.strip().replace("\ufe0f", "").replace("\ufe0e", ""))
    return card


def parse_suit(text: object) -> str | None:
    """The letter of a suit (`"♥"` and `"H"` are `"h"`), or None if `text` is none."""
    if not isinstance(text, str) or len(text) > 4:
        return None
    bare = text.strip().replace("\ufe0f", "").replace("\ufe0e", "")
    letter = _SYMBOLS.get(bare, bare.lower())
    return letter if len(letter) == 1 and letter in SUITS else None
