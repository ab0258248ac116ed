"""A hand is judged, from the cards or from a tally."""

from ..record import HandRecord
from ..rulebook import SILENT, Trace
from .calling import counting_has_trump, settle_calls, trumpless_voids
from .claims import hear
from .count import judge_count
from .declarations import note_declaration
from .facts import Hand, Verdict
from .order import in_order
from .play import play
from .tally import judge_tally


def judge(record: HandRecord, trace: Trace = SILENT) -> tuple[Hand, Verdict]:
    """The facts of a hand and what it is worth; never raises on a record that `read` made."""
    hand = Hand(record, record.profile)
    script = record.transcript
    if record.tally is None or script.bits:
        settle_calls(hand, trace)
        return hand, _by_cards(hand, trace)
    settle_calls(hand, SILENT)
    hear(hand, trace)
    if hand.faults:
        return hand, invalid(hand)
    if hand.ending is not None:
        return hand, hand.ending
    return hand, judge_tally(hand, trace)


def _by_cards(hand: Hand, trace: Trace) -> Verdict:
    script = hand.record.transcript
    whole = play(hand)
    hand.counting_has_trump = counting_has_trump(hand)
    if hand.declaration is not None:
        note_declaration(hand, trace)
    if script.said:
        hear(hand, trace)
    elif whole and not hand.faults:
        counts = hand.counting_has_trump and hand.declaration is None
        return judge_count(hand, trace) if counts else in_order(hand, trace)
    if script.overfull or hand.unsure:
        _say_what_is_unknown(hand)
    if hand.faults:
        return invalid(hand)
    if hand.ending is not None:
        return hand.ending
    if not (hand.complete or hand.lost_at is not None) or hand.doubts:
        return Verdict("undecidable", None, reasons=tuple(_missing(hand)))
    if hand.counting_has_trump is None and trumpless_voids(hand):
        message = "the deal is missing, so whether the counting team held trump is unknown"
        return Verdict("undecidable", None, reasons=(("deal", message),))
    return in_order(hand, trace)


def _say_what_is_unknown(hand: Hand) -> None:
    """Cards nobody can tell were allowed, and hands with more cards than they can have."""
    script = hand.record.transcript
    hand.trust(*(f"events[{script.places[number]}].card" for _, number in hand.unsure))
    for seat in script.overfull:
        hand.wrong(f"deal[{seat}]", f"seat {seat} played cards its hand has no room for")


def invalid(hand: Hand) -> Verdict:
    """The record cannot have happened."""
    return Verdict("invalid", None, reasons=hand.faults)


def _missing(hand: Hand) -> list[tuple[str, str]]:
    """What an undecidable record lacks, with its path."""
    script = hand.record.transcript
    missing = []
    if hand.record.events is None:
        missing.append(("events", "neither the events nor a tally was written down"))
    if hand.trump is None and hand.declaration is None and not any(m.event.type == "trump" for m in script.marks):
        missing.append(("events", "there is no trump event: what was trump is unknown"))
    if len(script.bits) < hand.length and hand.lost_at is None and not hand.stuck:
        missing.append(
            ("events", f"the record stops after {len(script.bits)} of {hand.length} cards, before the end of the hand")
        )
    elif hand.stuck:
        missing.append(("events", f"who won trick {len(hand.winners) + 1} depends on what was trump"))
    for mark in hand.doubts:
        missing.append(
            (
                f"events[{mark.place}]",
                f"the cards written down do not show whether seat {mark.event.against} is guilty of it",
            )
        )
    return missing


def judge_with_trump(record: HandRecord, suit: int, trace: Trace) -> Verdict:
    """What a whole play would be worth if `suit` had been trump; invalid when the play does not allow that suit."""
    hand = Hand(record, record.profile)
    settle_calls(hand, trace)
    hand.trump = suit
    return _by_cards(hand, trace)
