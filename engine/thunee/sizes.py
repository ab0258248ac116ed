"""Thunee for two, four and six players: how many tricks, how the cards are dealt, and the rules of their own."""

from typing import NamedTuple

from ..rulebook import source
from .laws import CLUB, TRAD, laws


class Size(NamedTuple):
    """A number of players: tricks in all, tricks a half (one half but with two players), packets dealt to each."""

    players: int
    tricks: int
    half: int
    packets: tuple[int, ...]


SIZES = {
    4: Size(4, 6, 6, (4, 2)),
    2: Size(2, 12, 6, (4, 2, 6)),
    6: Size(6, 4, 4, (3, 1)),
}

law = laws("two-players")

TWO_HALVES = law(
    "TH2-1",
    "Two halves",
    "Two players get four and two cards and play six tricks; then the other twelve cards, six each, and six more. "
    "Trump and call carry over, and the winner of trick six leads trick seven.",
    source("001", note="two rounds dealt"),
    TRAD,
)
COUNTED_ONCE = law(
    "TH2-2",
    "Counted once, over twelve tricks",
    "The count is taken once, over twelve tricks; only trick twelve has the ten. Each half has its own jodhi windows, "
    "and none opens after its last trick.",
    TRAD,
)
TARGET = law(
    "TH2-3",
    "The target of two players",
    "The counting player needs 105, or 125 in some houses.",
    TRAD,
    parameters="target_count",
)
FIRST_HALF_ONLY = law(
    "TH2-4",
    "Thunee in the first half",
    "Thunee is played over the first half and ends the hand. There is no double and no khanuck.",
    TRAD,
)
TRUMPLESS = law(
    "TH2-5",
    "Trumpless with two players",
    "Trumpless is judged when the second half is dealt: the hand is void if the counting player held no trump in "
    "either half. A hand of thunee or royals has no second half, so it is never trumpless.",
    TRAD,
)
FIRST_RIGHT = law(
    "TH2-6",
    "Trump and lead with two players",
    "The dealer's opponent sets trump unless outcalled; the player after the trumper leads the first half.",
    source("004", note="as TH-CALL-1 and TH-PLAY-1"),
)
NO_SPECIALS = FIRST_HALF_ONLY.line(
    "Seat {seat}'s {call} is ignored: with two players there is no double and no khanuck"
)

law = laws("six-players")

FOUR_TRICKS = law(
    "TH6-1",
    "Three against three",
    "Six players get three cards each, trump is set, then one more card each. There are four tricks, and the last "
    "trick is the fourth; counting is as with four players.",
    source("001", "004"),
)
TRIP = law(
    "TH6-2",
    "Trip",
    "The dealer may call trip on three cards: there is no trump, and the caller leads. In the first three tricks 9, A "
    "and 10 beat the J and are equal among themselves, the first played of equals winning; in the last trick ranks "
    "are as usual. Whoever called must take the last trick: three balls, or six to the others.",
    CLUB,
    source("assumed", note="the first played of equals wins"),
)
MONNIE = law(
    "TH6-3",
    "Monnie",
    "A player whose four cards are one suit with its jack may call monnie: that suit is trump, and the caller leads "
    "and must win every trick. Won, it opens four balls; a partner's trick gives the others four, an opponent's eight.",
    source("004", note="it guesses that the caller's suit is trump"),
)

PRICES = {
    "trip": {"made": 3, "caught": 6, "partner_catch": 6},
    "monnie": {"made": 4, "caught": 8, "partner_catch": 4},
}
TRIP_MADE = TRIP.line("Seat {seat} took the last trick of the trip: side {side} opens {points}")
TRIP_LOST = TRIP.line("Seat {by} took the last trick of seat {seat}'s trip: side {side} opens {points}")
MONNIE_MADE = MONNIE.line("Seat {seat} won every trick of the monnie: side {side} opens {points}")
MONNIE_CAUGHT = MONNIE.line("Seat {by} took a trick from seat {seat}'s monnie: side {side} opens {points}")
MONNIE_PARTNER = MONNIE.line("Seat {partner} took a trick from the partner's monnie: side {side} opens {points}")
