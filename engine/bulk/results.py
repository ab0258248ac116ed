"""What many hands come to, in the order they were given: from the columns where they were plain, else one by one."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from .. import shapes
from ..record import HandRecord
from ..ruling import adjudicate
from ..seats import SIDES
from ..thunee import pack
from .columns import Columns, pack_plain
from .judging import CALL_AND_LOSS, COUNT, KINDS, Judged, judge_columns

FIELDS = ("status", "kind", "detail", "winner", "balls", "seat", "after", "count", "tricks")


class Results:
    """`results[n]` is a dict of FIELDS, each as the single call's ruling on record n has it."""

    def __init__(self, records: Sequence[HandRecord], columns: Columns, judged: Judged) -> None:
        self.records, self.columns, self.judged = records, columns, judged
        self._places = {int(row): place for place, row in enumerate(columns.row) if not judged.odd[place]}

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[shapes.Ruling]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> shapes.Ruling:
        place = self._places.get(number)
        if place is None:
            ruling = adjudicate(self.records[number])
            return cast(shapes.Ruling, {name: getattr(ruling, name) for name in FIELDS})
        return _ruling(self.columns, self.judged, place)

    @property
    def in_columns(self) -> int:
        """How many of the hands went through the columns."""
        return len(self._places)


def judge_all(records: Sequence[HandRecord]) -> Results:
    """Judge any records; never raises on what `engine.read` made."""
    columns, _ = pack_plain(records)
    return Results(records, columns, judge_columns(columns))


def _side(value: Any) -> str | None:
    return None if value < 0 else SIDES[value]


def _pair(values: np.ndarray[Any, Any]) -> shapes.BySide:
    return {"A": int(values[0]), "B": int(values[1])}


def _ruling(columns: Columns, judged: Judged, place: int) -> shapes.Ruling:
    winner, kind = int(judged.winner[place]), int(judged.kind[place])
    seat, opened = int(judged.seat[place]), int(judged.opened[place])
    counted = kind in (COUNT, CALL_AND_LOSS)
    return {
        "status": "void" if judged.void[place] else "decided",
        "kind": KINDS[kind],
        "detail": None,
        "winner": _side(winner),
        "balls": {side: opened if _side(winner) == side else 0 for side in SIDES},
        "seat": None if seat < 0 else seat,
        "after": _after(columns, judged, place),
        "count": _count(columns, judged, place) if counted else None,
        "tricks": _tricks(columns, judged, place),
    }


def _after(columns: Columns, judged: Judged, place: int) -> shapes.State:
    dealer = int(judged.next_dealer[place])
    return {
        "balls": _pair(judged.after[place]),
        "target": int(judged.target[place]),
        "khanuck_called": bool(columns.khanuck_called[place]),
        "cornerhouse": [side for side, corner in zip(SIDES, judged.cornerhouse[place], strict=True) if corner],
        "game_over": bool(judged.game_winner[place] >= 0),
        "game_winner": _side(int(judged.game_winner[place])),
        "next_dealer": None if dealer < 0 else dealer,
    }


def _count(columns: Columns, judged: Judged, place: int) -> shapes.Count:
    profile = columns.profiles[columns.profile[place]]
    return {
        "counting_team": SIDES[1 - (int(columns.trumper[place]) & 1)],
        "card_points": _pair(judged.points[place]),
        "tricks": _pair(judged.tricks[place]),
        "last_trick": SIDES[int(judged.winners[place, 5]) & 1],
        "jodhi": {"A": 0, "B": 0},
        "call": int(columns.call[place]),
        "total": int(judged.total[place]),
        "target": profile.target_count,
    }


def _tricks(columns: Columns, judged: Judged, place: int) -> list[shapes.Trick]:
    return [
        {
            "number": number + 1,
            "leader": int(columns.leads[place, number]),
            "cards": [pack.TEXT[card] for card in columns.cards[place, 4 * number : 4 * number + 4]],
            "winner": int(judged.winners[place, number]),
            "points": int(judged.worth[place, number]),
        }
        for number in range(6)
    ]
