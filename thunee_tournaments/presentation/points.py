"""A score in points, where a game has no balls: plain figures by side or by player, with the score said in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from adjudication import scores
from engine.seats import ALL_SIDES
from thunee_tournaments.presentation.rulings import Voices


@dataclass(frozen=True)
class Figure:
    """One score: whose it is, its points (a true minus before negative ones), and how it stands."""

    name: str
    points: str
    side: str = ""
    won: bool = False


@dataclass(frozen=True)
class Panel:
    """A score to draw. `figures` stand large, `players` small below them; `label` says the whole."""

    figures: list[Figure]
    players: list[Figure]
    target: int | None
    label: str


def panel(state: Mapping[str, Any], names: Voices, winner: str = "") -> Panel:
    """The score of a game of points, at `state` (a ruling's `after`)."""
    own = scores.by_seat(state)
    if own and not names.sides:
        won = state.get("game_winner") or []
        figures = [Figure(names.seat(seat), written(one), ALL_SIDES[seat], seat in won) for seat, one in enumerate(own)]
        players: list[Figure] = []
    else:
        sides = scores.by_side(state)
        won_by = winner or state.get("game_winner")
        figures = [Figure(names.side(side), written(one), side, side == won_by) for side, one in sides.items()]
        players = [Figure(names.seat(seat), written(one), "AB"[seat % 2]) for seat, one in enumerate(own)]
    return Panel(figures, players, state.get("target"), label(figures))


def label(figures: list[Figure]) -> str:
    """The score as one would say it."""
    said = [gettext("%(who)s %(points)s points") % {"who": one.name, "points": one.points} for one in figures]
    said += [gettext("%(who)s has won") % {"who": one.name} for one in figures if one.won]
    return ", ".join(said)


def written(points: int) -> str:
    """A number with a true minus."""
    return f"−{-points}" if points < 0 else str(points)


def pair(one: int, other: int) -> str:
    """Two numbers as a score: "7–8"; below nought "24 – −1", where dash and minus side by side would be one line."""
    dash = "\u00a0–\u00a0" if one < 0 or other < 0 else "–"
    return f"{written(one)}{dash}{written(other)}"


def said(state: Mapping[str, Any], names: Voices) -> str:
    """A score of any game with whose it is, side by side or player by player."""
    if names.sides:
        return ", ".join(f"{names.side(side)} {written(one)}" for side, one in scores.by_side(state).items())
    return ", ".join(f"{names.seat(seat)} {written(one)}" for seat, one in enumerate(scores.by_seat(state)))


def brief(state: Mapping[str, Any]) -> str:
    """A score in a few letters: "7–8", "12 · 3 · 40" where each plays alone."""
    own = scores.by_seat(state)
    if "balls" in state or isinstance(state.get("scores"), Mapping) or (len(own) == 4 and state.get("target")):
        return pair(*scores.by_side(state).values())
    return " · ".join(map(written, own))
