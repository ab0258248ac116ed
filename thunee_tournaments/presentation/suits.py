"""The four suits as outlines, each drawn around its own middle so that any number of them makes one path.

A suit is one of `s h d c`. Outlines are relative path data for a symbol 14 units high; `pips` places them.
"""

from collections.abc import Iterable

SUITS = "shdc"
RED = frozenset("hd")

# Outlines start at the symbol's middle (0, 0) and return there by closing; drawn by hand for this site.
OUTLINES = {
    "h": "m0 6.8c-4-3.6-6.8-6.1-6.8-9.5 0-2.2 1.6-3.9 3.6-3.9 1.4 0 2.6.8 3.2 2.2.6-1.4 1.8-2.2 3.2-2.2 2 0 3.6 1.7 "
    "3.6 3.9 0 3.4-2.8 5.9-6.8 9.5z",
    "d": "m0-7.2c1.3 2.6 3.1 5 5.5 7.2-2.4 2.2-4.2 4.6-5.5 7.2-1.3-2.6-3.1-5-5.5-7.2 2.4-2.2 4.2-4.6 5.5-7.2z",
    "s": "m0-7.1c1.2 2.9 6.3 5.1 6.3 9 0 2-1.5 3.2-3.2 3.2-1 0-1.8-.4-2.4-1.2.2 1.5.8 2.6 1.9 3.2h-5.2c1.1-.6 1.7-1.7 "
    "1.9-3.2-.6.8-1.4 1.2-2.4 1.2-1.7 0-3.2-1.2-3.2-3.2 0-3.9 5.1-6.1 6.3-9z",
    "c": "m0-7.1c1.8 0 3.2 1.4 3.2 3.2 0 1-.5 1.9-1.2 2.5.4-.2.9-.3 1.4-.3 1.8 0 3.2 1.4 3.2 3.2s-1.4 3.2-3.2 3.2c-1.1 "
    "0-2-.5-2.7-1.3.2 1.6.8 3 1.9 3.7h-5.2c1.1-.7 1.7-2.1 1.9-3.7-.7.8-1.6 1.3-2.7 1.3-1.8 0-3.2-1.4-3.2-3.2s1.4-3.2 "
    "3.2-3.2c.5 0 1 .1 1.4.3-.7-.6-1.2-1.5-1.2-2.5 0-1.8 1.4-3.2 3.2-3.2z",
}


def pips(suit: str, places: Iterable[tuple[float, float]], scale: float = 1.0) -> str:
    """One `<path>` with the suit's symbol at every place; `scale` 1 is 14 units high. Raises KeyError."""
    outline = OUTLINES[suit]
    if scale == 1.0:
        data = "".join(f"M{x:g} {y:g}{outline}" for x, y in places)
        return f'<path class="suit-{suit}" d="{data}"/>'
    return "".join(
        f'<path class="suit-{suit}" d="M0 0{outline}" transform="translate({x:g} {y:g}) scale({scale:g})"/>'
        for x, y in places
    )


def symbol(suit: str, label: str = "", css: str = "") -> str:
    """A suit symbol as tall as the text around it. `label` must be escaped; without one it is decoration."""
    named = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="suit suit-{suit}{" " + css if css else ""}" viewBox="-8 -8 16 16" {named} focusable="false">'
        f'<path d="M0 0{OUTLINES[suit]}"/></svg>'
    )
