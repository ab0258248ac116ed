"""400: each player bids for themselves, hearts are trump, and a player at 41 wins for the side."""

from typing import TYPE_CHECKING

from ..rulebook import Line, Rule, laws
from .facts import SEATS, Solo, Standing, sides_of
from .tarneeb import ASSUMED, WRITTEN

if TYPE_CHECKING:
    from ..profiles import Profile

WINS_AT = 41
PLAYS_ON_TO = 51
law = laws("four-hundred")

BID = law(
    "FH-BID-1",
    "Each player bids",
    "Everybody bids once and nobody passes: any number of tricks from a least one that grows with the player's score, "
    "two up to 29 points, three at 30 to 39, four at 40 to 49, five from 50.",
    WRITTEN,
)
SUM = law(
    "FH-BID-2",
    "The bids must be enough",
    "The four bids must come to at least 11; to 12 when the highest score is 30 to 39, to 13 at 40 to 49, to 14 from "
    "50. Else the hand is void, and the next player deals.",
    WRITTEN,
)
HEARTS = law(
    "FH-TRUMP-1",
    "Hearts are trump",
    "Hearts are always trump. The player to the dealer's right bids first and leads.",
    WRITTEN,
    ASSUMED,
)
SCORE = law(
    "FH-SCORE-1",
    "What a bid scores",
    "A player who takes at least the tricks bid scores by the bid, and otherwise loses as much: 2 to 4 at face, 5 to "
    "8 double, 9 to 12 three times. A player who takes all thirteen tricks wins the game for the side, whatever was "
    "bid; one who bids thirteen and misses loses it.",
    WRITTEN,
)
GAME = law(
    "FH-GAME-1",
    "Forty-one, and fifty-one",
    "A player at 41 wins the game for the side if the partner's score is above zero (in some houses, not below zero); "
    "otherwise the score keeps growing. When players of both sides get there in one hand and nobody is below zero, "
    "play goes on until one reaches 51, or until one of the two has dropped below 41 and the other has not. Both at "
    "51 at once: the side with the higher sum wins, and on equal sums play goes on. A partner who is too low counts "
    "there as at 41.",
    WRITTEN,
    parameters="partner_minimum",
)
PACE = law(
    "FH-PACE-1",
    "Ten seconds a card",
    "Where it is played, a card takes at most ten seconds. A player who is slow a second time in a hand reneges and "
    "scores nothing for it.",
    WRITTEN,
    parameters="pace",
)

NOT_TRUMP = HEARTS.line("Seat {wrong} may not say {said}: ignored")
ALL = SCORE.line(
    "Seat {seat} bid {bid} and took all {thirteen} tricks: {points} points, and side {side} wins the game at once"
)
MISSED_ALL = SCORE.line("Seat {bidder} bid thirteen and missed them: side {side} wins the game at once")
BOTH_WAYS = SCORE.line("By this hand both sides have won the game and lost it: nobody wins it at once")
RENEGED = PACE.line("Seat {seat} was slow {times} times: nothing for this hand")
WON = GAME.line("Seat {seat} has {total}, and the partner {partner}: side {side} wins the game")
HELD_BACK = GAME.line("Seat {seat} has {total}, but the partner's {too_low} does not let side {side} win")
HIGHER_SUM = GAME.line("Players of both sides are at {target}: side {side} wins the game by {sum} to {other_sum}")
EQUAL_SUMS = GAME.line("Players of both sides are at {target}, with {equal} points each side: play goes on")
PLAYS_ON = GAME.line("Players of both sides are at {target}: play goes on to {until}")


def least(score: int) -> int:
    """The lowest bid of a player at that score (FH-BID-1)."""
    return 2 if score < 30 else 3 if score < 40 else 4 if score < 50 else 5


def needed(totals: tuple[int, ...]) -> int:
    """The least sum of the four bids (FH-BID-2)."""
    highest = max(totals)
    return 11 if highest < 30 else 12 if highest < 40 else 13 if highest < 50 else 14


def have_reached(totals: tuple[int, ...], points: int) -> list[bool]:
    """For each side whether one of its players has that many points."""
    return [max(totals[side], totals[side + 2]) >= points for side in (0, 1)]


def can_win(totals: tuple[int, ...], seat: int, points: int, profile: "Profile") -> bool:
    """Whether a player has that many points, and a partner who lets the side win (FH-GAME-1)."""
    enough = 1 if profile.partner_minimum == "positive" else 0
    return totals[seat] >= points and totals[(seat + 2) % SEATS] >= enough


def sides_at(totals: tuple[int, ...], points: int, profile: "Profile") -> list[int]:
    """The sides with a player who wins at that many points."""
    return [side for side in (0, 1) if any(can_win(totals, seat, points, profile) for seat in (side, side + 2))]


def contested(before: tuple[int, ...], after: tuple[int, ...], profile: "Profile") -> bool:
    """Whether players of both sides are at 41 so that the game is played on to 51.

    That is so when nobody is below zero, or when it was so before the hand. Of the totals before it one can tell: both
    sides at 41, and the game going on though one side could win.
    """
    if not all(have_reached(after, WINS_AT)):
        return False
    went_on = all(have_reached(before, WINS_AT)) and (min(before) >= 0 or bool(sides_at(before, WINS_AT, profile)))
    return min(after) >= 0 or went_on


def standing(before: tuple[int, ...], after: tuple[int, ...], profile: "Profile") -> Standing:
    """The points to win and the side that has won, after a hand (FH-GAME-1)."""
    target = PLAYS_ON_TO if contested(before, after, profile) else WINS_AT
    winners = sides_at(after, target, profile)
    return Standing(target, winners[0] if len(winners) == 1 else higher_sum(after) if winners else None)


def higher_sum(totals: tuple[int, ...]) -> int | None:
    """The side whose two players have more together; None when the sums are equal."""
    own, other = sides_of(totals)
    return None if own == other else 0 if own > other else 1


def sentences(bid: Rule, bids: Rule, score: Rule) -> dict[str, Line]:
    """What a game of this kind says by its own rules: of a bid, of all four, and of what one scores."""
    return {
        "bid_left_out": bid.line("Seat {seat}'s bid of {left_out} is not allowed and is ignored"),
        "enough": bids.line("The bids come to {sum}, at least {needed}"),
        "too_few": bids.line(
            "The bids come to {sum} of at least {too_few}: the hand is void, and the next player deals"
        ),
        "took": score.line("Seat {seat} bid {bid} and took {tricks}: {points} points"),
        "missed": score.line("Seat {seat} bid {bid} and took only {tricks}: {lost} points lost"),
    }


STYLE = Solo(
    chart={2: 2, 3: 3, 4: 4, 5: 10, 6: 12, 7: 14, 8: 16, 9: 27, 10: 30, 11: 33, 12: 36, 13: 0},
    least=least,
    needed=needed,
    all_wins=True,
    tie=standing,
    lead=HEARTS,
    end=GAME,
    **sentences(BID, SUM, SCORE),
)
