"""What may be played in Tunge, and how many cards of it match the sequence before.

A sequence is a list of ranks as text, in the order the cards lie: suits do not matter.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..rulebook import laws, source

Ranks = tuple[str, ...]
WRITTEN = source("003")
RANK_ORDER = "A23456789TJQK"  # the ace is low only
law = laws("tunge")

DEAL = law(
    "TUN-DEAL-1",
    "Twelve cards each",
    "Two to four players get twelve cards each of a pack of 52. The rest is the draw pile; in the end-game variant it "
    "is turned up as the playing pile.",
    WRITTEN,
    parameters="end_game_variant",
)
TURN = law(
    "TUN-PLAY-1",
    "A turn",
    "On their turn a player plays one sequence from the hand, or draws one card.",
    WRITTEN,
)
SEQUENCES = law(
    "TUN-PLAY-2",
    "Sequences",
    "A sequence is a run of two or more ranks, up or down, of any suits; or two or more cards of one rank; or an ace "
    "and any one card, another ace too; or an ace before any of these. The ace is below the two only.",
    WRITTEN,
    source("assumed", note="the ace is low only"),
)
PICK_UP = law(
    "TUN-PICK-1",
    "Forced pick-up",
    "Before their turn the next player picks up one card for each pair of cards of one rank, one from the new "
    "sequence and one from the last. An ordinary draw in between does not clear the last sequence.",
    WRITTEN,
)
LAST_SEQUENCE = law(
    "TUN-END-1",
    "When the draw pile is empty",
    "Cards then come from the top of the discard pile, and the last sequence is the longest that can be played of the "
    "cards at its top; a single card counts as an ace and that card.",
    WRITTEN,
)
NOT_AGAIN = law(
    "TUN-END-2",
    "Not the last sequence again",
    "With the draw pile empty nobody may play exactly the last sequence of the discard pile, or a part of it.",
    WRITTEN,
)
WINNING = law(
    "TUN-WIN-1",
    "Playing out",
    "Whoever first plays out the last card wins. The others score the cards they have left after forced pick-ups: "
    "courts ten, an ace eleven, the others their face. Over several hands the lowest total wins.",
    WRITTEN,
)

NO_SEQUENCE = SEQUENCES.line("Seat {seat} played {cards}, which is no sequence")
OWES = PICK_UP.line("Seat {seat} matched {matched} of the last sequence: seat {next} picks up as many")
WRONG_PICK_UP = PICK_UP.line("Seat {seat} picked up {taken} where {right} were due")
NOW_LAST = LAST_SEQUENCE.line("The draw pile is empty, and the last sequence is {last}")
AGAIN = NOT_AGAIN.line("Seat {seat} played {cards}, which the last sequence has in it")
OUT_OF_TURN = TURN.line("Seat {seat} was out of turn: it was for seat {due}")
NOT_HELD = TURN.line("Seat {seat} played {cards} without holding it")
PLAYED_OUT = WINNING.line("Seat {seat} has played out and wins the hand")
LEFT = WINNING.line("Seat {seat} has {left} left: {points} points")


def ranks_of(cards: Sequence[str]) -> Ranks:
    """The ranks of cards, in order."""
    return tuple(card[0] for card in cards)


def is_sequence(ranks: Ranks) -> bool:
    """Whether cards of these ranks, in this order, may be played (TUN-PLAY-2)."""
    while True:
        if len(ranks) < 2:
            return False
        steps = {RANK_ORDER.index(b) - RANK_ORDER.index(a) for a, b in pairwise(ranks)}
        if steps in ({1}, {-1}, {0}):
            return True
        if ranks[0] != "A":
            return False
        if len(ranks) == 2:
            return True
        ranks = ranks[1:]


def matches(new: Ranks, last: Ranks) -> int:
    """How many cards of two sequences match one to one by rank (TUN-PICK-1)."""
    return (Counter(new) & Counter(last)).total()


def last_viable(pile: Sequence[str | None]) -> Ranks | None:
    """The last sequence of a discard pile (top last): its longest viable end (TUN-END-1).

    Of any viable sequence of three or more, what is left without its first card is viable too; so the first length
    that is not is the end of the search. None when a card nobody knows (None in the pile) leaves it open.
    """
    sequence: Ranks = ()
    for length in range(1, len(pile) + 1):
        card = pile[-length]
        if card is None:
            return None
        ranks = (card[0], *(ranks_of([c for c in pile[len(pile) - length + 1 :] if c is not None])))
        if length == 1:
            sequence = ("A", *ranks)
        elif is_sequence(ranks):
            sequence = ranks
        else:
            break
    return sequence


def is_part(new: Ranks, last: Ranks) -> bool:
    """Whether a sequence is exactly another one or a part of it (TUN-END-2)."""
    return any(last[start : start + len(new)] == new for start in range(len(last) - len(new) + 1))


def points(cards: Sequence[str]) -> int:
    """What cards left in a hand count (TUN-WIN-1)."""
    return sum(11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
