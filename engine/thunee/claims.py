"""What was said during the play, in order: jodhi, murrials, double, khanuck, accusations, new deals; and the end."""

from ..faults import after_the_end
from ..record import Mark
from ..rulebook import Trace
from . import deal, offences
from .calling import TRUMPLESS, VOID_SAID
from .double import call_double
from .facts import Hand, Infraction, SpecialCall, Verdict
from .jodhi import LEFT_OUT, NOT_DECLARED, Jodhis
from .sizes import FIRST_HALF_ONLY, NO_SPECIALS

AFTER_LAST_CARD = ("accuse", "jodhi", "murrials", "khanuck")


def hear(hand: Hand, trace: Trace) -> None:
    """Go through everything said, in order, until the hand ends; an event after the end is a fault."""
    jodhis = Jodhis(hand, trace)
    ended = False
    plain = hand.declaration is None and hand.lost_at is None
    for mark in hand.record.transcript.said:
        at, place, event = mark[:]
        kind = event.type
        if kind == "jodhi" and plain and not ended:  # by far the most common, and allowed at any time
            jodhis.call(at, place, event)
        elif kind == "accuse" and (event.seat ^ event.against) & 1 == 0:
            hand.wrong(f"events[{place}].against", "an accused player must be an opponent")
        elif ended:
            continue
        elif not event.late and (at >= hand.length or hand.lost_at is not None) and _is_over(hand, mark):
            hand.wrong(f"events[{place}]", after_the_end(kind))
        else:
            ended = _heard(hand, mark, jodhis, trace)
            if ended:
                _nothing_after(hand, mark)
    jodhis.close()


def _nothing_after(hand: Hand, end: Mark) -> None:
    """Every event after the one that ended the hand is a fault, but for an accusation marked late."""
    events = hand.record.events or ()
    for index in range(end.place + 1, len(events)):
        event = events[index]
        if not (event.type == "accuse" and event.late):
            hand.wrong(f"events[{index}]", after_the_end(event.type))


def _heard(hand: Hand, mark: Mark, jodhis: Jodhis, trace: Trace) -> bool:
    """Take one mark into account; True if it ends the hand."""
    event = mark.event
    kind = event.type
    if hand.declaration is not None and kind in ("jodhi", "double", "khanuck"):
        hand.offend(Infraction("bad_call", event.seat, NOT_DECLARED, mark.at, place=mark.place))
        trace.note(LEFT_OUT, event.seat & 1, seat=event.seat, call=kind)
    elif hand.players == 2 and kind in ("double", "khanuck"):
        hand.offend(Infraction("bad_call", event.seat, FIRST_HALF_ONLY, mark.at, place=mark.place))
        trace.note(NO_SPECIALS, event.seat & 1, seat=event.seat, call=kind)
    elif kind == "jodhi":
        jodhis.call(*mark)
    elif kind == "murrials":
        jodhis.murrials(mark)
    elif kind == "double":
        ended = call_double(hand, event.seat, double_timely(hand, event.seat, mark.at), trace)
        if hand.double is not None:
            jodhis.special_called = mark.place
        return ended
    elif kind == "khanuck":
        jodhis.special_called = mark.place
        if hand.khanuck is None:
            hand.khanuck = SpecialCall(event.seat, khanuck_timely(hand, event.seat, mark.at))
    elif kind == "accuse":
        return _accused(hand, mark, trace)
    elif kind == "redeal":
        _redealt(hand, mark, trace)
        return True
    return False


def _is_over(hand: Hand, mark: Mark) -> bool:
    """Whether the hand had ended by its cards before a mark: the last card, or the trick that lost a declared hand."""
    if hand.lost_at is not None and hand.lost_at <= mark.at and hand.lost_at < hand.length:
        return True
    if mark.at < hand.length:
        return False
    event = mark.event
    return not (event.type in AFTER_LAST_CARD or (event.type == "redeal" and event.reason == "trumpless"))


def _accused(hand: Hand, mark: Mark, trace: Trace) -> bool:
    """An accusation; True if it ends the hand."""
    outcome = offences.accuse(hand, mark, trace)
    if outcome is None:
        hand.doubt(mark)
    return outcome is True


def _redealt(hand: Hand, mark: Mark, trace: Trace) -> None:
    """The hand is void; a new deal nobody had a right to is said (TH-CALL-6, TH-DEAL-3)."""
    event = mark.event
    path = f"events[{mark.place}].reason"
    rule = deal.PACKETS
    if event.reason == "trumpless":
        rule = TRUMPLESS
        if hand.counting_has_trump:
            trace.note(VOID_SAID, hand.counting, holding="AB"[hand.counting or 0])
            hand.differ(path, "trumpless", None, rule)
        elif hand.counting_has_trump is None:
            hand.trust(path)
    elif event.reason == "low_hand":
        rule = deal.LOW_HAND
        granted = deal.low_hand_granted(hand, event.seat, hand.trumper or 0)
        if granted is False:
            trace.note(deal.NOT_GRANTED, None, granted=hand.profile.low_hand_redeal)
            hand.differ(path, "low_hand", None, rule)
        else:
            trace.note(deal.GRANTED, None, limit=hand.profile.low_hand_limit)
            if granted is None:
                hand.trust(path)
    trace.note(deal.REDEALT, None, reason=event.reason.replace("_", " "))
    hand.ending = Verdict("void", event.reason, rule=rule)


def _out(hand: Hand, at: int) -> tuple[int, ...]:
    """The seats that have played to the current trick after `at` cards."""
    seats: tuple[int, ...] = hand.record.transcript.seats[at - at % hand.players : at]
    return seats


def to_play(hand: Hand, at: int) -> int:
    """The seat whose turn it is after `at` cards."""
    done = at // hand.players
    leader = hand.winners[done - 1] if done else hand.leader or 0
    out = _out(hand, at)
    return next(seat for seat in ((leader + step) % hand.players for step in range(hand.players)) if seat not in out)


def _on_last_trick(hand: Hand, at: int) -> bool:
    last = hand.size.tricks - 1
    return at >= last * hand.players and len(hand.winners) >= last


def double_timely(hand: Hand, seat: int, at: int) -> bool:
    """Whether a double comes at an allowed moment of the last trick (TH-DBL-1)."""
    if at >= hand.length or not _on_last_trick(hand, at):
        return False
    rule = hand.profile.double_caller
    if rule == "own_turn":
        return seat == to_play(hand, at)
    leader = hand.winners[hand.size.tricks - 2]
    if seat == leader:
        return not _out(hand, at)
    return rule == "leader_or_partner" and (seat ^ leader) & 1 == 0 and seat not in _out(hand, at)


def khanuck_timely(hand: Hand, seat: int, at: int) -> bool:
    """Whether a khanuck comes at an allowed moment (TH-KHAN-1)."""
    if not _on_last_trick(hand, at):
        return False
    if hand.profile.khanuck_timing == "last_trick":
        return True
    return at < hand.length and to_play(hand, at) == seat
