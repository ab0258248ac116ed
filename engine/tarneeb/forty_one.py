"""Forty-One: 400 with lower stakes, a bid of one, and the higher sum of a side where both get there together."""

from typing import TYPE_CHECKING

from ..rulebook import laws
from .facts import Solo, Standing
from .four_hundred import GAME, HEARTS, WINS_AT, have_reached, higher_sum, sentences, sides_at
from .tarneeb import ASSUMED, WRITTEN

if TYPE_CHECKING:
    from ..profiles import Profile

law = laws("forty-one")

BID = law(
    "FO-1",
    "Bids from one",
    "As in 400, but a bid of one is allowed at any score, and the four bids must always come to at least 11.",
    WRITTEN,
    ASSUMED,
)
SCORE = law(
    "FO-2",
    "What a bid scores",
    "A player who takes at least the tricks bid scores by the bid, and otherwise loses as much: 1 to 6 at face, 7 to "
    "13 double. Taking all thirteen tricks does not win the game at once, and missing them does not lose it.",
    WRITTEN,
    ASSUMED,
)
TOGETHER = law(
    "FO-3",
    "Both sides at 41",
    "If players of both sides reach 41 together and nobody is below zero, the side with the higher sum wins. On equal "
    "sums play goes on.",
    WRITTEN,
)

HIGHER_SUM = TOGETHER.line("Players of both sides are at 41: side {side} wins the game by {sum} to {other_sum}")
EQUAL_SUMS = TOGETHER.line("Players of both sides are at 41, with {equal} points each side: play goes on")


def standing(_before: tuple[int, ...], after: tuple[int, ...], profile: "Profile") -> Standing:
    """The points to win and the side that has won, after a hand (FH-GAME-1, FO-3)."""
    if all(have_reached(after, WINS_AT)) and min(after) >= 0:
        return Standing(WINS_AT, higher_sum(after))
    winners = sides_at(after, WINS_AT, profile)
    return Standing(WINS_AT, winners[0] if len(winners) == 1 else None)


STYLE = Solo(
    chart={bid: bid if bid < 7 else 2 * bid for bid in range(1, 14)},
    least=lambda _score: 1,
    needed=lambda _totals: 11,
    all_wins=False,
    tie=standing,
    lead=HEARTS,
    end=GAME,
    **sentences(BID, BID, SCORE),
)
