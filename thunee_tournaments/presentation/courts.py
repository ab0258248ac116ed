"""King, queen and jack: half a figure each, drawn by hand for this site; the other half is the same, turned round.

On a card of 100 by 140 units the half lies between y = 12 and the middle line, y = 70. A part of a figure is the class
behind `card-` that colours it in the page's CSS, and its path data; `robe` has the colour of the suit.
"""

Part = tuple[str, str]


def _drawn(*parts: Part) -> str:
    return "".join(f'<path class="card-{css}" d="{data}"/>' for css, data in parts)


FRAME = _drawn(("frame", "M25 11h50v118H25z"))
# The sash over the middle line, where the halves meet.
SASH = _drawn(("gold", "M25 65.5 75 68v6.5L25 72z"), ("line", "M25 68.7 75 71.3"))

_ROBE: tuple[Part, ...] = (
    ("robe", "M25 70V63c2-8 9-11.5 17-13h16c8 1.5 15 5 17 13v7z"),
    ("cloth", "M40 50.5h20L58 70H42z"),
    ("gold", "M38.5 51 43 50l3.5 20h-3.7zM61.5 51 57 50l-3.5 20h3.7z"),
    ("stitch", "M29 62c3-4 6-5.5 9-6.5M32 68c2-4 5-6.5 8-7.5M71 62c-3-4-6-5.5-9-6.5M68 68c-2-4-5-6.5-8-7.5"),
)
_FACE: tuple[Part, ...] = (
    ("skin", "M46 44h8v8l-4 4-4-4z"),
    ("skin", "M42.3 31h15.4v8c0 5.8-3.3 9.3-7.7 9.3s-7.7-3.5-7.7-9.3z"),
    ("line", "M44.7 35.6c1-.7 2.3-.7 3.3-.1M52 35.5c1-.6 2.3-.6 3.3.1M50 37l-1 4h1.8M48 44.3c1.3.7 2.7.7 4 0"),
    ("eye", "M45.4 37.3h2M52.6 37.3h2"),
)
_FIGURES: dict[str, tuple[Part, ...]] = {
    "K": (
        *_ROBE,
        ("gold", "M31.5 70 30 26h2.6L34 70zM31.3 14.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM27.5 25h7.6v2.5h-7.6z"),
        ("line", "M31.3 15v7.5M27.5 18.7h7.6"),
        ("hair", "M41 30c-2.5 5-2.5 12-1 17 .8 2.5 2 3.5 3.5 4V31zM59 30c2.5 5 2.5 12 1 17-.8 2.5-2 3.5-3.5 4V31z"),
        *_FACE,
        ("hair", "M42.3 38c.3 12.5 3.5 17 7.7 19.5 4.2-2.5 7.4-7 7.7-19.5-1.7 3.5-3.5 4.3-7.7 4.3s-6-.8-7.7-4.3z"),
        ("line", "M47.8 44.8c1.4.8 3 .8 4.4 0M46 47v5M50 48v7M54 47v5"),
        ("gold", "M39.5 31.5 38 17l6 5.5 6-9 6 9 6-5.5-1.5 14.5c-6-2-15-2-21 0z"),
        ("robe", "M50 20.5l2 3-2 3-2-3zM43.5 25l1.3 1.8-1.3 1.8-1.3-1.8zM56.5 25l1.3 1.8-1.3 1.8-1.3-1.8z"),
        ("skin", "M28.5 58c2-1.5 4.5-1.5 6 0v5c-2 1.5-4 1.5-6 0z"),
    ),
    "Q": (
        *_ROBE,
        (
            "hair",
            "M40.5 30c-4.5 6-2 11-4 17-.8 2.5-1.5 4-1 6 4 1 7-1.5 8.5-5V31zM59.5 30c4.5 6 2 11 4 17 .8 2.5 1.5 4 1 "
            "6-4 1-7-1.5-8.5-5V31z",
        ),
        *_FACE,
        ("hair", "M42 35c0-5 3-7 8-7s8 2 8 7c1.5-2 1.8-6-.5-8.5h-15C40.2 29 40.5 33 42 35z"),
        ("gold", "M41 27.5 40 18l4.5 4L50 15l5.5 7 4.5-4-1 9.5c-5.5-1.5-12.5-1.5-18 0z"),
        ("pearl", "M50 13.8h.01M40 17h.01M60 17h.01M45 54.3h.01M47.4 56.2h.01M50 57h.01M52.6 56.2h.01M55 54.3h.01"),
        ("skin", "M64.5 58c2-1.5 4.5-1.5 6 0v5c-2 1.5-4 1.5-6 0z"),
        ("stem", "M67.5 63c1-12 1-22 .5-31M67.8 46c-2.5-.5-4-2-4.5-4.5M68 42c2.2-.5 3.5-2 4-4"),
        (
            "robe",
            "M68 31.5c-3.5 0-5.5-2.5-5-6.5 1.5.3 2.5 1 3.3 2 .2-1.8.8-3 1.7-4 .9 1 1.5 2.2 1.7 4 .8-1 1.8-1.7 3.3-2 "
            ".5 4-1.5 6.5-5 6.5z",
        ),
    ),
    "J": (
        *_ROBE,
        ("gold", "M67.5 70 68.5 24h2L71 70z"),
        ("steel", "M69.5 12l2.5 8-2.5 5-2.5-5zM68.5 22c-5-2-7 1-7 5s2.5 6.5 7 4.5zM70.5 23l4 2.5-4 2.5z"),
        ("hair", "M41 30c-2 6-2.5 12-3.5 16 2.5 1.5 5 1 6.5-.5V31zM59 30c2 6 2.5 12 3.5 16-2.5 1.5-5 1-6.5-.5V31z"),
        *_FACE,
        ("hair", "M45.6 42.6c1.6-1.2 3-1.2 4.4-.3 1.4-.9 2.8-.9 4.4.3-1.6.8-3 .9-4.4.3-1.4.6-2.8.5-4.4-.3z"),
        ("robe", "M39.5 30.5c-2-8.5 3-13.5 10.5-14 8.5-.5 13 4.5 11.5 14-6.5-3-15.5-3-22 0z"),
        ("gold", "M38.5 31.5c7-3.5 16-3.5 23 0v-3.7c-7-3.3-16-3.3-23 0zM57 24c-1-6-6-10-13-9.5C47 18 50 22 57 24z"),
        ("line", "M57 24c-4-3-7-6-10-8"),
        ("skin", "M66 58c2-1.5 4.5-1.5 6 0v5c-2 1.5-4 1.5-6 0z"),
    ),
}
COURTS = {rank: _drawn(*figure) for rank, figure in _FIGURES.items()}
# Where the suit stands beside a head.
COURT_PIP: dict[str, tuple[float, float]] = {"K": (67, 20), "Q": (33, 20), "J": (32, 20)}
