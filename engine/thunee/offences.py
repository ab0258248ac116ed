"""Offences and accusations: what ends a hand with a four-ball, and the order in which endings are judged."""

from typing import TYPE_CHECKING

from ..rulebook import Trace, source
from . import pack
from .declarations import SIX_OF_SUIT
from .facts import Hand, Verdict
from .laws import ASSUMED, BOTH, TRAD, laws

if TYPE_CHECKING:
    from ..record import Mark
    from ..rulebook import Rule

law = laws("offences")

FOUR_BALL = law(
    "TH-PEN-1",
    "Four-ball",
    "An offence caught during the hand ends it: four balls to the other side, and nothing else counts.",
    BOTH,
    parameters="four_ball",
)
FALSE_ACCUSATION = law(
    "TH-PEN-2",
    "A wrong accusation",
    "A wrong accusation costs nothing, or ends the hand with four balls to the accused side, as the house plays.",
    ASSUMED,
    TRAD,
    parameters="false_accusation",
)
COVERS = law(
    "TH-PEN-3",
    "What an accusation covers",
    "Accusing a player of a revoke or an undercut covers every card that player has played so far in the hand, and is "
    "upheld by either. What the cards cannot show is for the referee to find, and is written down with the accusation.",
    TRAD,
)
LATE = law(
    "TH-PEN-4",
    "Found after the hand",
    "An offence that nobody accused during the hand is reported and changes nothing, or counts once a referee reopens "
    "the hand, as the house plays.",
    source("000", "001", note="caught during the game"),
    ASSUMED,
    parameters="late_accusation",
)
ORDER = law(
    "TH-PEN-5",
    "When several apply",
    "A new deal goes first; then an accusation that ends the hand or a cornerhouse penalty, whichever came first; then "
    "trumpless, the declaration, khanuck, double, and last the count.",
    TRAD,
)
FALSE_JODHI = law(
    "TH-PEN-6",
    "A jodhi without the cards",
    "Calling a jodhi without the cards is an offence if somebody accuses the caller, with or without murrials. A "
    "wrong time or value alone is no offence.",
    TRAD,
)

BY_REFEREE = ("signal", "trump_change", "other")
BY_CARDS = ("revoke", "undercut", "false_jodhi", "six_of_suit", "out_of_turn", "blind_look")
OFFENCES = BY_CARDS + BY_REFEREE
NAMES = {
    "revoke": "a revoke",
    "undercut": "an undercut",
    "false_jodhi": "a jodhi without the cards",
    "six_of_suit": "a declaration on six cards of one suit",
    "out_of_turn": "a card out of turn",
    "blind_look": "a card of the last two in a blind hand",
    "signal": "a signal",
    "trump_change": "a changed trump",
    "other": "an offence of another kind",
}

UPHELD = FOUR_BALL.line("Seat {seat} is caught in {offence}: side {side} opens {points}, and nothing else counts")
UPHELD_SIX = SIX_OF_SUIT.line("Seat {seat} declared on six cards of one suit: side {side} opens {points}")
VOID_SIX = SIX_OF_SUIT.line("Seat {caller} declared on six cards of one suit: no penalty here, the hand is void")
REJECTED = COVERS.line("Seat {seat} accused seat {against} of {offence}, wrongly: the hand goes on")
REJECTED_PAID = FALSE_ACCUSATION.line(
    "Seat {seat} accused seat {against} of {offence}, wrongly: side {side} opens {points}"
)
SHOWN = COVERS.line("The cards show it: seat {offender} played {card} in trick {trick}")
TOO_LATE = LATE.line("The accusation of seat {against} came after the hand: it changes nothing")
REOPENED = LATE.line("The referee reopened the hand for seat {reopened}'s offence")


def accuse(hand: Hand, mark: "Mark", trace: Trace) -> bool | None:
    """Judge an accusation on what was played so far (TH-PEN-1 to 4 and 6).

    True when it ends the hand (`hand.ending` says how), False when play goes on, None when the record does not show
    enough to say.
    """
    event = mark.event
    if event.late:
        if hand.profile.late_accusation == "barred":
            trace.note(TOO_LATE, None, against=event.against)
            return False
        trace.note(REOPENED, None, reopened=event.against)
    upheld = _upheld(hand, mark)
    if upheld is None:
        return None
    balls, rule = _price(hand, event.offence)
    side = event.seat & 1
    if upheld:
        _enforce(hand, mark)
        if rule is SIX_OF_SUIT and not balls:
            trace.note(VOID_SIX, None, caller=event.against)
            hand.ending = Verdict("void", "six_of_suit", rule=rule)
            return True
        _note_upheld(hand, mark, balls, trace)
        hand.ending = Verdict("decided", "four_ball", "upheld", side, balls, event.against, rule)
        return True
    cost: int = hand.profile.false_accusation
    values = {"seat": event.seat, "against": event.against, "offence": NAMES[event.offence]}
    if not cost:
        trace.note(REJECTED, None, **values)
        return False
    trace.note(REJECTED_PAID, 1 - side, cost, **values)
    hand.ending = Verdict("decided", "false_accusation", "rejected", 1 - side, cost, event.seat, FALSE_ACCUSATION)
    return True


def _price(hand: Hand, offence: str) -> "tuple[int, Rule]":
    if offence == "six_of_suit":
        return hand.profile.six_of_suit, SIX_OF_SUIT
    return hand.profile.four_ball, FOUR_BALL


def _upheld(hand: Hand, mark: "Mark") -> bool | None:
    """Whether the accused is guilty; None when the record does not show it."""
    event = mark.event
    accused, offence = event.against, event.offence
    if offence in BY_REFEREE:
        return event.upheld is True
    if offence == "six_of_suit":
        return six_of_suit(hand, accused)
    if offence == "false_jodhi":
        held = [claim.held for claim in hand.claims if claim.seat == accused and claim.index < mark.place]
        return True if False in held else None if None in held else False
    wanted = ("revoke", "undercut") if offence in ("revoke", "undercut") else (offence,)
    if any(i.seat == accused and i.offence in wanted and i.play < mark.at for i in hand.infractions):
        return True
    if offence == "blind_look" and _packets_unknown(hand, accused, mark.at):
        return None
    if offence == "out_of_turn" and hand.stuck and mark.at > (len(hand.winners) + 1) * hand.players:
        return None  # after a trick that nobody knows the winner of, nobody knows whose turn it was
    if "revoke" in wanted and any(s == accused and p < mark.at for s, p in hand.unsure):
        return None
    return False


def _packets_unknown(hand: Hand, accused: int, at: int) -> bool:
    """Whether nobody wrote down which cards a blind caller, who has played some, was dealt first (TH-BLIND-3)."""
    declared, script = hand.declaration, hand.record.transcript
    if declared is None or declared.seat != accused or not declared.kind.startswith("blind"):
        return False
    return script.first[accused] is None and accused in script.seats[:at]


def six_of_suit(hand: Hand, accused: int) -> bool | None:
    """Whether a seat declared on six cards of one suit (TH-THUN-5); None where too few of its cards are known."""
    declared = hand.declaration
    if declared is None or declared.seat != accused:
        return False
    script = hand.record.transcript
    cards = script.halves[0][accused]
    if not any(cards & mask == cards for mask in pack.SUIT_MASKS):
        return False
    return True if cards.bit_count() == 6 else None if not script.wholes[0][accused] else False


def _enforce(hand: Hand, mark: "Mark") -> None:
    """Mark the infractions that an upheld accusation rests on."""
    event = mark.event
    wanted = ("revoke", "undercut") if event.offence in ("revoke", "undercut") else (event.offence,)
    for infraction in hand.infractions:
        if infraction.seat == event.against and infraction.offence in wanted and infraction.play < mark.at:
            infraction.accused = infraction.enforced = True


def _note_upheld(hand: Hand, mark: "Mark", balls: int, trace: Trace) -> None:
    event = mark.event
    side = event.seat & 1
    for i in hand.infractions:
        if i.enforced and i.card is not None:
            trace.note(SHOWN, i.seat & 1, offender=i.seat, card=pack.TEXT_OF[i.card], trick=i.trick)
    if event.offence == "six_of_suit":
        trace.note(UPHELD_SIX, side, balls, seat=event.against)
    else:
        trace.note(UPHELD, side, balls, seat=event.against, offence=NAMES[event.offence])
