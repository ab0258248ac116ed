"""Tunge as the engine's front door sees it: read, judge, show, and lead a game from hand to hand."""

from collections.abc import Mapping
from typing import Any

from engine.games import Cited
from engine.record import HandRecord
from engine.rulebook import Recorder, Step
from engine.scored import ScoredRuling as Ruling
from engine.scored import Verdict, listed
from engine.scores import claimed_rows, misstated, set_totals, totals_before
from engine.shapes import Player, State
from engine.tunge.facts import Hand
from engine.tunge.judge import judge
from engine.tunge.moments import moments
from engine.tunge.reading import read_hand, read_players

__all__ = [
    "CITED", "STEMS", "WORDS", "Hand", "Ruling", "Verdict", "ended", "judge_hand", "misstated", "moments",
    "next_dealer", "parts", "read_hand", "read_players", "set_before", "standing_at", "start", "steps", "two_clear",
]  # fmt: skip

CITED = {"tunge": Cited(None, "TUN-WIN-1", ("TUN-",))}
STEMS = ("tunge",)
WORDS = ("spades", "hearts", "diamonds", "clubs")
judge_hand = judge


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
        return [{"kind": "scored", "winner": None, "scores": None}]
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


def start(_profile: Any, players: int = 4) -> State:
    """The state of a game before its first hand, as `after` says it."""
    return _state([0] * players, None)


def standing_at(_profile: Any, _before: State, scores: list[int], dealer: int) -> State:
    """The state of a game that stands at `scores`, without a hand that led there."""
    return _state(list(scores), dealer)


def next_dealer(_profile: Any, dealer: int, players: int, _score: Any, _void: bool) -> int:
    """Whoever sits to the right of the last dealer."""
    return (dealer + 1) % players


def two_clear(_profile: Any, _after: Mapping[str, Any]) -> bool:
    return False


def set_before(record: HandRecord, after: State) -> None:
    """Give a record the totals that the hands before it left."""
    set_totals(record, after["scores"], by_side=False)


def ended(after: State) -> State:
    """A game that the organiser ends: the lowest totals win it (TUN-WIN-1)."""
    least = min(after["scores"])
    winners = [seat for seat, total in enumerate(after["scores"]) if total == least]
    return {**after, "game_over": True, "game_winner": winners, "next_dealer": None}
