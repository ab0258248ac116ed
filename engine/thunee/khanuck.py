"""Khanuck: called for the last trick, by a side that says its jodhi and the ten outweigh all the others took."""

from ..rulebook import Line, Trace, source
from .facts import Hand, SpecialCall, Verdict
from .laws import ALL, ASSUMED, BOTH, CLUB, laws

law = laws("khanuck")

TIMING = law(
    "TH-KHAN-1",
    "When khanuck may be called",
    "Khanuck is called on the last trick: at any time from the end of the trick before to the end of the hand, or on "
    "the caller's turn to play the last card, as the house plays.",
    source("000", "001", note="from the end of the trick before"),
    source("004", note="on the caller's turn"),
    parameters="khanuck_timing",
)
GOOD = law(
    "TH-KHAN-2",
    "Khanuck is good",
    "A khanuck is good when the side's own jodhi and ten are more than the opponents' card points and jodhi together. "
    "Equal is not enough: with a jodhi of 50 the opponents must be below 60.",
    ALL,
)
CALLS = law(
    "TH-KHAN-3",
    "Khanuck and the call",
    "Calls to set trump are left out, or corrected for: added to the opponents when they count, taken from them when "
    "they trumped.",
    source("000", "001", note="left out"),
    source("004", note="corrected for"),
    parameters="khanuck_counts_call",
)
LAST_TRICK = law(
    "TH-KHAN-4",
    "Who must take the last trick",
    "The last trick must go to the caller's team, or to the caller, as the house plays.",
    source("000", "001", note="the caller's team"),
    source("004", note="the caller"),
    parameters="khanuck_last_trick",
)
OPPONENTS_TRICK = law(
    "TH-KHAN-5",
    "The opponents must have a trick",
    "In some houses a khanuck is good only when the opponents have won a trick.",
    CLUB,
    parameters="khanuck_needs_opponent_trick",
)
PRICE = law(
    "TH-KHAN-6",
    "Khanuck made or failed",
    "A khanuck made opens three balls instead of the hand's; a failed one gives the opponents four.",
    BOTH,
    parameters="khanuck_win khanuck_loss",
)
BACKSIDE = law(
    "TH-KHAN-7",
    "Backside khanuck",
    "A khanuck by the counting team against a side that called, or against any trumping side, is a backside khanuck. "
    "Made, it opens six balls; failed, it costs as much as any khanuck. Where the house does not play it, it is an "
    "ordinary khanuck.",
    source("000", note="a variant"),
    source("001"),
    source("trad", note="against any trumping side"),
    ASSUMED,
    parameters="backside_khanuck backside_khanuck_win",
)
FORFEITED = law(
    "TH-KHAN-8",
    "Forfeited jodhi do not help",
    "A jodhi forfeited by murrials does not count for a khanuck.",
    source("000", "001", note="follows from TH-MURR-1"),
)
NEEDS_JODHI = law(
    "TH-KHAN-9",
    "Only with a jodhi",
    "Only a side with a jodhi that counts may call khanuck, where the house asks for one.",
    source("000", "001"),
    source("004", note="silent"),
    parameters="khanuck_needs_jodhi",
)

CALLED = TIMING.line("Seat {seat} called khanuck in time")
MISTIMED = TIMING.line("Seat {mistimed} called khanuck at the wrong moment: it fails")
NO_JODHI = NEEDS_JODHI.line("Side {side} has no jodhi that counts: the khanuck fails")
FORFEIT = FORFEITED.line("A jodhi of side {side} was forfeited by murrials and does not count")
OURS = GOOD.line("Side {side} has {own} in jodhi and ten: {ours}")
THEIRS = GOOD.line("Side {side} took {cards} in cards and has {jodhi} in jodhi: {theirs}")
ADDED = CALLS.line("The call of {call} is added to the counting team's points: {theirs}")
TAKEN = CALLS.line("The call of {call} is taken from the trumping team's points: {left}")
ENOUGH = GOOD.line("{ours} is more than {theirs}: the khanuck is good")
NOT_ENOUGH = GOOD.line("{ours} is not more than {theirs}, by {missing}: the khanuck fails")
TRICK_LOST = LAST_TRICK.line("The last trick went to seat {seat}: the khanuck fails")
TRICK_WON = LAST_TRICK.line("The last trick went to seat {winner}, as it must")
NO_TRICK = OPPONENTS_TRICK.line("The opponents won no trick: the khanuck fails")
MADE = PRICE.line("Khanuck made: side {side} opens {points}")
FAILED = PRICE.line("Khanuck failed: side {side} opens {points}, against seat {seat}")
BACKSIDE_MADE = BACKSIDE.line("Backside khanuck made: side {side} opens {points}")
BACKSIDE_FAILED = BACKSIDE.line("Backside khanuck failed: side {side} opens {points}, against seat {seat}")


def is_backside(hand: Hand, caller: int) -> bool:
    """Whether a khanuck is a backside khanuck (TH-KHAN-7)."""
    played = hand.profile.backside_khanuck
    return caller & 1 == hand.counting and (played == "always" or (played == "when_called" and hand.call > 0))


def judge_khanuck(hand: Hand, called: SpecialCall, trace: Trace) -> Verdict:
    """Balls for a khanuck call (TH-KHAN-1 to 9)."""
    us = called.seat & 1
    good = _is_good(hand, called.seat, called.timely, trace)
    backside = is_backside(hand, called.seat)
    line: Line
    if good:
        line = BACKSIDE_MADE if backside else MADE
        balls = hand.profile.backside_khanuck_win if backside else hand.profile.khanuck_win
        trace.note(line, us, balls)
    else:
        line = BACKSIDE_FAILED if backside else FAILED
        balls = hand.profile.khanuck_loss
        trace.note(line, 1 - us, balls, seat=called.seat)
    kind = "backside_khanuck" if backside else "khanuck"
    return Verdict("decided", kind, "made" if good else "failed", us if good else 1 - us, balls, called.seat, line.rule)


def _is_good(hand: Hand, seat: int, timely: bool, trace: Trace) -> bool:
    us = seat & 1
    if not timely:
        trace.note(MISTIMED, us, mistimed=seat)
        return False
    trace.note(CALLED, us, seat=seat)
    if any(claim.murrials == "upheld" and claim.seat & 1 == us for claim in hand.claims):
        trace.note(FORFEIT, us)
    if hand.profile.khanuck_needs_jodhi == "yes" and not hand.jodhi[us]:
        trace.note(NO_JODHI, us)
        return False
    if not _outweighs(hand, us, trace):
        return False
    if hand.profile.khanuck_needs_opponent_trick == "yes" and _tricks_of(hand, 1 - us) == 0:
        trace.note(NO_TRICK, us)
        return False
    last = hand.last_seat
    took = hand.last_side == us if hand.profile.khanuck_last_trick == "team" else last == seat
    trace.note(TRICK_WON if took else TRICK_LOST, us, **{"winner" if took else "seat": last})
    return took


def _outweighs(hand: Hand, us: int, trace: Trace) -> bool:
    assert hand.points is not None
    them = 1 - us
    ours = hand.jodhi[us] + 10
    theirs = hand.points[them] + hand.jodhi[them]
    trace.note(OURS, us, ours, own=hand.jodhi[us], ours=ours)
    trace.note(THEIRS, them, theirs, cards=hand.points[them], jodhi=hand.jodhi[them], theirs=theirs)
    if hand.profile.khanuck_counts_call == "yes" and hand.call:
        if them == hand.counting:
            theirs += hand.call
            trace.note(ADDED, them, hand.call, call=hand.call, theirs=theirs)
        else:
            theirs -= hand.call
            trace.note(TAKEN, them, -hand.call, call=hand.call, left=theirs)
    if ours > theirs:
        trace.note(ENOUGH, us, ours - theirs, ours=ours, theirs=theirs)
        return True
    trace.note(NOT_ENOUGH, us, ours - theirs, ours=ours, theirs=theirs, missing=theirs - ours + 1)
    return False


def _tricks_of(hand: Hand, side: int) -> int:
    assert hand.points is not None
    return hand.tricks[side] if hand.tricks is not None else int(hand.points[side] > 0)
