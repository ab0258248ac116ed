"""In which order what happened in a hand counts (TH-PEN-5), whether it is known from the cards or from a tally."""

from ..rulebook import Trace
from .calling import judge_trumpless
from .count import judge_count
from .declarations import judge_declaration
from .double import judge_double
from .facts import Hand, Verdict
from .khanuck import judge_khanuck


def in_order(hand: Hand, trace: Trace) -> Verdict:
    """Trumpless, the declaration, khanuck, double, and last the count (TH-PEN-5)."""
    if hand.counting_has_trump is False:
        verdict = judge_trumpless(hand, trace)
        if verdict is not None:
            return verdict
    if hand.declaration is not None:
        return judge_declaration(hand, hand.declaration, trace)
    if hand.khanuck is not None:
        return judge_khanuck(hand, hand.khanuck, trace)
    if hand.double is not None:
        return judge_double(hand, hand.double, trace)
    return judge_count(hand, trace)
