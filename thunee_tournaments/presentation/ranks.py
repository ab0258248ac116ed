"""The ranks as strokes, drawn by hand for this site: the same on every phone, whatever letters it has.

Each is path data on a box 14 to 18 units wide and 22 high around its own middle (0, 0), to be drawn with a stroke of
`WEIGHT` units and no filling.
"""

WEIGHT = 4
STROKES = {
    "A": "M-7 11 0-11 7 11M-4.6 3.500H4.600M-9 11h5M4 11h5",
    "2": "M-6.2-5.500c0-3.5 2.5-5.5 6-5.5 3.7 0 6.2 2.2 6.2 5.6 0 5-8.5 9.4-12.5 16.400H6.800v-3.5",
    "3": "M-6-7.500V-11H6L-.8-3c4.3 0 7.2 2.7 7.2 6.8 0 4.3-3 7.2-7.2 7.2-3.4 0-5.7-1.6-6.4-4.4",
    "4": "M3 11V-11L-7.5 4.500H7.500M-1 11h8",
    "5": "M5.5-11H-4.500L-5.3-1.500c1.3-1.4 3-2 5-2 4 0 6.7 2.8 6.7 7 0 4.5-2.9 7.5-7 7.5-3.3 0-5.4-1.6-6.2-4.3",
    "6": "M5.4-7.500C4.7-9.7 2.9-11 .5-11c-4.5 0-7 5-7 12 0 6.5 2.5 10 6.5 10 3.9 0 6.5-2.9 6.5-7s-2.5-6.5-6-6.5"
    "S-6.3 0-6.3 4",
    "7": "M-6.5-6.500V-11H6.500C2-4-.5 3-1 11",
    "8": "M0-11c3.4 0 5.4 2 5.4 4.800S3.4-1.3 0-1.300s-5.4-2.1-5.4-4.900S-3.4-11 0-11zM0-1.300c4 0 6.4 2.4 6.4 6.1"
    "S4 11 0 11-6.4 8.5-6.4 4.8-4-1.3 0-1.300z",
    "9": "M-5.4 7.500C-4.7 9.7-2.9 11-.5 11c4.5 0 7-5 7-12 0-6.5-2.5-10-6.5-10-3.9 0-6.5 2.9-6.5 7s2.5 6.5 6 6.5"
    "S6.3 0 6.3-4",
    "T": "M-9.5-7.5-6.5-11V11M-9.5 11h6M4.5-11c3.2 0 4.5 4 4.5 11s-1.3 11-4.5 11S0 7 0 0s1.3-11 4.5-11z",
    "J": "M4-11V5c0 4-2.3 6-5.5 6S-7 9-7 5.500M-1-11h10",
    "Q": "M0-11c4.8 0 7.3 4 7.3 11S4.8 11 0 11-7.3 7-7.3 0-4.8-11 0-11zM.5 5l8 7.5",
    "K": "M-5-11V11M6.5-11-5 2.5M-2-1.5 7 11M-8-11h6M-8 11h6M4-11h5M4.5 11h5",
}


def rank_path(rank: str, suit: str, x: float, y: float, scale: float = 1.0) -> str:
    """One `<path>` with the rank around (x, y), in the suit's colour; `scale` 1 is 22 units high. Raises KeyError."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return f'<path class="card-rank suit-{suit}" d="{STROKES[rank]}" transform="translate({x:g} {y:g}){size}"/>'
