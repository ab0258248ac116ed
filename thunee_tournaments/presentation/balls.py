"""Ball cards: a side's balls on its two sixes, opened pip by pip, as they lie on the table.

Up to six balls the upper six lies face down on the lower one and leaves as many pips open as there are balls; from
seven on it lies face up, its own six pips added. How it lies (straight, across, aslant, beside) is how players put it:

    0 covered   1 aslant   2 across   3 beside by half   4 across, low   5 across a corner   6 next to it

Sides "A" use the red sixes (hearts, diamonds), "B" the black ones (spades, clubs). A game past twelve balls leaves
both sixes open, and a coin says how many more.
"""

from math import cos, radians, sin
from typing import NamedTuple

from thunee_tournaments.presentation.suits import pips

WIDTH, HEIGHT = 60, 84
PIPS = ((17, 17), (43, 17), (17, 42), (43, 42), (17, 67), (43, 67))
PIP = 1.15
SIXES = {"A": ("h", "d"), "B": ("s", "c")}
FULL = 2 * len(PIPS)
_DECORATION = 'aria-hidden="true" focusable="false"'


class Cover(NamedTuple):
    """How the upper six lies on the lower: which pips of the lower stay open, the upper's middle, and its turn."""

    open: tuple[int, ...]
    x: float
    y: float
    turn: int


COVERS = (
    Cover((), 31.5, 43.5, 5),
    Cover((0,), 40.5, 53, 45),
    Cover((0, 1), 30, 60, 90),
    Cover((0, 2, 4), 60, 45, 0),
    Cover((0, 1, 2, 3), 30, 84.5, 90),
    Cover((0, 1, 2, 3, 4), 72, 84.5, 90),
    Cover((0, 1, 2, 3, 4, 5), 93, 42, 0),
)


def place(balls: int) -> tuple[Cover, bool, int]:
    """How the sixes lie for a number of balls: the cover, whether it is face up, and how many balls are beyond it.

    Raises ValueError for a negative number.
    """
    if balls < 0:
        raise ValueError(f"balls are counted from 0, not {balls}")
    beyond = max(0, balls - FULL)
    shown = balls - beyond
    up = shown > len(PIPS)
    return COVERS[shown - len(PIPS) if up else shown], up, beyond


def face(suit: str, open_pips: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> str:
    """A six, face up, its corner at (0, 0), with the pips that are to be seen."""
    card = f'<rect class="ball-face" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
    return card + (pips(suit, (PIPS[index] for index in open_pips), PIP) if open_pips else "")


def back() -> str:
    """A six, face down."""
    across = "M12 24 24 12M12 48 48 12M12 72 48 36M24 72 48 48M36 72 48 60M48 24 36 12M48 48 12 12M48 72 12 36"
    return (
        f'<rect class="ball-back" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<path class="ball-lattice" d="M7 7h46v70H7zM12 12h36v60H12z{across}M36 72 12 48M24 72 12 60"/>'
    )


def extent(cover: Cover) -> tuple[float, float]:
    """Where both sixes lie from left to right, with room for their edges."""
    turn = radians(cover.turn)
    half = (WIDTH * abs(cos(turn)) + HEIGHT * abs(sin(turn))) / 2
    return min(0, cover.x - half) - 2, max(WIDTH, cover.x + half) + 2


def ball_cards(balls: int, side: str) -> str:
    """One side's two sixes as an SVG, for decoration: what it says must stand beside it in words."""
    lower, upper = SIXES[side]
    cover, up, beyond = place(balls)
    top = face(upper) if up else back()
    move = f"translate({cover.x:g} {cover.y:g}) rotate({cover.turn}) translate({-WIDTH / 2:g} {-HEIGHT / 2:g})"
    left, right = extent(cover)
    return _in_lines(
        f'<svg class="balls balls-{side.lower()}" viewBox="{left:.4g} -2 {right - left:.4g} 119" {_DECORATION}>'
        f'{face(lower, cover.open)}<g transform="{move}">{top}</g>{_coin(beyond)}</svg>'
    )


def _in_lines(svg: str) -> str:
    """A line for each pip: a phone that keeps a page has most of them already (scoring/page_changes.py)."""
    return svg.replace("><", ">\n<")


def _coin(beyond: int) -> str:
    """How many balls the sixes have no pips for."""
    if not beyond:
        return ""
    text = f'<text x="62" y="103" text-anchor="middle">+{beyond}</text>'
    return f'<g class="ball-coin"><circle cx="62" cy="96" r="19"/>{text}</g>'


def opened(balls: int, side: str) -> str:
    """A row of pips: the balls one hand opened. For decoration, like `ball_cards`."""
    width = 16 * max(balls, 1)
    marks = pips(SIXES[side][0], ((16 * index + 8, 8) for index in range(balls)))
    return _in_lines(
        f'<svg class="opened" viewBox="0 0 {width} 16" width="{width}" height="16" {_DECORATION}>{marks}</svg>'
    )
