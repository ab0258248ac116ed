"""The count: what the counting team has, and whether it is enough."""

from engine.rulebook import Trace, source
from engine.thunee.calling import BLIND
from engine.thunee.facts import Hand, Verdict
from engine.thunee.laws import ALL, BOTH, laws

law = laws("count")

CARDS = law(
    "TH-COUNT-1",
    "The count",
    "The count is what the cards in the tricks of the counting team count, with the adjustments below.",
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
    "Jodhi of the counting team add to the count; jodhi of the trumping team take from it, which is the same as raising "
    "the 105.",
    ALL,
)
TARGET = law(
    "TH-COUNT-5",
    "105 wins the hand",
    "A counting team that reaches 105 wins the hand, else the trumping team does. The hand is worth one ball.",
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

NAMES = "AB"


def last_trick_points(hand: Hand) -> int:
    """What the last trick adds to the count: +10, 0 or −10 (TH-COUNT-2)."""
    if hand.last_side == hand.counting:
        return 10
    return -10 if hand.profile.last_trick == "transfer" else 0


def total(hand: Hand) -> int:
    """The count of the counting team; every fact it needs must be known (TH-COUNT-1 to 4)."""
    assert hand.points is not None and hand.trumping is not None
    counting = 1 - hand.trumping
    call = hand.call if hand.profile.call_counts == "yes" else 0
    return hand.points[counting] + last_trick_points(hand) + call + hand.jodhi[counting] - hand.jodhi[hand.trumping]


def judge_count(hand: Hand, trace: Trace) -> Verdict:
    """Who wins the hand by the count, and how many balls (TH-COUNT-1 to 6, TH-CALL-5)."""
    profile = hand.profile
    trumping: int = hand.trumping  # type: ignore[assignment]
    counting = 1 - trumping
    count = total(hand)
    if trace.on:
        _note_count(hand, trace)
    return verdict_for(hand, trumping, counting, count, profile.target_count, trace)


def verdict_for(hand: Hand, trumping: int, counting: int, count: int, target: int, trace: Trace) -> Verdict:
    """The verdict on a count (TH-COUNT-5 and 6, TH-CALL-5)."""
    profile = hand.profile
    reached = count >= target
    if not hand.call:
        line = REACHED if reached else SHORT
        balls, kind = 1, "count"
    elif hand.blind:
        line = BLIND_CALL_LOST if reached else BLIND_WON
        balls, kind = (profile.blind_call_loss, "call_and_loss") if reached else (2, "count")
    else:
        line = CALL_LOST if reached else SHORT
        balls, kind = (profile.call_and_loss, "call_and_loss") if reached else (1, "count")
    side = counting if reached else trumping
    if trace.on:
        values: dict[str, int | str] = {"total": count, "target": target}
        if not reached:
            values["short"] = target - count
        elif hand.call:
            values["by"] = NAMES[trumping]
        trace.note(line, side, balls, **values)
    seat = hand.trumper if kind == "call_and_loss" else None
    return Verdict("decided", kind, None, side, balls, seat, line.rule)


def _note_count(hand: Hand, trace: Trace) -> None:
    assert hand.points is not None and hand.trumping is not None
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
