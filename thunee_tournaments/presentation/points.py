"""A score in points, where a game has no balls: plain figures by side or by player, with the score said in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from adjudication import scores
from adjudication.shapes import Ruling
from engine.seats import ALL_SIDES
from engine.shapes import Score, State
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


def panel(state: State | None, names: Voices, winner: str = "") -> Panel:
    """The score of a game of points, at `state` (a ruling's `after`)."""
    own, won = scores.by_seat(state), state["game_winner"] if state else None
    if own and not names.sides:
        figures = [
            Figure(names.seat(seat), written(points), ALL_SIDES[seat], seat in (won or []))
            for seat, points in enumerate(own)
        ]
        players: list[Figure] = []
    else:
        sides = scores.by_side(state)
        figures = [
            Figure(names.side(side), written(points), side, side == (winner or won)) for side, points in sides.items()
        ]
        players = [Figure(names.seat(seat), written(points), "AB"[seat % 2]) for seat, points in enumerate(own)]
    return Panel(figures, players, state["target"] if state else None, label(figures))


def label(figures: list[Figure]) -> str:
    """The score as one would say it."""
    words = [gettext("%(who)s %(points)s points") % {"who": figure.name, "points": figure.points} for figure in figures]
    words += [gettext("%(who)s has won") % {"who": figure.name} for figure in figures if figure.won]
    return ", ".join(words)


def written(points: int) -> str:
    """A number with a true minus."""
    return f"−{-points}" if points < 0 else str(points)


def pair(first: int, second: int) -> str:
    """Two numbers as a score: "7–8"; below nought "24 – −1", where dash and minus side by side would be one line."""
    dash = "\u00a0–\u00a0" if first < 0 or second < 0 else "–"
    return f"{written(first)}{dash}{written(second)}"


def with_names(state: Score, names: Voices) -> str:
    """A score of any game with whose it is, side by side or player by player."""
    if names.sides:
        return ", ".join(f"{names.side(side)} {written(points)}" for side, points in scores.by_side(state).items())
    return ", ".join(f"{names.seat(seat)} {written(points)}" for seat, points in enumerate(scores.by_seat(state)))


def brief(state: Score) -> str:
    """A score in a few letters: "7–8", "12 · 3 · 40" where each plays alone."""
    own = scores.by_seat(state)
    if "balls" in state or isinstance(state.get("scores"), Mapping) or (len(own) == 4 and state.get("target")):
        return pair(*scores.by_side(state).values())
    return " · ".join(map(written, own))


def awarded(ruling: Ruling, names: Voices) -> list[str]:
    """What a decision on the score gave or took, "Umgeni +2" (a true minus before negative ones)."""
    change: Mapping[str, int] | list[int] = ruling.get("balls") or ruling.get("scores") or {}
    named = (
        [(names.seat(seat), number) for seat, number in enumerate(change)]
        if isinstance(change, list)
        else [(names.side(side), number) for side, number in change.items()]
    )
    return [f"{name} {number:+d}".replace("-", "−") for name, number in named if number]
