"""The count: what the counting team has, and whether it is enough."""

from functools import cache

from ..rulebook import Line, Rule, Trace, source
from .calling import BLIND
from .facts import Hand, Verdict
from .laws import ALL, BOTH, laws

law = laws("count")

CARDS = law(
    "TH-COUNT-1",
    "The count",
    "The count is the card points in the counting team's tricks, adjusted by the rules below.",
    ALL,
)
LAST_TRICK = law(
    "TH-COUNT-2",
    "Ten for the last trick",
    "The last trick is worth ten to the side that wins it; in some houses the loser hands the ten over, so that the "
    "counting team gains or loses ten.",
    ALL,
    source("trad", note="handed over"),
    parameters="last_trick",
)
CALL = law(
    "TH-COUNT-3",
    "The call counts",
    "What the trumping team called is added to the counting team's count.",
    source("004"),
    source("000", "001", note="taken for granted"),
    parameters="call_counts",
)
JODHI = law(
    "TH-COUNT-4",
    "Jodhi in the count",
    "Jodhi of the counting team add to the count; jodhi of the trumping team take from it, which is the same as "
    "raising the 105.",
    ALL,
)
TARGET = law(
    "TH-COUNT-5",
    "105 wins the hand",
    "A counting team that reaches 105 wins the hand; otherwise the trumping team does. The hand is worth one ball.",
    ALL,
    parameters="target_count",
)
LOSS = law(
    "TH-COUNT-6",
    "Call and loss",
    "When a team called, kept trump and lost the hand, the counting team opens two balls instead of one.",
    BOTH,
    parameters="call_and_loss",
)

HAS = CARDS.line("Side {side} counts: its tricks have {cards}")
WON_TEN = LAST_TRICK.line("Side {side} won the last trick: {ten} more")
LOST_TEN = LAST_TRICK.line("Side {other} won the last trick: side {side} hands over {ten}")
NO_TEN = LAST_TRICK.line("Side {other} won the last trick: nothing for side {side}")
ADDED = CALL.line("{by} called {call}: added to {side}'s count")
OWN = JODHI.line("Jodhi of side {side}: {own} more")
THEIRS = JODHI.line("Jodhi of side {other}: {theirs} less")
REACHED = TARGET.line("{total} is at least {target}: side {side} wins the hand and opens {points}")
SHORT = TARGET.line("{total} is {short} short of {target}: side {side} wins the hand and opens {points}")
CALL_LOST = LOSS.line("{total} is at least {target}, and {by} had called: call and loss, side {side} opens {points}")
BLIND_WON = BLIND.line("{total} is {short} short of {target}, and the call was blind: side {side} opens {points}")
BLIND_CALL_LOST = BLIND.line("{total} is at least {target}, and {by} had called blind: side {side} opens {points}")
IN_ANY_CASE = {
    rule.id: rule.line("Whatever is not written down: side {side} wins the hand and opens {points}")
    for rule in (TARGET, LOSS, BLIND)
}

NAMES = "AB"


def last_trick_points(hand: Hand) -> int:
    """What the last trick adds to the count: +10, 0 or −10 (TH-COUNT-2)."""
    if hand.last_side != hand.trumping:
        return 10
    return -10 if hand.profile.last_trick == "transfer" else 0


def total(hand: Hand) -> int:
    """The count of the counting team; every fact it needs must be known (TH-COUNT-1 to 4)."""
    counting = 1 - hand.trumping  # type: ignore[operator]
    count = hand.points[counting] + (10 if hand.last_side == counting else last_trick_points(hand))  # type: ignore[index]
    if hand.call and hand.profile.call_counts == "yes":
        count += hand.call
    if hand.jodhi != (0, 0):
        count += hand.jodhi[counting] - hand.jodhi[1 - counting]
    return count


@cache
def _verdict(kind: str, winner: int, balls: int, seat: int | None, rule: Rule) -> Verdict:
    """One of the few verdicts a count can have, made once."""
    return Verdict("decided", kind, None, winner, balls, seat, rule)


def judge_count(hand: Hand, trace: Trace) -> Verdict:
    """Who wins the hand by the count, and how many balls (TH-COUNT-1 to 6, TH-CALL-5)."""
    profile = hand.profile
    trumping: int = hand.trumping  # type: ignore[assignment]
    count = total(hand)
    if trace.on:
        _note_count(hand, trace)
    if count < profile.target_count:
        line = BLIND_WON if hand.blind else SHORT
        verdict = _verdict("count", trumping, 2 if hand.blind else 1, None, line.rule)
    elif hand.call:
        line = BLIND_CALL_LOST if hand.blind else CALL_LOST
        balls = profile.blind_call_loss if hand.blind else profile.call_and_loss
        verdict = _verdict("call_and_loss", 1 - trumping, balls, hand.trumper, line.rule)
    else:
        line = REACHED
        verdict = _verdict("count", 1 - trumping, 1, None, line.rule)
    if trace.on:
        _note_result(count, profile.target_count, line, verdict, trumping, trace)
    return verdict


def _note_result(count: int, target: int, line: Line, verdict: Verdict, trumping: int, trace: Trace) -> None:
    values: dict[str, int | str] = {"total": count, "target": target}
    if count < target:
        values["short"] = target - count
    elif verdict.kind == "call_and_loss":
        values["by"] = NAMES[trumping]
    trace.note(line, verdict.winner, verdict.balls, **values)


def _note_count(hand: Hand, trace: Trace) -> None:
    assert hand.points is not None
    assert hand.trumping is not None
    trumping, counting = hand.trumping, 1 - hand.trumping
    trace.note(HAS, counting, hand.points[counting], cards=hand.points[counting])
    ten = last_trick_points(hand)
    if ten > 0:
        trace.note(WON_TEN, counting, ten, ten=ten)
    elif ten < 0:
        trace.note(LOST_TEN, counting, ten, other=NAMES[trumping], ten=-ten)
    else:
        trace.note(NO_TEN, counting, 0, other=NAMES[trumping])
    if hand.call and hand.profile.call_counts == "yes":
        trace.note(ADDED, counting, hand.call, by=NAMES[trumping], call=hand.call)
    if hand.jodhi[counting]:
        trace.note(OWN, counting, hand.jodhi[counting], own=hand.jodhi[counting])
    if hand.jodhi[trumping]:
        trace.note(THEIRS, counting, -hand.jodhi[trumping], other=NAMES[trumping], theirs=hand.jodhi[trumping])
