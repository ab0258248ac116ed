"""What a hand of Tunge is worth, from the turns or from a tally of the cards left."""

from typing import Any

from ..record import HandRecord
from ..rulebook import SILENT, Trace
from ..scored import Verdict
from ..scores import row
from . import sequences
from .facts import Hand, Tally
from .sequences import points
from .turns import go_through


def judge(record: HandRecord, trace: Trace = SILENT) -> tuple[Hand, Verdict]:
    """The facts of a hand and what it is worth; never raises on a record that `read` made."""
    hand = Hand(record)
    events: Any = record.events or ()
    played = any(event.type == "play" for event in events)
    go_through(hand, events, trace)
    tally: Tally = record.tally or Tally()
    if hand.faults:
        return hand, Verdict("invalid", None, reasons=tuple(hand.faults))
    missing = _from_turns(hand, tally) if played or record.tally is None else _from_tally(hand, tally, trace)
    if missing:
        return hand, Verdict("undecidable", None, reasons=tuple(missing))
    return hand, _score(hand, trace)


def _from_turns(hand: Hand, tally: Tally) -> list[tuple[str, str]]:
    """The cards left as the turns show them; a tally fills in what they do not."""
    if hand.record.events is None:
        return [("events", "neither the events nor a tally was written down")]
    if hand.out is None:
        return [("events", "nobody has played out yet")]
    tally_left = tally.get("left") or [None] * hand.players
    hand.left, missing = [], []
    for seat, held in enumerate(hand.hands):
        due = hand.pick_up is not None and hand.pick_up.seat == seat
        known = held.cards if not held.unknown and not due else None
        if known is None and tally_left[seat] is not None and seat != hand.out:
            hand.trusted.append(f"tally.left[{seat}]")
            known = tally_left[seat]
        elif known is not None and tally_left[seat] is not None and sorted(known) != sorted(tally_left[seat] or []):
            written = " ".join(tally_left[seat] or [])
            hand.differences.append(row(f"tally.left[{seat}]", written, " ".join(known), sequences.WINNING.id))
        elif known is None:
            missing.append(_unknown(hand, seat, due))
        hand.left.append(known)
    return missing


def _unknown(hand: Hand, seat: int, due: bool) -> tuple[str, str]:
    """Why the cards a seat has left are not known."""
    if not due or hand.pick_up is None:
        return "deal", f"the cards seat {seat} has left are not all known"
    owed = hand.pick_up.owed
    number = "an unknown number of cards" if owed is None else "1 card" if owed == 1 else f"{owed} cards"
    return "events", f"seat {seat} has to pick up {number} before the hand is counted ({sequences.PICK_UP.id})"


def _from_tally(hand: Hand, tally: Tally, trace: Trace) -> list[tuple[str, str]]:
    """The cards left as the sheet has them: whoever has none has played out."""
    left = tally.get("left")
    if left is None:
        return [("tally.left", "the cards the players have left are not written down")]
    hand.left = left
    hand.out = next((seat for seat, cards in enumerate(left) if cards == []), None)
    if hand.out is not None:
        trace.note(sequences.PLAYED_OUT, None, seat=hand.out)
    unknown = [seat for seat, cards in enumerate(left) if cards is None]
    if hand.out is None and not unknown:
        return [("tally.left", "nobody has played out")]
    return [(f"tally.left[{seat}]", f"the cards seat {seat} has left are not written down") for seat in unknown]


def _score(hand: Hand, trace: Trace) -> Verdict:
    """Nothing for whoever played out, for the others the cards they have left (TUN-WIN-1)."""
    scores = [points(cards or []) for cards in hand.left or []]
    for seat, cards in enumerate(hand.left or []):
        if seat != hand.out:
            trace.note(sequences.LEFT, None, scores[seat], seat=seat, left=" ".join(cards or []))
    return Verdict("decided", "scored", None, None, tuple(scores), hand.out, sequences.WINNING)
