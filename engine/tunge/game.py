"""Tunge as the engine's front door sees it: read, judge, show, and lead a game from hand to hand."""

from typing import TYPE_CHECKING, Any

from ..cards import RANKS
from ..games import Cited, GameInfo, Traits
from ..profiles import Profile
from ..record import HandRecord
from ..rulebook import Recorder, Step
from ..scored import ScoredRuling as Ruling
from ..scored import Verdict, listed
from ..scores import claimed_rows, misstated, set_totals, totals_before
from ..shapes import Player, Raw, State
from .facts import DEALT, Hand
from .judge import judge
from .moments import moments
from .reading import SEATS, read_hand, read_players
from .sayable import must_speak, sayable

if TYPE_CHECKING:
    from ..schema import RecordForm

__all__ = [
    "CITED", "STEMS", "TRAITS", "WORDS", "Hand", "Ruling", "Verdict", "ended", "judge_hand", "misstated", "moments",
    "must_speak", "next_dealer", "parts", "read_hand", "read_line", "read_plainly", "read_players", "record_forms",
    "sayable", "set_before", "standing_at", "start", "steps", "two_clear",
]  # fmt: skip

TRAITS = {"tunge": Traits(RANKS, sides=False, own=True, low=True, packets=dict.fromkeys(SEATS, (DEALT,)))}
CITED = {"tunge": Cited(None, "TUN-WIN-1", ("TUN-",))}
STEMS = ("tunge",)
WORDS = ("spades", "hearts", "diamonds", "clubs")
judge_hand = judge


def read_plainly(_given: Raw, _default_rules: Any) -> None:
    """Every record of this game is looked at."""


def read_line(_line: bytes, _default_rules: Any) -> None:
    """So is every line."""


def record_forms(_name: str) -> "list[RecordForm]":
    """What a record of Tunge may say, for two to four."""
    from . import schema  # which judges nothing

    return schema.forms()


def steps(record: HandRecord) -> list[Step]:
    """The same judgement again, with a trace that keeps every step."""
    trace = Recorder()
    judge(record, trace)
    return trace.kept


def parts(name: str, hand: Hand, verdict: Verdict) -> Any:
    """A part of the ruling by its JSON name. There are no tricks in this game, no count, and no claims in the play."""
    if name == "after":
        return _after(hand, verdict) if verdict.status == "decided" else None
    if name == "players":
        return _players(verdict) if verdict.status == "decided" else None
    if name == "infractions":
        return listed(hand.infractions)
    if name == "discrepancies":
        if verdict.status != "decided":
            return list(hand.differences)
        truth = {"kind": verdict.kind, "seat": verdict.seat, "winner": verdict.seat}
        rule = verdict.rule.id if verdict.rule else None
        return [*hand.differences, *claimed_rows(hand.record.claimed, truth, verdict.scores, rule)]
    if name == "possible":  # what cards are left can be anything
        return [{"kind": "scored", "winner": None, "scores": None}], False
    return {"count": None, "claims": [], "tricks": []}[name]


def _after(hand: Hand, verdict: Verdict) -> State:
    """The game after the hand; it lasts until the organiser ends it."""
    before = totals_before(hand.record)
    totals = [total + points for total, points in zip(before, verdict.scores, strict=True)]
    return _state(totals, (hand.record.dealer + 1) % hand.players)


def _state(totals: list[int], dealer: int | None) -> State:
    return {"scores": totals, "target": None, "game_over": False, "game_winner": None, "next_dealer": dealer}


def _players(verdict: Verdict) -> list[Player]:
    return [{"seat": seat, "bid": None, "tricks": None, "points": points} for seat, points in enumerate(verdict.scores)]


def start(_profile: Profile, players: int = 4) -> State:
    """The state of a game before its first hand, as `after` says it."""
    return _state([0] * players, None)


def standing_at(_profile: Profile, _before: State, scores: list[int], dealer: int) -> State:
    """The state of a game that stands at `scores`, without a hand that led there."""
    return _state(list(scores), dealer)


def next_dealer(_profile: Profile, dealer: int, players: int, _score: Any, _void: bool) -> int:
    """Whoever sits to the right of the last dealer."""
    return (dealer + 1) % players


def two_clear(_profile: Profile, _after: State) -> bool:
    return False


def set_before(record: HandRecord, after: State) -> None:
    """Give a record the totals that the hands before it left."""
    set_totals(record, after["scores"], by_side=False)


def ended(after: State) -> State:
    """A game that the organiser ends: the lowest totals win it (TUN-WIN-1)."""
    least = min(after["scores"])
    winners = [seat for seat, total in enumerate(after["scores"]) if total == least]
    return {**after, "game_over": True, "game_winner": winners, "next_dealer": None}


if TYPE_CHECKING:
    from . import game

    OFFERED: GameInfo[Hand, Verdict] = game
