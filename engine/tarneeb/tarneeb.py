"""Tarneeb: two sides bid for the right to name trump, and the one that declares must take what it bid.

Its rules on the deal, on passing and on the play hold for the whole family, as far as the other games say nothing else.
"""

from typing import TYPE_CHECKING

from ..rulebook import Trace, laws, source
from ..scored import Verdict
from .facts import TRICKS, Contract, Hand, Sides

if TYPE_CHECKING:
    from ..profiles import Profile

WRITTEN = source("002")
ASSUMED = source("assumed")
law = laws("tarneeb")

DEAL = law(
    "TAR-DEAL-1",
    "The deal passes to the right",
    "The deal passes to the right after every hand. When all four pass, the same player deals again.",
    WRITTEN,
)
BIDDING = law(
    "TAR-BID-1",
    "Bidding",
    "Starting on the dealer's right, each player passes or bids a number of tricks from seven to thirteen, more than "
    "the last bid; the dealer, who speaks last, may equal the highest bid and take it. In some houses the bidding "
    "goes on until three in a row pass, and whoever passed stays out.",
    WRITTEN,
    parameters="bidding",
)
ALL_PASS = law(
    "TAR-BID-2",
    "All four pass",
    "When nobody bids the hand is void, and the same player deals again.",
    WRITTEN,
)
TRUMP = law(
    "TAR-BID-3",
    "Trump and the lead",
    "The highest bidder names trump and leads to the first trick. In some houses trump is the suit led first, and in "
    "some the bidder may play without trump. Players must follow suit; a revoke is reported and changes nothing.",
    WRITTEN,
    parameters="trump_by no_trump",
)
SCORE = law(
    "TAR-SCORE-1",
    "What a hand scores",
    "A side that takes at least the tricks it bid scores every trick it took. Otherwise it loses its bid, and the "
    "other side scores the tricks it took.",
    WRITTEN,
)
ALL_TRICKS = law(
    "TAR-SCORE-2",
    "All thirteen tricks",
    "A side that takes all thirteen tricks wins the game at once; in some houses only if it bid thirteen, or only if "
    "its score is not below zero, and otherwise it has the points of the hand. Elsewhere it scores 26 if it bid "
    "thirteen, and three points more than usual if it did not, also as defenders.",
    WRITTEN,
    parameters="all_thirteen instant_needs_bid instant_needs_nonnegative",
)
FAILED_THIRTEEN = law(
    "TAR-SCORE-3",
    "Thirteen bid and missed",
    "Where all thirteen tricks score a bonus, a failed bid of thirteen costs sixteen points and the others score "
    "double their tricks. In some houses it does so always, in some never.",
    WRITTEN,
    parameters="failed_thirteen",
)
GAME = law(
    "TAR-GAME-1",
    "Forty-one points win",
    "The first side with 41 points wins the game; some play to 31 or 61. Totals may be below zero. If both sides get "
    "there in one hand, the side that declared it wins.",
    source("002", note="41, of the Egyptian game"),
    source("trad", note="31 and 61"),
    ASSUMED,
    parameters="target",
)

PASSES_ON = DEAL.line("Seat {dealer} dealt, and the deal passes to the right: seat {next} deals next")
HIGHEST = BIDDING.line("Seat {seat} bid {bid}: side {side} declares")
LEFT_OUT = BIDDING.line("Seat {seat}'s bid of {left_out} is not allowed and is ignored")
NO_DOUBLE = BIDDING.line("Seat {wrong} doubled, but this game has no double: ignored")
PASSED = ALL_PASS.line("Nobody bid: the hand is void, and seat {again} deals again")
NAMED = TRUMP.line("Seat {seat} plays {suit}")
LED = TRUMP.line("Trump is {suit}, the suit of the first card")
BAD_TRUMP = TRUMP.line("Seat {wrong} may not say {said}: ignored")
MADE = SCORE.line("Side {side} bid {bid} and took {tricks}: {points} points")
FAILED = SCORE.line("Side {side} bid {bid} and took only {tricks}: it loses {lost}")
OWN_TRICKS = SCORE.line("Side {side} scores the {tricks} it took")
WINS_AT_ONCE = ALL_TRICKS.line("Side {side} took all {thirteen} tricks and wins the game at once")
NOT_BID = ALL_TRICKS.line("Side {side} did not bid all thirteen tricks, which alone wins the game: points only")
BELOW = ALL_TRICKS.line("All thirteen tricks do not win the game for a side below zero ({before}): points only")
BONUS_BID = ALL_TRICKS.line("Side {side} bid thirteen and took them all: {bonus} points instead of {own}")
BONUS = ALL_TRICKS.line("Side {side} took all thirteen tricks without bidding them: {more} points more")
FAILED_ALL = FAILED_THIRTEEN.line("Side {side} bid thirteen and took only {tricks}: it loses {lost}")
DOUBLE_TRICKS = FAILED_THIRTEEN.line("Side {side} scores double the {tricks} it took: {points} points")
WON = GAME.line("Side {side} has {total} points and wins the game")
BOTH = GAME.line("Both sides are at {target}: side {side} declared this hand and wins the game")


def worth(contract: Contract, tricks: tuple[int, int], hand: Hand, trace: Trace) -> Verdict:
    """What a contract was worth (TAR-SCORE-1 to 3)."""
    side, other = contract.side, 1 - contract.side
    own, theirs = tricks[side], tricks[other]
    scores = [0, 0]
    if own >= contract.bid:
        rule = SCORE
        scores[side] = own
        trace.note(MADE, side, own, bid=contract.bid, tricks=own)
    elif contract.bid == TRICKS and thirteen_costs_more(hand.profile):
        rule = FAILED_THIRTEEN
        scores[side], scores[other] = -16, 2 * theirs
        trace.note(FAILED_ALL, side, -16, tricks=own, lost=16)
        trace.note(DOUBLE_TRICKS, other, 2 * theirs, tricks=theirs)
    else:
        rule = SCORE
        scores[side], scores[other] = -contract.bid, theirs
        trace.note(FAILED, side, -contract.bid, bid=contract.bid, tricks=own, lost=contract.bid)
        trace.note(OWN_TRICKS, other, theirs, tricks=theirs)
    if TRICKS in tricks and _all_tricks(contract, tricks.index(TRICKS), scores, hand, trace):
        sweeper = tricks.index(TRICKS)
        return Verdict("decided", "instant_win", None, sweeper, (scores[0], scores[1]), contract.seat, ALL_TRICKS)
    made = own >= contract.bid
    kind, winner = ("made", side) if made else ("failed", other)
    return Verdict("decided", kind, None, winner, (scores[0], scores[1]), contract.seat, rule)


def thirteen_costs_more(profile: "Profile") -> bool:
    """Whether a failed bid of thirteen costs sixteen, and the others' tricks count double (TAR-SCORE-3)."""
    choice: str = profile.failed_thirteen
    return choice == "always" or (choice == "with_bonus" and profile.all_thirteen == "bonus")


def _all_tricks(contract: Contract, side: int, scores: list[int], hand: Hand, trace: Trace) -> bool:
    """Whether all thirteen tricks win a side the game; the bonus is put in where they do not (TAR-SCORE-2)."""
    profile = hand.profile
    bid = side == contract.side and contract.bid == TRICKS
    if profile.all_thirteen == "bonus":
        scores[side] = 26 if bid else scores[side] + 3
        if bid:
            trace.note(BONUS_BID, side, 26, bonus=26, own=TRICKS)
        else:
            trace.note(BONUS, side, scores[side], more=3)
        return False
    if profile.instant_needs_bid == "yes" and not bid:
        trace.note(NOT_BID, side)
        return False
    if profile.instant_needs_nonnegative == "yes" and hand.before[side] < 0:
        trace.note(BELOW, side, before=hand.before[side])
        return False
    trace.note(WINS_AT_ONCE, side, thirteen=TRICKS)
    return True


STYLE = Sides(
    auction=lambda profile: profile.bidding,
    worth=worth,
    lead=TRUMP,
    end=GAME,
    bid_left_out=LEFT_OUT,
    bid_stands=HIGHEST,
    named_suit=False,
)
