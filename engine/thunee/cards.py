"""The rules about cards: ranks and points (the tables themselves are in `pack`)."""

from ..rulebook import source
from .laws import BOTH, MODERN, laws

law = laws("cards")

RANKS = law(
    "TH-CARD-1",
    "The pack and its ranks",
    "Thunee is played with 24 cards: ace, king, queen, jack, ten and nine of each suit. From high to low they rank "
    "J 9 A 10 K Q.",
    MODERN,
    source("000", "004", note="24 cards"),
)
POINTS = law(
    "TH-CARD-2",
    "What cards count",
    "A jack counts 30, a nine 20, an ace 11, a ten 10, a king 3 and a queen 2: 304 in the whole pack.",
    MODERN,
    source("004", note="304 in all"),
)
ROYAL_RANKS = law(
    "TH-CARD-3",
    "Ranks in royals",
    "In royals the ranks are reversed: the queen is highest, then K 10 A 9, and the jack is lowest.",
    BOTH,
)
