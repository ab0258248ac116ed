"""Calling: who sets trump and for how much, and whether the counting team holds any of it."""

from typing import TYPE_CHECKING

from ..rulebook import Rule, Trace, source
from .facts import Declaration, Hand, Infraction, Verdict
from .laws import ALL, ASSUMED, BOTH, CLUB, TRAD, laws
from .pack import JACKS, SUIT_MASKS
from .sizes import PRICES

if TYPE_CHECKING:
    from ..record import Event

law = laws("calling")

FIRST_RIGHT = law(
    "TH-CALL-1",
    "Who sets trump",
    "The player to the dealer's right sets trump unless an opponent outcalls that side.",
    CLUB,
    source("000", "001", note="the side opposite the dealer's"),
)
RISING = law(
    "TH-CALL-2",
    "Calls rise in tens",
    "Calls are 10, 20 and so on to 100, each higher than the last. Only an opponent of the player who holds the call "
    "may raise it, never the partner.",
    ALL,
    source("004", note="each call is the next step up"),
    parameters="call_step",
)
HIGHEST = law(
    "TH-CALL-3",
    "The highest call",
    "100 is the highest call. A club adds 104 over 100, which ends the calling.",
    BOTH,
    source("004", note="104 over 100"),
    parameters="max_call",
)
SETTING = law(
    "TH-CALL-4",
    "Setting trump",
    "The highest caller sets trump from the first four cards with one card face down, shown after the first lead. A "
    "trumper with four suits may take the suit of the last card dealt. A suit the trumper did not hold then is "
    "reported, but stands.",
    CLUB,
    TRAD,
)
BLIND = law(
    "TH-CALL-5",
    "Blind calls",
    "A blind call is made before looking at any card, and only another blind call may raise it. Won by the count, it "
    "opens two balls instead of one; lost by the count, it gives the opponents four. A double or a khanuck keeps its "
    "price.",
    BOTH,
    ASSUMED,
    parameters="blind_call blind_call_loss",
)
TRUMPLESS = law(
    "TH-CALL-6",
    "Trumpless",
    "When the counting team holds no trump the hand is void and dealt again; so is a declared hand when the caller's "
    "opponents hold none. Trip and monnie are exempt.",
    ALL,
    ASSUMED,
    parameters="trumpless",
)
UNNOTICED = law(
    "TH-CALL-7",
    "Trumpless and unnoticed",
    "The counting team must notice that it has no trump. In some houses, if it plays on to the end without noticing, "
    "its opponents open one ball. A declared hand is void either way.",
    source("000", "001", note="may lose a ball"),
    source("004", note="void either way"),
    ASSUMED,
    parameters="trumpless_unnoticed",
)
TOGETHER = law(
    "TH-CALL-8",
    "Both partners call at once",
    "When both partners call the same amount at once it counts as the next step up, at most the highest: both say 20 "
    "and the call is 30. The dealer says which of the two sets trump.",
    BOTH,
    parameters="simultaneous_call",
)

UNCALLED = FIRST_RIGHT.line("Nobody outcalled seat {trumper}, on the dealer's right: side {side} sets trump")
UNWRITTEN = FIRST_RIGHT.line("Seat {setter} set trump, though not on the dealer's right; no call is written down")
CALLED = RISING.line("Seat {caller} called {call}: side {side} sets trump")
CALLED_BLIND = BLIND.line("Seat {caller} called {call} blind: side {side} sets trump")
TOGETHER_LINE = TOGETHER.line("Both partners called {spoken} at once: it counts as {call}")
LEFT_OUT = RISING.line("Seat {seat}'s call of {amount} is not allowed and is ignored")
TRUMP_SET = SETTING.line("Seat {trumper} made {suit} trump")
VOID = TRUMPLESS.line("Side {side} had to count and held no trump: the hand is void and dealt again")
VOID_SAID = TRUMPLESS.line("A new deal was taken for want of trump, though {holding} held trump: the hand stays void")
BALL = UNNOTICED.line("Side {counting} held no trump and played on to the end: side {side} opens {points}")


def settle_calls(hand: Hand, trace: Trace) -> None:
    """Who holds the call, who sets trump, whether a declaration overrides both (TH-CALL-1 to 5 and 8, TH-THUN-1)."""
    holder = (hand.record.dealer + 1) % hand.players
    declared: list[Event] | None = None
    trump: Event | None = None
    for at, place, event in hand.record.transcript.calling:
        kind = event.type
        if kind == "call":
            closed = at or trump is not None or declared
            amount = None if closed else _accepted(hand, event, holder)
            if amount is None:
                trace.note(LEFT_OUT, event.seat & 1, seat=event.seat, amount=event.amount)
                hand.offend(Infraction("bad_call", event.seat, RISING, at, place=place))
                continue
            if event.both:
                trace.note(TOGETHER_LINE, event.seat & 1, spoken=event.amount, call=amount)
            holder, hand.call, hand.blind, hand.held_by_both = event.seat, amount, event.blind, event.both
        elif kind == "trump":
            if trump is not None or event.seat != holder:
                event = _trump_set(hand, place, at, event, holder, trump)
            if trump is None and event.seat == holder and _lacks_suit(hand, event):
                hand.offend(Infraction("bad_trump", event.seat, SETTING, at, place=place))
            trump = event
        elif kind == "declare" and _may_declare(hand, event, at, place):
            declared = [*(declared or ()), event]
    hand.trumper = trumper = holder if trump is None else trump.seat
    hand.trumping = trumper & 1
    if declared:
        _declare(hand, declared)
        return
    hand.trump = None if trump is None else trump.suit_number
    hand.leader = (trumper + 1) % hand.players
    if trace.on:
        note_calls(hand, holder, trace)


def note_calls(hand: Hand, holder: int, trace: Trace) -> None:
    """Say who sets trump, and for how much."""
    if not hand.call and hand.trumper != (hand.record.dealer + 1) % hand.players:
        trace.note(UNWRITTEN, hand.trumping, setter=hand.trumper)
    elif not hand.call:
        trace.note(UNCALLED, hand.trumping, trumper=hand.trumper)
    else:
        trace.note(CALLED_BLIND if hand.blind else CALLED, hand.trumping, hand.call, caller=holder, call=hand.call)
    if hand.trump is not None:
        trace.note(
            TRUMP_SET, hand.trumping, trumper=hand.trumper, suit=("spades", "hearts", "diamonds", "clubs")[hand.trump]
        )


def _accepted(hand: Hand, event: "Event", holder: int) -> int | None:
    """What a call counts as, or None when it is not allowed."""
    profile = hand.profile
    amount: int = event.amount
    held = hand.call
    if not (event.seat ^ holder) & 1 or amount <= held or amount > profile.max_call:
        return None
    if profile.call_step == "exact":
        if amount != next_step(held):
            return None
    elif amount % 10 and not (amount == 104 and held == 100):
        return None
    if event.blind != hand.blind and (hand.blind or profile.blind_call == "off"):
        return None
    if event.both and profile.simultaneous_call == "escalate":
        highest: int = profile.max_call
        return min(next_step(amount), highest)
    return amount


def next_step(amount: int) -> int:
    """The step above a call: ten more, and 104 over 100 (TH-CALL-2, TH-CALL-3)."""
    return amount + 10 if amount < 100 else 104


def _trump_set(hand: Hand, index: int, at: int, event: "Event", holder: int, before: "Event | None") -> "Event":
    if before is not None:
        if (before.seat, before.suit) != (event.seat, event.suit):
            hand.wrong(f"events[{index}]", "trump was set already")
        return before
    if (event.seat ^ holder) & 1:
        hand.wrong(
            f"events[{index}].seat", f"side {'AB'[holder & 1]} holds the call and sets trump, not seat {event.seat}"
        )
    elif event.seat != holder and not hand.held_by_both:
        hand.offend(Infraction("bad_trump", event.seat, SETTING, at, place=index))
    return event


def _lacks_suit(hand: Hand, event: "Event") -> bool:
    """Whether the deal shows that the trumper had no card of the suit then: among the first cards, or, with the suit of
    the last card, in the whole hand (TH-CALL-4)."""
    script = hand.record.transcript
    held = script.first[event.seat]
    if held is None:
        return False
    if event.last_card:
        if not script.wholes[0][event.seat]:
            return False
        held |= script.halves[0][event.seat]
    return event.suit_number is not None and not held & SUIT_MASKS[event.suit_number]


def _may_declare(hand: Hand, event: "Event", at: int, place: int) -> bool:
    from .declarations import TIMING

    if at == 0 and may_call(hand, event.kind, event.seat):
        return True
    hand.offend(Infraction("bad_call", event.seat, TIMING, at, place=place))
    return False


def may_call(hand: Hand, kind: str, seat: int) -> bool:
    """Whether a seat may declare that here: the house plays it; trip is the dealer's; monnie needs four cards of one
    suit with its jack, as far as the cards are known (TH6-2, TH6-3)."""
    from .declarations import is_played

    if not is_played(kind, hand.profile, hand.players):
        return False
    if kind == "trip":
        return seat == hand.record.dealer
    script = hand.record.transcript
    cards = script.halves[0][seat]
    if kind != "monnie" or not script.wholes[0][seat]:
        return True
    return any(cards & ~mask == 0 and bool(cards & JACKS) for mask in SUIT_MASKS)


def _declare(hand: Hand, declared: "list[Event]") -> None:
    """The declaration that is played: the trumper's, else the first (TH-THUN-1); it overrides every call."""
    event = next((event for event in declared if event.seat == hand.trumper), declared[0])
    named = event.suit_number if hand.profile.thunee_trump == "named" else None
    hand.declaration = Declaration(event.seat, event.kind, named)
    hand.trumping = event.seat & 1
    hand.leader = event.seat
    hand.call, hand.blind = 0, False
    hand.royal = event.kind in ("royals", "blind_royals")
    hand.trump = named
    if event.kind == "trip":
        hand.trump = None
    elif named is None or event.kind == "monnie":
        hand.trump = _first_suit(hand, event)


def _first_suit(hand: Hand, event: "Event") -> int | None:
    """The suit of the first card; of a monnie the caller's first, whoever played out of turn before it (TH6-3)."""
    from .pack import SUIT_OF

    script = hand.record.transcript
    plays = zip(script.seats, script.bits, strict=True)
    first = next((bit for seat, bit in plays if event.kind != "monnie" or seat == event.seat), None)
    return None if first is None else SUIT_OF[first]


def counting_has_trump(hand: Hand) -> bool | None:
    """Whether the counting team was dealt a trump; None when too little is written down to know (TH-CALL-6, TH2-5)."""
    if hand.trump is None or hand.trumping is None:
        return None
    mask = SUIT_MASKS[hand.trump]
    script = hand.record.transcript
    dealt, whole = script.dealt, script.whole
    if hand.declaration is not None:
        dealt, whole = script.halves[0], script.wholes[0]
    if hand.players == 4 and (dealt[1 - hand.trumping] | dealt[3 - hand.trumping]) & mask:
        return True
    seats = range(1 - hand.trumping, hand.players, 2)
    if any(dealt[seat] & mask for seat in seats):
        return True
    return False if all(whole[seat] for seat in seats) else None


def trumpless_voids(hand: Hand) -> bool:
    """Whether a counting team without trump voids this hand (TH-CALL-6): neither trip nor monnie, and with two players
    no declaration, which ends the hand before the second half is dealt (TH2-5)."""
    declared = hand.declaration
    exempt = declared is not None and (hand.players == 2 or declared.kind in PRICES)
    return hand.profile.trumpless == "void" and not exempt


def judge_trumpless(hand: Hand, trace: Trace) -> Verdict | None:
    """A void hand, or the ball for not noticing; None when the hand counts (TH-CALL-6, TH-CALL-7)."""
    profile = hand.profile
    if hand.counting_has_trump is not False or hand.trumping is None or not trumpless_voids(hand):
        return None
    rule: Rule = TRUMPLESS
    if hand.declaration is None and hand.unnoticed and profile.trumpless_unnoticed == "ball_to_trumpers":
        trace.note(BALL, hand.trumping, 1, counting="AB"[1 - hand.trumping])
        return Verdict("decided", "trumpless", None, hand.trumping, 1, rule=UNNOTICED)
    trace.note(VOID, 1 - hand.trumping)
    return Verdict("void", "trumpless", rule=rule)
