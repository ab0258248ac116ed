"""Double: on the last trick, by a side that has won every trick so far."""

from ..rulebook import Trace, source
from .facts import Hand, SpecialCall, Verdict
from .laws import ASSUMED, BOTH, laws
from .race import double_on_cornerhouse

law = laws("double")

TIMING = law(
    "TH-DBL-1",
    "When double may be called",
    "Double is called on the last trick by a side that has won every trick so far: by the leader before leading or the "
    "leader's partner before playing, by the leader only, or by either partner on their turn, as the house plays.",
    source("000", "001", note="leader or partner"),
    source("004", note="the leader only"),
    source("trad", note="either partner on their turn"),
    parameters="double_caller",
)
WON = law(
    "TH-DBL-2",
    "Double made",
    "A double is made when the caller, or the caller's team, as the house plays, takes the last trick: two balls "
    "instead of the hand's.",
    source("000", "001", note="the caller"),
    source("004", note="the team; its additional points are assumed to be the same two balls"),
    parameters="double_winner double_win",
)
FAILED = law(
    "TH-DBL-3",
    "Double failed",
    "A double that fails, or is called without all the tricks, gives the opponents four balls.",
    BOTH,
    parameters="double_loss",
)
CORNERHOUSE = law(
    "TH-DBL-4",
    "No double on cornerhouse",
    "On cornerhouse calling double costs as much as a failed double, or the call is ignored, or it is allowed, as the "
    "house plays.",
    BOTH,
    parameters="cornerhouse_double cornerhouse_scope",
)
BACKSIDE = law(
    "TH-DBL-5",
    "Backside double",
    "A double against a side that called to set trump and took no trick is a backside double: four balls. Failed, it "
    "costs as much as any double. Where the house does not play it, it is an ordinary double.",
    source("000", note="a variant"),
    source("001"),
    ASSUMED,
    parameters="backside_double backside_double_win",
)

ALL_TRICKS = TIMING.line("Side {side} had won every trick when seat {seat} called double")
NOT_ALL = TIMING.line("Side {side} had not won every trick when seat {caller} called double")
MISTIMED = TIMING.line("Seat {mistimed} called double at the wrong moment")
TOOK = WON.line("Seat {winner} took the last trick: double made, side {side} opens {points}")
WENT_TO = WON.line("The last trick went to seat {winner}, not to seat {seat}")
MISSED = FAILED.line("The double of seat {seat} failed: side {side} opens {points}")
MISSED_BACKSIDE = BACKSIDE.line("The backside double of seat {seat} failed: side {side} opens {points}")
TOOK_BACKSIDE = BACKSIDE.line(
    "Seat {winner} took the last trick against a side that called: side {side} opens {points}"
)
BARRED = CORNERHOUSE.line("Seat {seat} called double on cornerhouse: side {side} opens {points}")
REFUSED = CORNERHOUSE.line("Seat {caller} called double on cornerhouse: the call is ignored")


def cornerhouse_applies(hand: Hand, seat: int) -> bool:
    """Whether a double of that seat is called on cornerhouse, by the score before the hand (TH-DBL-4)."""
    return double_on_cornerhouse(hand.balls, hand.record.before.khanuck_called, seat, hand.profile)


def call_double(hand: Hand, seat: int, timely: bool, trace: Trace) -> bool:
    """Take a double into account; True if the call ends the hand (TH-DBL-4). Only the first double counts."""
    if hand.double is not None:
        return False
    policy = hand.profile.cornerhouse_double
    if policy != "allowed" and cornerhouse_applies(hand, seat):
        if policy == "refused":
            trace.note(REFUSED, seat & 1, caller=seat)
            return False
        hand.double = SpecialCall(seat, timely)
        balls = hand.profile.double_loss
        trace.note(BARRED, 1 - (seat & 1), balls, seat=seat)
        hand.ending = Verdict("decided", "cornerhouse_double", None, 1 - (seat & 1), balls, seat, CORNERHOUSE)
        return True
    hand.double = SpecialCall(seat, timely)
    return False


def is_backside(hand: Hand, caller: int) -> bool:
    """Whether a double is a backside double: against a side that called to set trump (TH-DBL-5)."""
    return hand.profile.backside_double == "on" and caller & 1 == hand.counting and hand.call > 0


def judge_double(hand: Hand, called: SpecialCall, trace: Trace) -> Verdict:
    """Balls for a double (TH-DBL-1 to 3 and 5)."""
    seat, us = called.seat, called.seat & 1
    backside = is_backside(hand, seat)
    kind = "backside_double" if backside else "double"
    all_before = _all_before(hand, us)
    if not called.timely:
        trace.note(MISTIMED, us, mistimed=seat)
    elif all_before:
        trace.note(ALL_TRICKS, us, seat=seat)
    else:
        trace.note(NOT_ALL, us, caller=seat)
    took = hand.last_side == us if hand.profile.double_winner == "team" else hand.last_seat == seat
    if called.timely and all_before and took:
        line = TOOK_BACKSIDE if backside else TOOK
        balls = hand.profile.backside_double_win if backside else hand.profile.double_win
        trace.note(line, us, balls, winner=hand.last_seat)
        return Verdict("decided", kind, "made", us, balls, seat, line.rule)
    if called.timely and all_before:
        trace.note(WENT_TO, us, winner=hand.last_seat, seat=seat)
    line = MISSED_BACKSIDE if backside else MISSED
    trace.note(line, 1 - us, hand.profile.double_loss, seat=seat)
    return Verdict("decided", kind, "failed", 1 - us, hand.profile.double_loss, seat, line.rule)


def _all_before(hand: Hand, us: int) -> bool:
    """Whether a side won every trick before the last."""
    if hand.winners:
        return hand.tricks is not None and hand.tricks[us] == len(hand.winners) - (hand.last_side != us)
    if hand.tricks is not None:
        return hand.tricks[1 - us] == (0 if hand.last_side == us else 1)
    assert hand.points is not None
    return hand.points[1 - us] == 0
