"""Playing cards: indices big enough for an arm's length, pips where players expect them, courts simply drawn.

A card is written rank then suit (`Jh`, `Tc` or `10c`). Everything is drawn on a sheet of 100 by 140 units; the small
kind keeps rank and suit only, on 50 by 70. Colours come from the page's CSS (`suit-h`, `card-gold`, …).
"""

from thunee_tournaments.presentation.suits import SUITS, pips

RANKS = "A23456789TJQK"
PACK_RANKS = "J9ATKQ"
_L, _M, _R = 35, 50, 65
_FOUR = [(x, y) for x in (_L, _R) for y in (26, 55, 85, 114)]
PLACES: dict[str, list[tuple[float, float]]] = {
    "6": [(x, y) for x in (_L, _R) for y in (30, 70, 110)],
    "9": [*_FOUR, (_M, 70)],
    "T": [*_FOUR, (_M, 40.5), (_M, 99.5)],
}

# Half a figure, its shoulders at the middle line (y = 70); the other half is the same, turned round.
_SHOULDERS = '<path class="card-robe" d="M24 70c0-13 9-19 26-19s26 6 26 19z"/>'
_COLLAR = '<path class="card-gold" d="M41 52l9 18 9-18-9 5z"/>'
_HEAD = '<path class="card-skin" d="M42.5 36h15v8c0 6-3.5 9.5-7.5 9.5s-7.5-3.5-7.5-9.500z"/>'
_EYES = '<path class="card-line" d="M46 42.5h.1M54 42.5h.1M48 48.5h4"/>'
COURTS = {
    "K": '<path class="card-robe" d="M39.5 37v10c0 3 1 5 2.5 6l1-16zM60.5 37v10c0 3-1 5-2.5 6l-1-16z"/>'
    '<path class="card-skin" d="M43.5 46c0 7 2.5 10.5 6.5 10.500s6.5-3.5 6.5-10.500c-2 2-11 2-13 0z"/>'
    '<path class="card-gold" d="M38 37V24l6 6 6-9 6 9 6-6v13z"/><circle class="card-robe" cx="50" cy="32" r="2.2"/>',
    "Q": '<path class="card-robe" d="M38 52c-1-16 3-20 12-20s13 4 12 20c-3-1-4-6-4.5-14h-15c-.5 8-1.5 13-4.5 14z"/>'
    '<path class="card-gold" d="M40 34c0-5 4-6 5-10 2 4 3 4 5-2 2 6 3 6 5 2 1 4 5 5 5 10-6-3-14-3-20 0z"/>'
    '<circle class="card-gold" cx="50" cy="41" r="1.6"/>',
    "J": '<path class="card-robe" d="M39 38c-2-12 5-16 12-15 8 .5 12 6 10 15-6-4-16-4-22 0z"/>'
    '<path class="card-gold" d="M40 37c5-4 15-4 20 0v-3c-5-4-15-4-20 0zM52 29c0-7 4-10 9-11-1 5-3 9-9 11z"/>'
    '<circle class="card-gold" cx="51" cy="29" r="2.4"/>',
}


def split(card: str) -> tuple[str, str]:
    """A card's rank (`T` for ten) and suit. Raises ValueError for what is no card."""
    text = card.strip()
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise ValueError(f"{card!r} is no card")
    return rank, suit


def _index(rank: str, suit: str) -> str:
    shown = "10" if rank == "T" else rank
    tight = ' textLength="22" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return f'<text class="card-rank suit-{suit}" x="15" y="28" text-anchor="middle"{tight}>{shown}</text>' + pips(
        suit, [(15, 40)], 1.15
    )


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return pips(suit, [(50, 70)], 3.6)
    if rank in COURTS:
        half = f"<g>{_SHOULDERS}{_HEAD}{_EYES}{COURTS[rank]}{_COLLAR}</g>"
        turned = half.replace("<g>", '<g transform="rotate(180 50 70)">')
        return f'<path class="card-frame" d="M27 14h46v112H27z"/>{half}{turned}'
    places = PLACES.get(rank, [(50, 70)])
    scale = 1.15 if len(places) > 8 else 1.4
    upper = pips(suit, [place for place in places if place[1] <= 70], scale)
    lower = pips(suit, [(100 - x, 140 - y) for x, y in places if y > 70], scale)
    return upper + (f'<g transform="rotate(180 50 70)">{lower}</g>' if lower else "")


def playing_card(card: str, label: str, *, small: bool = False, shared: bool = False, css: str = "") -> str:
    """A card, face up. `label` (escaped) is what a screen reader says. Raises ValueError for what is no card.

    `shared`: a small card that only points to its drawing among the page's `symbols()`.
    """
    rank, suit = split(card)
    small = small or shared
    classes = " ".join(filter(None, ["card", "card-small" if small else "", f"is-{suit}", css]))
    named = f'class="{classes}" role="img" aria-label="{label}"'
    if shared:
        return f'<svg {named} viewBox="0 0 50 70"><use href="#card-{rank}{suit}"/></svg>'
    if small:
        return f'<svg {named} viewBox="0 0 50 70">{_small(rank, suit)}</svg>'
    index = _index(rank, suit)
    return (
        f'<svg {named} viewBox="0 0 100 140"><rect class="card-paper" x="1" y="1" width="98" height="138" rx="9"/>'
        f'{_middle(rank, suit)}{index}<g transform="rotate(180 50 70)">{index}</g></svg>'
    )


def _small(rank: str, suit: str) -> str:
    shown = "10" if rank == "T" else rank
    tight = ' textLength="30" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return (
        '<rect class="card-paper" x="1" y="1" width="48" height="68" rx="6"/>'
        f'<text class="card-rank suit-{suit}" x="25" y="34" text-anchor="middle"{tight}>{shown}</text>'
        f"{pips(suit, [(25, 52)], 1.9)}"
    )


def symbols(whole: bool = False) -> str:
    """The small cards of the pack, drawn once for a page that shows many: put before cards that are `shared`. `whole`:
    all 52, for the games that are played with them."""
    drawn = "".join(
        f'<symbol id="card-{rank}{suit}" viewBox="0 0 50 70">{_small(rank, suit)}</symbol>'
        for suit in SUITS
        for rank in (RANKS if whole else PACK_RANKS)
    )
    return f'<svg class="card-symbols" width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>'


def card_back(label: str) -> str:
    """A card, face down."""
    return (
        f'<svg class="card card-down" role="img" aria-label="{label}" viewBox="0 0 100 140">'
        '<rect class="card-paper" x="1" y="1" width="98" height="138" rx="9"/>'
        '<rect class="ball-back" x="7" y="7" width="86" height="126" rx="5"/>'
        '<path class="ball-lattice" d="M14 14h72v112H14zM50 26 76 70 50 114 24 70zM50 44 66 70 50 96 34 70z"/></svg>'
    )
