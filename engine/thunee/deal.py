"""Dealing: who deals, when a hand is dealt again, and who deals next."""

from typing import TYPE_CHECKING

from ..rulebook import Trace, source
from .laws import ALL, CLUB, laws

if TYPE_CHECKING:
    from ..profiles import Profile
    from .facts import Hand

law = laws("deal")

FIRST_DEALER = law(
    "TH-DEAL-1",
    "The first dealer",
    "To find the first dealer of a game, somebody shuffles and deals cards face up one at a time, starting on the "
    "right. Whoever gets the first black jack, clubs or spades, deals.",
    ALL,
)
PACKETS = law(
    "TH-DEAL-2",
    "Four cards, then two",
    "Everybody gets four cards. Trump is set from those four, then each player gets two more.",
    ALL,
)
LOW_HAND = law(
    "TH-DEAL-3",
    "A low hand may be dealt again",
    "A player whose first four cards count no more than the limit may ask for a new deal, if the house allows it. The "
    "same player deals again.",
    source("004", note="any player may ask"),
    source("trad", note="the trumper only"),
    parameters="low_hand_redeal low_hand_limit",
)
NEXT_DEALER = law(
    "TH-DEAL-4",
    "The next dealer",
    "The deal passes to the right when the dealer's side has at least as many balls as the others; while it is behind, "
    "the same player deals again. A void hand is dealt again by the same dealer.",
    CLUB,
    source("trad", note="after every hand"),
    parameters="dealer_rotation",
)
PASSES = NEXT_DEALER.line("Seat {dealer} dealt, and the deal passes to the right: seat {next} deals next")
STAYS = NEXT_DEALER.line("Seat {behind} dealt and is still behind: the same player deals again")
AGAIN = NEXT_DEALER.line("The hand is void: seat {again} deals it again")
REDEALT = PACKETS.line("The hand was dealt again: {reason}")
NOT_GRANTED = LOW_HAND.line("A new deal for a low hand is not allowed here ({granted}), but the hand stays void")
GRANTED = LOW_HAND.line("A new deal was asked for with a low hand: no more than {limit} points in the first four cards")


def next_dealer(dealer: int, players: int, balls: tuple[int, int], void: bool, profile: "Profile") -> int:
    """Who deals the next hand of a game that goes on (TH-DEAL-4)."""
    if void:
        return dealer
    own = dealer & 1
    if profile.dealer_rotation == "always" or balls[own] >= balls[1 - own]:
        return (dealer + 1) % players
    return dealer


def note_next_dealer(_hand: "Hand", dealer: int, following: int, void: bool, trace: Trace) -> None:
    """Say who deals next, and why."""
    if void:
        trace.note(AGAIN, again=dealer)
    elif following == dealer:
        trace.note(STAYS, behind=dealer)
    else:
        trace.note(PASSES, dealer=dealer, next=following)


def low_hand_granted(hand: "Hand", asked_by: int | None, trumper: int) -> bool | None:
    """Whether the profile grants a new deal for a low hand; None when the first four cards are unknown (TH-DEAL-3)."""
    from .pack import points

    profile = hand.profile
    if profile.low_hand_redeal == "off":
        return False
    if profile.low_hand_redeal == "trumper":
        if asked_by not in (None, trumper):
            return False
        seats = [trumper]
    else:
        seats = list(range(hand.players)) if asked_by is None else [asked_by]
    firsts = [hand.record.transcript.first[seat] for seat in seats]
    if any(first is not None and points(first) <= profile.low_hand_limit for first in firsts):
        return True
    return None if None in firsts else False
