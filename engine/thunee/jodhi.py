"""Jodhi and murrials: which jodhi count, for how much, and which are forfeit."""

from typing import TYPE_CHECKING

from ..rulebook import Trace, source
from . import pack
from .facts import Claim, Hand, Infraction
from .laws import ALL, ASSUMED, BOTH, CLUB, laws

if TYPE_CHECKING:
    from ..record import Event, Mark

law = laws("jodhi")

VALUES = law(
    "TH-JODHI-1",
    "What a jodhi is worth",
    "King and queen of a suit are worth 20, jack, king and queen 30; of trump 40 and 50.",
    ALL,
)
WINDOW = law(
    "TH-JODHI-2",
    "When a jodhi may be called",
    "After a trick, a player of the side that won it may call a jodhi: after that side's own first or third trick, "
    "after the first or third trick of the hand, or after any trick, as the house plays.",
    source("000", note="the side's own first or third trick"),
    source("001", "004", note="the first or third trick of the hand"),
    source("trad", note="any trick"),
    parameters="jodhi_window",
)
CLOSES = law(
    "TH-JODHI-3",
    "When the window closes",
    "The window closes when the third card of the next trick is played, or at the next lead. No window opens after the "
    "last trick.",
    source("000", "001", note="third card"),
    source("004", note="at once"),
    parameters="jodhi_closes",
)
HOLDING = law(
    "TH-JODHI-4",
    "Holding the cards",
    "The cards of a jodhi must be held when it is called, or must have been dealt to the player, as the house plays.",
    ALL,
    source("trad", note="dealt"),
    parameters="jodhi_holding",
)
ONCE = law(
    "TH-JODHI-5",
    "A suit scores once",
    "A suit scores once, and a card counts in one jodhi only: king, queen and jack of trump with king and queen of "
    "another suit are 50 + 20 = 70.",
    CLUB,
)
TOGETHER = law(
    "TH-JODHI-6",
    "Several at once, or by the partner",
    "Several jodhi may be called together, and a partner may call.",
    CLUB,
)
NOT_DECLARED = law(
    "TH-JODHI-7",
    "None in a declared hand",
    "There is no jodhi, double or khanuck in a thunee or royals hand.",
    CLUB,
)
MURRIALS = law(
    "TH-MURR-1",
    "Murrials",
    "An opponent answers murrials to a jodhi called at a wrong time, at a wrong value or without the cards: its points "
    "are forfeit, and that suit may not be called again this hand.",
    BOTH,
    ASSUMED,
    parameters="murrials",
)
AT_ONCE = law(
    "TH-MURR-2",
    "Murrials at once",
    "Murrials is said before the next card, double or khanuck, never afterwards; a late one is refused.",
    BOTH,
)
UNANSWERED = law(
    "TH-MURR-3",
    "A wrong jodhi nobody answers",
    "It stands as called, or is corrected to its true value (nothing if mistimed or not held), as the house plays.",
    BOTH,
    ASSUMED,
    parameters="unanswered_jodhi",
)
GOOD_ALL_THE_SAME = law(
    "TH-MURR-4",
    "Murrials against a good jodhi",
    "Murrials against a good jodhi changes nothing.",
    ASSUMED,
)

GOOD = VALUES.line("Seat {seat} called a jodhi of {value} in {suit}: good for side {side}")
SPENT = ONCE.line("Seat {seat}'s jodhi of {value} in {suit} scores nothing: that suit has scored or is barred")
FORFEIT = MURRIALS.line("Murrials from seat {by}: seat {seat}'s jodhi of {value} in {suit} was {why} and is forfeit")
FORFEIT_WRITTEN = MURRIALS.line("Murrials, upheld at the table: seat {seat}'s jodhi of {value} in {suit} is forfeit")
LATE = AT_ONCE.line("Murrials from seat {by} came too late")
REJECTED = GOOD_ALL_THE_SAME.line("Murrials from seat {by} against a good jodhi changes nothing")
STANDS = UNANSWERED.line("Seat {seat}'s jodhi of {value} in {suit} was {why}; nobody answered: it stands at {counts}")
CORRECTED = UNANSWERED.line("Seat {seat}'s jodhi of {value} in {suit} was {why}: corrected to {true}")
ANSWERS_NOTHING = MURRIALS.line("Murrials from seat {by} answers no jodhi and is ignored")
LEFT_OUT = NOT_DECLARED.line("Seat {seat}'s {call} is ignored: the hand was declared")


class Jodhis:
    """The jodhi of one hand as they are called: what scored, what is barred, what is still to be answered."""

    __slots__ = ("barred", "claims", "hand", "places", "scored", "special_called", "trace")

    def __init__(self, hand: Hand, trace: Trace) -> None:
        self.hand = hand
        self.trace = trace
        self.claims: list[Claim] = []
        hand.claims = self.claims  # one list: it grows as they are called
        self.scored: dict[int, Claim] = {}
        self.barred: set[int] = set()
        self.special_called = -1
        self.places: list[int] = []  # where in the explanation each claim was called

    def call(self, at: int, place: int, event: "Event") -> None:
        """A jodhi is called: judge it, and count it until somebody answers (TH-JODHI-1 to 6)."""
        hand = self.hand
        suit, seat, jack = event.suit_number, event.seat, event.jack
        true = true_value(suit, jack, hand.trump)
        claim = Claim(place, seat, suit, jack, event.value, true, timely(hand, seat, at), _held(hand, event, at))
        self.settle(claim)

    def settle(self, claim: Claim) -> None:
        """Take a claim in: whether it is good, and what it scores as long as nobody answers it (TH-JODHI-5,
        TH-MURR-3)."""
        self.claims.append(claim)
        self.places.append(self.trace.place())
        suit = claim.suit
        if suit is not None and (suit in self.scored or suit in self.barred):
            claim.barred = True
            return
        claim.good = claim.value == claim.true_value and claim.timely is True and claim.held is True
        if claim.good or self.hand.profile.unanswered_jodhi == "stands":
            claim.points = claim.value
        elif claim.timely is not False and claim.held is not False:
            claim.points = claim.true_value or 0
        if claim.points and suit is not None:
            self.scored[suit] = claim

    def murrials(self, mark: "Mark") -> None:
        """An answer to the latest jodhi of the other side (TH-MURR-1, TH-MURR-2, TH-MURR-4)."""
        hand, event = self.hand, mark.event
        if hand.profile.murrials == "off":
            hand.offend(Infraction("bad_call", event.seat, MURRIALS, mark.at, place=mark.place))
            return
        wanted = event.suit_number
        answered = [c for c in hand.claims if (c.seat ^ event.seat) & 1 and wanted in (None, c.suit)]
        if not answered:
            hand.offend(Infraction("bad_call", event.seat, MURRIALS, mark.at, place=mark.place))
            self.trace.note(ANSWERS_NOTHING, event.seat & 1, by=event.seat)
            return
        claim = answered[-1]
        if claim.murrials == "upheld":
            return
        claim.murrials = "rejected"
        played_since = mark.at > hand.record.transcript.at_of(claim.index)
        if played_since or self.special_called > claim.index:
            self.trace.note(LATE, event.seat & 1, by=event.seat)
        elif claim.good:
            self.trace.note(REJECTED, event.seat & 1, by=event.seat)
        else:
            self.forfeit(claim, event.seat)

    def forfeit(self, claim: Claim, by: int | None) -> None:
        """The points of a claim are gone and its suit is barred (TH-MURR-1); `by` is None when only a sheet says so."""
        claim.murrials = "upheld"
        claim.points = 0
        values = {"seat": claim.seat, "value": claim.value, "suit": suit_name(claim.suit)}
        if by is None:
            self.trace.note(FORFEIT_WRITTEN, claim.seat & 1, 0, **values)
        else:
            self.trace.note(FORFEIT, claim.seat & 1, 0, by=by, why=why_wrong(claim), **values)
        if claim.suit is not None:
            if self.scored.get(claim.suit) is claim:
                del self.scored[claim.suit]
            self.barred.add(claim.suit)

    def close(self) -> None:
        """Add the jodhi up, as they stand at the end of the hand."""
        a = b = 0
        for claim in self.claims:
            if claim.seat & 1:
                b += claim.points
            else:
                a += claim.points
        self.hand.jodhi = (a, b)
        if self.trace.on:
            for claim, place in zip(reversed(self.claims), reversed(self.places), strict=True):
                start = self.trace.place()
                self._explain(claim)
                self.trace.put(place, start)

    def _explain(self, claim: Claim) -> None:
        if claim.murrials == "upheld":
            return
        values = {"seat": claim.seat, "value": claim.value, "suit": suit_name(claim.suit)}
        side = claim.seat & 1
        if claim.barred:
            self.trace.note(SPENT, side, 0, **values)
        elif claim.good:
            self.trace.note(GOOD, side, claim.points, **values)
        elif self.hand.profile.unanswered_jodhi == "stands":
            self.trace.note(STANDS, side, claim.points, why=why_wrong(claim), counts=claim.points, **values)
        else:
            self.trace.note(CORRECTED, side, claim.points, why=why_wrong(claim), true=claim.points, **values)


def true_value(suit: int | None, jack: bool | None, trump: int | None) -> int | None:
    """What a jodhi is worth (TH-JODHI-1); None when trump is unknown."""
    if trump is None or suit is None or jack is None:
        return None
    return (50 if jack else 40) if suit == trump else (30 if jack else 20)


def why_wrong(claim: Claim) -> str:
    """What is wrong with a claim, in words."""
    if claim.barred:
        return "in a suit that has scored or is barred"
    if claim.held is False:
        return "called without the cards"
    if claim.timely is False:
        return "called at a wrong time"
    return "called at a wrong value"


def suit_name(suit: int | None) -> str:
    return "a suit not written down" if suit is None else ("spades", "hearts", "diamonds", "clubs")[suit]


def timely(hand: Hand, seat: int, at: int) -> bool | None:
    """Whether a jodhi called after `at` cards is within its window (TH-JODHI-2, TH-JODHI-3)."""
    done, in_trick = divmod(at, hand.players)
    winners, profile = hand.winners, hand.profile
    if done > len(winners):
        return None
    begun = done - done % hand.size.half  # where the half of the hand began, after whose last trick no window opens
    if done == begun or (winners[done - 1] ^ seat) & 1:
        return False
    if in_trick and (in_trick > 2 or profile.jodhi_closes != "third_card"):
        return False
    if done == begun + 1 or profile.jodhi_window == "any_trick":
        return True
    if profile.jodhi_window == "trick_one_three":
        return done == begun + 3
    return [(winner ^ seat) & 1 for winner in winners[begun:done]].count(0) in (1, 3)


def _held(hand: Hand, event: "Event", at: int) -> bool | None:
    """Whether the caller held (or was dealt) the cards; None when too little is written down (TH-JODHI-4)."""
    wanted = pack.JODHI[event.suit_number or 0, bool(event.jack)]
    script = hand.record.transcript
    half = 0 if hand.players != 2 else script.half_at(at)
    known = script.halves[half][event.seat]
    in_hand = hand.profile.jodhi_holding == "in_hand"
    if in_hand and wanted & known & script.gone_at(at):
        return False
    if wanted & known == wanted:
        return True
    return False if script.wholes[half][event.seat] or wanted & _elsewhere(hand, event.seat) else None


def _elsewhere(hand: Hand, seat: int) -> int:
    """The cards known to be in other hands."""
    mask = 0
    for other, cards in enumerate(hand.record.transcript.dealt):
        if other != seat:
            mask |= cards
    return mask
