"""Thunee, royals and their blind kinds: one player says that every trick will be won."""

from typing import TYPE_CHECKING

from ..rulebook import Trace, source
from . import sizes
from .facts import Declaration, Hand, Verdict
from .laws import ALL, ASSUMED, BOTH, MODERN, TRAD, laws

if TYPE_CHECKING:
    from ..profiles import Profile

law = laws("declarations")

TIMING = law(
    "TH-THUN-1",
    "Calling thunee",
    "Thunee is called before the first card is played. During the calling it ends the calling and overrides every "
    "call. The trumper has the first right to it.",
    source("000", "004"),
)
WON = law(
    "TH-THUN-2",
    "Thunee won",
    "A thunee won opens four balls.",
    ASSUMED,
    TRAD,
    parameters="thunee_win",
)
CAUGHT = law(
    "TH-THUN-3",
    "Thunee caught",
    "When an opponent wins a trick the thunee is caught: the opponents open three balls, or four.",
    source("000", note="three balls"),
    source("001", note="four balls"),
    parameters="thunee_loss",
)
PARTNER_CATCH = law(
    "TH-THUN-4",
    "Partner catch",
    "When the caller's own partner wins a trick the opponents open eight balls.",
    source("000", note="explained there as three and four, a slip"),
    MODERN,
    parameters="thunee_partner_catch",
)
SIX_OF_SUIT = law(
    "TH-THUN-5",
    "Not with six of one suit",
    "Thunee or royals on six cards of one suit is an offence if somebody accuses the caller. Where there is no "
    "penalty the hand is void.",
    BOTH,
    ASSUMED,
    parameters="six_of_suit",
)
WINNER = law(
    "TH-THUN-6",
    "Who must win the tricks",
    "Every trick must be won by the caller alone, or by the caller's team, as the house plays.",
    ALL,
    source("trad", note="the caller's team"),
    parameters="thunee_winner",
)
TRUMP = law(
    "TH-THUN-7",
    "Lead and trump of a thunee",
    "The caller leads. Trump is the suit of the first card, or the suit the caller names.",
    source("000", "001", note="the first card"),
    source("004", note="the suit named"),
    parameters="thunee_trump",
)
ANY_STAGE = law(
    "TH-THUN-8",
    "At any stage of a game",
    "Thunee and khanuck may be called at any stage of a game, even on cornerhouse.",
    BOTH,
)
ROYALS = law(
    "TH-ROYAL-1",
    "Royals",
    "Royals is a thunee with the ranks reversed. Won, it opens four balls; caught, the opponents open four; caught by "
    "the partner, eight.",
    BOTH,
    ASSUMED,
    parameters="royals royals_win royals_loss royals_partner_catch",
)
BLIND = law(
    "TH-BLIND-1",
    "Blind thunee and blind royals",
    "Called on four cards: the caller wins the first four tricks with those four, then looks at the last two, which "
    "must win as well. Won, it opens eight balls.",
    BOTH,
    parameters="blind_thunee blind_royals blind_win",
)
BLIND_LOST = law(
    "TH-BLIND-2",
    "Blind and lost",
    "A blind thunee or royals that is caught, or caught by the partner, gives the opponents eight balls.",
    ASSUMED,
    parameters="blind_loss blind_partner_catch",
)
BLIND_CARDS = law(
    "TH-BLIND-3",
    "The last two cards stay face down",
    "Playing one of the last two cards in the first four tricks of a blind hand is an offence.",
    BOTH,
)

KINDS = ("thunee", "royals", "blind_thunee", "blind_royals")
ALL_KINDS = (*KINDS, *sizes.PRICES)
NAMES = {kind: kind.replace("_", " ") for kind in ALL_KINDS}

DECLARED = TIMING.line("Seat {seat} called {kind}: it ends the calling")
CALLED_TOO = TIMING.line("Seat {also} called {kind} as well: it changes nothing")
TRUMP_IS = TRUMP.line("Seat {leader} leads; {suit} is trump")
THUNEE_MADE = WON.line("Seat {seat} won every trick of the thunee: side {side} opens {points}")
THUNEE_CAUGHT = CAUGHT.line("Seat {by} took a trick from seat {seat}'s thunee: side {side} opens {points}")
THUNEE_PARTNER = PARTNER_CATCH.line("Seat {by} took a trick from the partner's thunee: side {side} opens {points}")
ROYALS_MADE = ROYALS.line("Seat {seat} won every trick of the royals: side {side} opens {points}")
ROYALS_CAUGHT = ROYALS.line("Seat {by} took a trick from seat {seat}'s royals: side {side} opens {points}")
ROYALS_PARTNER = ROYALS.line("Seat {partner} took a trick from the partner's royals: side {side} opens {points}")
BLIND_MADE = BLIND.line("Seat {seat} won every trick of the {kind}: side {side} opens {points}")
BLIND_CAUGHT = BLIND_LOST.line("Seat {by} took a trick from seat {seat}'s {kind}: side {side} opens {points}")
BLIND_PARTNER = BLIND_LOST.line("Seat {partner} took a trick from the partner's {kind}: side {side} opens {points}")


def is_played(kind: str, profile: "Profile", players: int) -> bool:
    """Whether a declaration exists under a profile: royals and the blind kinds may be off; trip and monnie need six."""
    if kind in sizes.PRICES:
        return players == 6
    return kind == "thunee" or getattr(profile, kind) == "on"


def team_may_win(kind: str, profile: "Profile") -> bool:
    """Whether the caller's partners may win the tricks (TH-THUN-6); in a trip and a monnie never (TH6-2, TH6-3)."""
    return profile.thunee_winner == "team" and kind not in sizes.PRICES


def prices(kind: str, profile: "Profile") -> dict[str, int]:
    """The balls of a declaration, by how it ends."""
    if kind in sizes.PRICES:
        return sizes.PRICES[kind]
    family = "blind" if kind.startswith("blind") else kind
    return {
        "made": getattr(profile, f"{family}_win"),
        "caught": getattr(profile, f"{family}_loss"),
        "partner_catch": getattr(profile, f"{family}_partner_catch"),
    }


def note_declaration(hand: Hand, trace: Trace) -> None:
    """Say who declared what, and what trump is."""
    declared = hand.declaration
    if declared is None:
        return
    trace.note(DECLARED, declared.seat & 1, seat=declared.seat, kind=NAMES[declared.kind])
    for seat, kind in _called_too(hand, declared):
        trace.note(CALLED_TOO, seat & 1, also=seat, kind=NAMES[kind])
    if hand.trump is not None:
        suit = ("spades", "hearts", "diamonds", "clubs")[hand.trump]
        trace.note(TRUMP_IS, declared.seat & 1, leader=declared.seat, suit=suit)


def _called_too(hand: Hand, declared: Declaration) -> list[tuple[int, str]]:
    """The declarations beside the one that is played, but for those nobody was allowed."""
    bad = {offence.place for offence in hand.infractions}
    marks = hand.record.transcript.calling
    called = [(event.seat, event.kind) for _, place, event in marks if event.type == "declare" and place not in bad]
    if (declared.seat, declared.kind) in called:  # a sheet may say it alone
        called.remove((declared.seat, declared.kind))
    return called


def judge_declaration(hand: Hand, declared: Declaration, trace: Trace) -> Verdict:
    """What a declared hand is worth (TH-THUN-2 to 4 and 6, TH-ROYAL-1, TH-BLIND-1 and 2)."""
    us = declared.seat & 1
    lost_to = hand.lost_to
    detail = "made" if lost_to is None else "caught" if (lost_to ^ us) & 1 else "partner_catch"
    balls = prices(declared.kind, hand.profile)[detail]
    side = us if detail == "made" else 1 - us
    values = {"seat": declared.seat} if detail != "partner_catch" or declared.kind == "trip" else {}
    family = "blind" if declared.kind.startswith("blind") else declared.kind
    if family == "blind":
        values["kind"] = NAMES[declared.kind]  # type: ignore[assignment]
    if detail != "made":
        partner_line = detail == "partner_catch" and family not in ("thunee", "trip")
        values["partner" if partner_line else "by"] = lost_to  # type: ignore[assignment]
    line = {
        ("thunee", "made"): THUNEE_MADE,
        ("thunee", "caught"): THUNEE_CAUGHT,
        ("thunee", "partner_catch"): THUNEE_PARTNER,
        ("royals", "made"): ROYALS_MADE,
        ("royals", "caught"): ROYALS_CAUGHT,
        ("royals", "partner_catch"): ROYALS_PARTNER,
        ("trip", "made"): sizes.TRIP_MADE,
        ("trip", "caught"): sizes.TRIP_LOST,
        ("trip", "partner_catch"): sizes.TRIP_LOST,
        ("monnie", "made"): sizes.MONNIE_MADE,
        ("monnie", "caught"): sizes.MONNIE_CAUGHT,
        ("monnie", "partner_catch"): sizes.MONNIE_PARTNER,
        ("blind", "made"): BLIND_MADE,
        ("blind", "caught"): BLIND_CAUGHT,
        ("blind", "partner_catch"): BLIND_PARTNER,
    }[family, detail]
    trace.note(line, side, balls, **values)
    return Verdict("decided", declared.kind, detail, side, balls, declared.seat, line.rule)
