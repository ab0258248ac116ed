"""Playing cards: indices big enough for an arm's length, pips where players expect them, courts with their regalia.

A card is written rank then suit (`Jh`, `Tc` or `10c`). Everything is drawn on a sheet of 100 by 140 units; the small
kind keeps rank and suit only, on 50 by 70. Colours come from the page's CSS (`suit-h`, `card-gold`, …).
"""

from thunee_tournaments.presentation.courts import COURT_PIP, COURTS, FRAME, SASH
from thunee_tournaments.presentation.ranks import rank_path
from thunee_tournaments.presentation.suits import SUITS, pips

RANKS = "A23456789TJQK"
PACK_RANKS = "J9ATKQ"
Places = list[tuple[float, float]]
_L, _M, _R = 36, 50, 64
_FOUR: Places = [(x, y) for x in (_L, _R) for y in (26, 55, 85, 114)]
_TWO: Places = [(_M, 30), (_M, 110)]
_SIX: Places = [(x, y) for x in (_L, _R) for y in (30, 70, 110)]
_CORNERS: Places = [(x, y) for x in (_L, _R) for y in (30, 110)]
PLACES: dict[str, Places] = {
    "2": _TWO,
    "3": [*_TWO, (_M, 70)],
    "4": _CORNERS,
    "5": [*_CORNERS, (_M, 70)],
    "6": _SIX,
    "7": [*_SIX, (_M, 50)],
    "8": [*_SIX, (_M, 50), (_M, 90)],
    "9": [*_FOUR, (_M, 70)],
    "T": [*_FOUR, (_M, 40.5), (_M, 99.5)],
}


def split(card: str) -> tuple[str, str]:
    """A card's rank (`T` for ten) and suit. Raises ValueError for what is no card."""
    text = card.strip()
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise ValueError(f"{card!r} is no card")
    return rank, suit


def _index(rank: str, suit: str) -> str:
    return rank_path(rank, suit, 15, 19, 0.95) + pips(suit, [(15, 43)], 1.15)


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return pips(suit, [(50, 70)], 3.6)
    if rank in COURTS:
        half = f"<g>{COURTS[rank]}{pips(suit, [COURT_PIP[rank]], 0.8)}</g>"
        turned = half.replace("<g>", '<g transform="rotate(180 50 70)">')
        return FRAME + half + turned + SASH
    places = PLACES[rank]
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
    return (
        '<rect class="card-paper" x="1" y="1" width="48" height="68" rx="6"/>'
        + rank_path(rank, suit, 25, 21, 1.2)
        + pips(suit, [(25, 51)], 1.9)
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
