"""A hand drawn, as text for a terminal and as SVG for a page or a notebook: a row for each seat, or for each trick.

Of a HandInPlay it shows the table as it is; of a HandRecord or a Ruling the whole hand, and what it is worth.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from .cards import SUITS
from .explain import result
from .in_play import HandInPlay
from .record import HandRecord
from .replay import Moment
from .ruling import Ruling, adjudicate

Drawable = HandRecord | Ruling | HandInPlay
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
RED = "hd"
BACK = "??"  # cards nobody wrote down
CARD, GAP = (42, 52), 5
INK = {True: "#b3261e", False: "#1b1b1f"}


class Row(NamedTuple):
    """What stands before the cards; the cards, each with whether it won its trick; what stands behind them."""

    label: str
    cards: tuple[tuple[str, bool], ...]
    note: str = ""


def text(what: Drawable) -> str:
    """The drawing as lines of text."""
    rows = [*_rows(what)]
    width = _label_width(rows)
    lines = []
    for row in rows:
        cards = " ".join(f"{_face(card):>3}{'*' if won else ' '}" for card, won in row.cards)
        lines.append(f"{row.label:<{width}}  {cards}{f'  {row.note}' if row.note else ''}".rstrip())
    return "\n".join(lines)


def svg(what: Drawable) -> str:
    """The drawing as one SVG element, which needs nothing from elsewhere; its text is what `text` says."""
    rows = [*_rows(what)]
    across = max((len(row.cards) for row in rows), default=0)
    label = 8 * _label_width(rows) + 12
    notes = 8 * max((len(row.note) for row in rows), default=0) + 12
    alone = 8 * max((len(row.label) for row in rows), default=0) + 12  # a row without cards goes all the way across
    width, height = max(label + across * (CARD[0] + GAP) + notes, alone), len(rows) * (CARD[1] + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="15"><title>{escape(text(what))}</title>'
    ]
    for number, row in enumerate(rows):
        parts.extend(_svg_row(row, number * (CARD[1] + GAP) + GAP, label))
    return "".join([*parts, "</svg>"])


def _label_width(rows: list[Row]) -> int:
    return max((len(row.label) for row in rows if row.cards), default=0)


def _svg_row(row: Row, top: int, left: int) -> Iterator[str]:
    middle = top + CARD[1] // 2 + 5
    yield f'<text x="4" y="{middle}" fill="currentColor">{escape(row.label)}</text>'
    for card, won in row.cards:
        edge = ("#1a6b3c", 3) if won else ("#8a8a8f", 1)
        yield (
            f'<rect x="{left}" y="{top}" width="{CARD[0]}" height="{CARD[1]}" rx="5" fill="#fffdf7" '
            f'stroke="{edge[0]}" stroke-width="{edge[1]}"/>'
            f'<text x="{left + CARD[0] // 2}" y="{middle}" text-anchor="middle" font-weight="600" '
            f'fill="{INK[card[-1] in RED]}">{_face(card)}</text>'
        )
        left += CARD[0] + GAP
    if row.note:
        yield f'<text x="{left + 7}" y="{middle}" fill="currentColor">{escape(row.note)}</text>'


def _face(card: str) -> str:
    return card if card == BACK else f"{card[0].replace('T', '10')}{SIGNS[card[1]]}"


def _plain(cards: Iterable[str]) -> tuple[tuple[str, bool], ...]:
    return tuple((card, False) for card in cards)


def _rows(what: Drawable) -> Iterator[Row]:
    if isinstance(what, HandInPlay):
        yield from _table(what.now, what.to_play)
        if what.is_over:
            yield Row(result(what.ruling), ())
        return
    ruling = adjudicate(what) if isinstance(what, HandRecord) else what
    yield from _dealt(ruling.record)
    seat_of = {event.card: event.seat for event in ruling.record.events or () if event.type == "play"}
    for trick in ruling.tricks:
        cards = tuple((card, seat_of[card] == trick["winner"]) for card in trick["cards"])
        points = "it" if trick["points"] is None else trick["points"]
        yield Row(
            f"trick {trick['number']}, seat {trick['leader']} leads", cards, f"seat {trick['winner']} takes {points}"
        )
    yield Row(result(ruling), ())


def _dealt(record: HandRecord) -> Iterator[Row]:
    for seat, packets in enumerate(record.deal or ()):
        cards = [BACK] if packets is None else " ".join(packets).split()
        yield Row(f"seat {seat}", _plain(cards), "dealt" if seat == record.dealer else "")


def _table(now: Moment, to_play: int | None) -> Iterator[Row]:
    for seat, hand in enumerate(now.hands):
        cards = [*hand, *([] if now.whole[seat] else [BACK])]
        yield Row(f"seat {seat}", _plain(cards), "to play" if seat == to_play else "")
    if now.table:
        taken = "" if now.winner is None else f"seat {now.winner} takes it"
        laid = tuple((card, seat == now.winner) for seat, card in now.table)
        yield Row(f"trick {now.trick}, seat {now.table[0][0]} leads", laid, taken)
