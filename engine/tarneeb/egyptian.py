"""Egyptian Tarneeb: bids name their suit, opponents may double, and the declaring side scores or loses twice."""

from ..rulebook import Trace, laws
from ..scored import Verdict
from .facts import Contract, Hand, Sides
from .tarneeb import ASSUMED, GAME, TRUMP, WRITTEN

SUIT_ORDER = "cdhs"  # from the lowest; no trump is above them all
law = laws("egyptian-tarneeb")

SUITS = law(
    "TAR-EG-1",
    "Bids name a suit",
    "A bid names tricks and a suit, and is higher than another with more tricks, or with as many in a higher suit: "
    "clubs, diamonds, hearts, spades, no trump. The lowest bid is seven clubs.",
    WRITTEN,
)
DOUBLE = law(
    "TAR-EG-2",
    "Double, and the end of the bidding",
    "On their turn an opponent of the highest bidder may double. The bidding ends after four turns in a row without a "
    "new bid, whether passes or a double. A player who passed may come back.",
    WRITTEN,
)
SCORE = law(
    "TAR-EG-3",
    "Doubled scores",
    "The declaring side of a doubled hand scores or loses twice; the other side's tricks are never doubled, and a "
    "later bid cancels the double. The first side with 41 wins. The dealer may not equal a bid, and all thirteen "
    "tricks win no game at once.",
    WRITTEN,
    ASSUMED,
)

STANDS = SUITS.line("Seat {seat} bid {bid} in {suit}: side {side} declares")
LEFT_OUT = SUITS.line("Seat {seat}'s bid of {left_out} in {suit} is not allowed and is ignored")
DOUBLED = DOUBLE.line("Seat {seat} doubled")
BAD_DOUBLE = DOUBLE.line("Seat {wrong} may not double here: ignored")
CANCELLED = SCORE.line("Seat {over} bid higher: the double before it is cancelled")
MADE = SCORE.line("Side {side} bid {bid} and took {tricks}: {points} points")
MADE_TWICE = SCORE.line("Side {side} bid {bid} and took {tricks}, doubled: twice {once}, {points} points")
FAILED = SCORE.line("Side {side} bid {bid} and took only {tricks}: it loses {lost}")
FAILED_TWICE = SCORE.line("Side {side} bid {bid} and took only {tricks}, doubled: it loses twice {once_lost}")
OWN_TRICKS = SCORE.line("Side {side} scores the {tricks} it took, never doubled")


def worth(contract: Contract, tricks: tuple[int, int], _hand: Hand, trace: Trace) -> Verdict:
    """What a contract was worth (TAR-EG-3)."""
    side, other = contract.side, 1 - contract.side
    own, bid = tricks[side], contract.bid
    times = 2 if contract.doubled else 1
    scores = [0, 0]
    made = own >= bid
    if made:
        scores[side] = own * times
        if contract.doubled:
            trace.note(MADE_TWICE, side, own * 2, bid=bid, tricks=own, once=own)
        else:
            trace.note(MADE, side, own, bid=bid, tricks=own)
    else:
        scores[side], scores[other] = -bid * times, tricks[other]
        if contract.doubled:
            trace.note(FAILED_TWICE, side, -bid * 2, bid=bid, tricks=own, once_lost=bid)
        else:
            trace.note(FAILED, side, -bid, bid=bid, tricks=own, lost=bid)
        trace.note(OWN_TRICKS, other, tricks[other], tricks=tricks[other])
    kind, winner = ("made", side) if made else ("failed", other)
    return Verdict("decided", kind, None, winner, (scores[0], scores[1]), contract.seat, SCORE)


STYLE = Sides(
    auction=lambda _profile: "open",
    worth=worth,
    lead=TRUMP,
    end=GAME,
    bid_left_out=LEFT_OUT,
    bid_stands=STANDS,
    named_suit=True,
)
