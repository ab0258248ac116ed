"""What the solver is asked about: the laws of play, what counts and for whom, and who holds what between two tricks."""

from collections.abc import Mapping
from dataclasses import dataclass

MOST_CARDS = 6


@dataclass(frozen=True)
class Table:
    """The laws of play. `suits` are the suits of the pack as masks, lowest first; `trump` one of them, or 0 for none.

    `low`: the rank is turned over (TH-CARD-3). `undercut`: a cut trick may not be cut lower while there is another
    card to play (TH-PLAY-4).
    """

    suits: tuple[int, ...]
    trump: int = 0
    low: bool = False
    undercut: bool = False


@dataclass(frozen=True)
class Stakes:
    """What counts, and for whom: the `points` of each card (a bit), of each trick, and of the `last` one besides.

    `credited` is, for each seat, the side (0 or 1) its tricks count for. It is the seat's own side, but in a hand that
    a player has to win alone the partner's tricks count for the others.
    """

    points: Mapping[int, int]
    per_trick: int
    last: int
    credited: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """Between two tricks: each seat's cards as a mask, and who leads. Seats of side 0 are the even ones.

    Raises ValueError for hands of different sizes, more than six cards, or a leader who is not there.
    """

    hands: tuple[int, ...]
    leader: int

    def __post_init__(self) -> None:
        sizes = sorted({hand.bit_count() for hand in self.hands})
        if len(sizes) != 1 or sizes[0] > MOST_CARDS:
            as_many = f"each hand needs as many cards as the others, at most {MOST_CARDS}, as between two tricks"
            raise ValueError(f"{as_many}; these have {sizes}")
        if len(self.hands) % 2 or not 0 <= self.leader < len(self.hands):
            raise ValueError("the leader has to be one of an even number of seats, numbered from 0")
