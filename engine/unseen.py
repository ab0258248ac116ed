"""Cards nobody has seen: every way they may be held. Where at most six of them decide a hand, all are tried."""

from collections.abc import Iterator, Sequence
from itertools import combinations

MOST_UNSEEN = 6
Hands = tuple[int, ...]


def shares(known: Sequence[int], lacking: Sequence[int], unseen: Sequence[int]) -> Iterator[Hands]:
    """Every way to deal the unseen cards (bits) to hands (masks) that lack so many of them."""
    if not known:
        yield ()
        return
    for cards in combinations(unseen, lacking[0]):
        left = [bit for bit in unseen if bit not in cards]
        for others in shares(known[1:], lacking[1:], left):
            yield (known[0] | sum(cards), *others)
