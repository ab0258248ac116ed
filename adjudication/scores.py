"""What a game's score is, whatever the game: balls or points of two sides, or points of single players.

A state is what a ruling's `after` says: `balls` {"A", "B"} in Thunee, `scores` elsewhere, {"A", "B"} where partners
score together and a list by seat where each plays alone. Partners sit on every second seat.
"""

from collections.abc import Mapping
from typing import Any

from engine import games
from engine.profiles import Profile
from engine.shapes import Score, State

Sides = dict[str, int]
Scored = Mapping[str, object]  # a state of a game, or a ruling (`engine.shapes`)


def start(profile: Profile, players: int, first_dealer: int) -> State:
    """The state of a game before its first hand."""
    state = games.load(profile.game).start(profile, players)
    return {**state, "next_dealer": first_dealer}


def before(after: State) -> Score:
    """What a record's `before` says of a game that stands at `after`."""
    if "balls" in after:
        return {"balls": after["balls"], "khanuck_called": after["khanuck_called"]}
    return {"scores": after["scores"]}


def points(state: Scored) -> Any:
    """The balls, or the scores, of a state or a ruling; None for what adds none."""
    return state["balls"] if state.get("balls") is not None else state.get("scores")


def added(score: Any, more: Any) -> Any:
    """A score, and what a hand adds to it (None: nothing)."""
    if more is None:
        return score
    if isinstance(score, Mapping):
        return {side: number + more[side] for side, number in score.items()}
    return [number + change for number, change in zip(score, more, strict=True)]


def by_side(state: Scored | None) -> Sides:
    """The score of both sides; where each player has a score of their own, the partners' together."""
    return _sides((state or {}).get("balls") or (state or {}).get("scores"))


def by_seat(state: Scored | None) -> list[int]:
    """The scores of the single players; [] where they score together."""
    scores = (state or {}).get("scores")
    return list(scores) if isinstance(scores, list | tuple) else []


def opened(ruling: Scored) -> int:
    """How many balls a hand opened; 0 where there are none."""
    balls = ruling.get("balls")
    opened: int = balls.get(ruling.get("winner"), 0) if isinstance(balls, dict) else 0
    return opened


def _sides(score: Any) -> Sides:
    if isinstance(score, Mapping):
        return {side: score.get(side) or 0 for side in "AB"}
    points = list(score or ())
    return {"A": sum(points[0::2]), "B": sum(points[1::2])}


def end(name: str, after: State, hands: int, length: int | None) -> State:
    """The state `after` so many hands of a game: one without an end of its own is over after `length` of them."""
    game = games.load(name)
    if length and hands >= length and not after["game_over"]:
        return game.ended(after) or after.copy()
    return after.copy()
