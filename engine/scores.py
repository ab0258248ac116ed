"""What the games that are played for points share: totals by side or by seat, and reading them, deals and claims.

Where partners play together, totals are two, by side, and are shown as `{"A", "B"}`; where each plays for themselves
they are one for each seat, and are shown as a list. Totals may be negative.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .faults import shown
from .forms import Form, Read, one_of, or_null
from .record import HandRecord
from .seats import SIDES
from .shapes import Claimed, Discrepancy, Points, RawRecord, Score

MOST_POINTS = 100_000


def show(totals: Sequence[int], by_side: bool) -> Points:
    """Totals as JSON shows them."""
    return {"A": totals[0], "B": totals[1]} if by_side else list(totals)


class Totals(NamedTuple):
    """The game before a hand: the totals, by side or by seat."""

    totals: tuple[int, ...]
    by_side: bool

    @property
    def scores(self) -> Points:
        return show(self.totals, self.by_side)

    def to_dict(self) -> Score:
        return {"scores": self.scores}


def totals_before(record: HandRecord) -> tuple[int, ...]:
    """The totals before the hand of a record."""
    before: Any = record.before
    totals: tuple[int, ...] = before.totals
    return totals


def set_totals(record: HandRecord, scores: Any, by_side: bool) -> None:
    """Give a record the totals before its hand, as a ruling's `after` shows them (the record is then complete)."""
    totals = (scores["A"], scores["B"]) if by_side else tuple(scores)
    record.before = Totals(totals, by_side)  # type: ignore[assignment]  # in place of Thunee's balls


def read_before(form: Form, value: Any, record: HandRecord, by_side: bool) -> None:
    """The totals of `before`; without it, nothing yet."""
    places = 2 if by_side else record.players
    totals = [0] * places
    if value is not None:
        entries = form.entries(value, "before", ("scores",))
        if "scores" in entries:
            scores = read_scores(form, entries["scores"], "before.scores", places, by_side)
            totals = [number or 0 for number in scores]
    set_totals(record, show(totals, by_side), by_side)


def read_scores(form: Form, value: Any, path: str, places: int, by_side: bool, whole: bool = True) -> list[int | None]:
    """Points by side or by seat, in order. With `whole` all must be there; else None stands for what is not said."""
    if by_side:
        entries = form.entries(value, path, ("A", "B"), ("A", "B") if whole else ())
        given = [(side, entries.get(side)) for side in ("A", "B")]
        return [
            None
            if side not in entries or (number is None and not whole)
            else form.whole(number, f"{path}.{side}", -MOST_POINTS, MOST_POINTS)
            for side, number in given
        ]
    items = form.items(value, path, places)
    if isinstance(value, list) and len(items) < places and len(value) <= places:
        form.wrong(path, f"must have {places} numbers, one for each seat, not {len(items)}")
    return [
        None if item is None and not whole else form.whole(item, f"{path}[{seat}]", -MOST_POINTS, MOST_POINTS)
        for seat, item in enumerate(items)
    ]


def read_claim(
    form: Form, value: Any, record: HandRecord, by_side: bool, kinds: Iterable[str], sides: bool = True
) -> Claimed:
    """What the table wrote as the result: any of winner (a side), kind, seat and scores."""

    def scores(form: Form, value: Any, path: str) -> Any:
        points = read_scores(form, value, path, 2 if by_side else record.players, by_side, whole=False)
        return dict(zip(SIDES, points, strict=True)) if by_side else points

    readers: dict[str, Read] = {"winner": Form.side} if sides else {}
    readers |= {"kind": one_of(*kinds), "seat": Form.seat, "scores": scores}
    return form.claim(value, {key: or_null(read) for key, read in readers.items()})


def read_deal(form: Form, value: Any, players: int, size: int, pack: Iterable[str]) -> list[list[str] | None] | None:
    """The hands as dealt, each one packet of `size` cards; null for a hand nobody wrote down."""
    seats = form.items(value, "deal", players)
    if not seats:
        return None
    if len(seats) != players:
        form.wrong("deal", f"must have {players} hands, not {len(seats)}")
    seen: dict[str, str] = {}
    return [_dealt_hand(form, hand, f"deal[{seat}]", size, pack, seen) for seat, hand in enumerate(seats)]


def _dealt_hand(
    form: Form, value: Any, path: str, size: int, pack: Iterable[str], seen: dict[str, str]
) -> list[str] | None:
    if value is None:
        return None
    packets = form.items(value, path, 1)
    if isinstance(value, list) and not value:
        form.wrong(path, f"must have a packet of {size} cards, or be null")
    return [" ".join(read_packet(form, packet, f"{path}[0]", pack, seen, size)) for packet in packets]


def read_packet(
    form: Form, value: Any, path: str, pack: Iterable[str], seen: dict[str, str], size: int | None = None
) -> list[str]:
    """Cards as one text or as a list of texts, each at most once; `seen` says where each was met before."""
    if isinstance(value, list):
        words: list[Any] = form.items(value, path, 52)
    else:
        text = form.text(value, path, 300)
        if text is None:
            return []
        words = text.replace(",", " ").split()
    cards = []
    for word in words:
        card = form.card(word, path, pack)
        if card in seen:
            form.wrong(path, f"{card} is there twice, first at {seen[card]}")
        elif card:
            seen[card] = path
            cards.append(card)
    if size is not None and len(words) != size:
        form.wrong(path, f"must have {size} cards, not {len(words)}")
    return cards


def read_seats(form: Form, given: RawRecord, allowed: Sequence[int], default: int) -> int:
    """How many play."""
    players = given.get("players", default)
    if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
        known = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        form.wrong("players", f"must be {known}, not {shown(players)}")
        return default
    return players


def claimed_rows(
    claim: Mapping[str, Any] | None, truth: Mapping[str, object], scores: Sequence[int], rule: str | None
) -> list[Discrepancy]:
    """Differences between what the table wrote and what was found (`truth` by key; `scores` by side or by seat)."""
    rows = []
    for field, claimed in (claim or {}).items():
        if field != "scores":
            if claimed != truth[field]:
                rows.append(row(field, claimed, truth[field], rule))
            continue
        named = list(claimed.items()) if isinstance(claimed, dict) else list(enumerate(claimed))
        for (name, number), found in zip(named, scores, strict=False):
            if number is not None and number != found:
                at = f"scores.{name}" if isinstance(name, str) else f"scores[{name}]"
                rows.append(row(at, number, found, rule))
    return rows


def row(field: str, claimed: Any, found: Any, rule: str | None) -> Discrepancy:
    """One difference."""
    return {"field": field, "claimed": claimed, "found": found, "rule": rule}


def misstated(stated: Score, after: Score) -> list[str]:
    """What a record's own score before the hand says otherwise than the hands before it."""
    if stated["scores"] == after["scores"]:
        return []
    claimed, found = (_in_words(scores) for scores in (stated["scores"], after["scores"]))
    return [f"says the score before it was {claimed}, the hands before it give {found}"]


def _in_words(scores: Any) -> str:
    return f"A {scores['A']}, B {scores['B']}" if isinstance(scores, dict) else ", ".join(map(str, scores))
