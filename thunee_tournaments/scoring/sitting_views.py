"""A game at a table as its pages show it: the match, the score, who deals, the hands row by row."""

from typing import NotRequired, TypedDict
from uuid import UUID

from adjudication import scores
from adjudication.hands import Hand
from adjudication.models import Scoresheet
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.presentation import bell
from thunee_tournaments.presentation.disputes import CaseView
from thunee_tournaments.presentation.rulings import Line, headline, lines, reason
from thunee_tournaments.presentation.seats import Seat
from thunee_tournaments.presentation.signatures import Signatures, signatures_of
from thunee_tournaments.scoring.disputes import disputes_of
from thunee_tournaments.scoring.selectors import Sitting


class HandRow(TypedDict):
    """A hand in the list: what it came to, why, and what was written before it was corrected. Where each side has a
    phone, `word` says what the other side has said of it; what would accept it is sent with `entry` and `key`."""

    hand: Hand
    headline: str
    reason: str
    lines: list[Line]
    winner: str | None
    balls: int
    differs: bool
    why_changed: str
    is_last: bool
    word: NotRequired[str]
    entry: NotRequired[int]
    key: NotRequired[UUID]


class SittingView(TypedDict):
    """A sitting for a page. `previous`: the game before, while nothing is written in this one; `goes_on_to` and
    `was_final` are known of a match that is over."""

    sitting: Sitting
    match: Match
    round: str
    sheet: Scoresheet
    after: State
    dealer: Seat | None
    trumper: Seat | None
    hands: list[HandRow]
    next_number: int
    disputes: list[CaseView]
    previous: MatchGame | None
    signatures: Signatures | None
    ended_by_bell: str
    goes_on_to: NotRequired[Match | None]
    was_final: NotRequired[bool]


def describe(sitting: Sitting) -> SittingView:
    """A sitting as its page shows it."""
    return {
        "sitting": sitting,
        "match": sitting.match,
        "round": title_of(sitting.match),
        "sheet": sitting.sheet,
        "after": sitting.after,
        "dealer": sitting.seats[sitting.dealer] if sitting.dealer is not None else None,
        "trumper": sitting.seats[(sitting.dealer + 1) % len(sitting.seats)] if sitting.dealer is not None else None,
        "hands": [describe_hand(hand, sitting) for hand in reversed(sitting.hands)],
        "next_number": sum(not hand.voided for hand in sitting.hands) + 1,
        "disputes": disputes_of(sitting),
        "previous": sitting.previous if sitting.sheet.seq == 0 else None,
        "signatures": signatures_of(sitting.match, sitting.game),
        "ended_by_bell": bell.ended(sitting.after, sitting.names),
    }


def describe_hand(hand: Hand, sitting: Sitting) -> HandRow:
    """One hand as a row: what it came to, why, and what was written before it was corrected."""
    ruling, names = hand.ruling, sitting.names_at(hand)
    return {
        "hand": hand,
        "headline": headline(ruling, names),
        "reason": reason(ruling),
        "lines": lines(ruling, names),
        "winner": ruling.get("winner"),
        "balls": scores.opened(ruling),
        "differs": bool(ruling.get("discrepancies")),
        "why_changed": hand.entry.reason if hand.corrected else "",
        "is_last": hand is sitting.last,
    }
