"""Plain hands as columns: one row a hand. What a hand's calling comes to is settled here, by the single call's code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..profiles import Profile
from ..record import HandRecord
from ..rulebook import SILENT
from ..thunee.calling import settle_calls
from ..thunee.facts import Hand

Column = NDArray[Any]
PLACE = {1 << place: place for place in range(24)}


@dataclass(frozen=True)
class Columns:
    """`cards` (n, 24): the places (0 to 23) of the cards as they were played; `leads` (n, 6): who led each trick;
    `dealt` (n, 4): each seat's hand as a mask; the others have one value a hand. `profile` is a place in `profiles`,
    `row` the place of the hand among the records it was packed from."""

    cards: Column
    leads: Column
    dealt: Column
    dealer: Column
    trumper: Column
    trump: Column
    call: Column
    blind: Column
    balls: Column
    khanuck_called: Column
    profile: Column
    row: Column
    profiles: tuple[Profile, ...]

    def __len__(self) -> int:
        return len(self.row)

    def part(self, rows: Any) -> "Columns":
        """Some of the hands: a slice, a mask or places."""
        kept = {field.name: getattr(self, field.name) for field in fields(self)}
        chosen = {name: value if name == "profiles" else value[rows] for name, value in kept.items()}
        return Columns(**chosen)

    @classmethod
    def joined(cls, parts: Sequence["Columns"], profiles: tuple[Profile, ...]) -> "Columns":
        """Several of them, at least one, in the order of their rows; `profiles` are those of all."""
        names = [field.name for field in fields(cls) if field.name != "profiles"]
        whole = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        return cls(**whole, profiles=profiles).part(np.argsort(whole["row"], kind="stable"))


def is_plain(record: HandRecord) -> bool:
    """Whether a record may go through columns, as far as its form tells."""
    if record.game != "thunee" or record.players != 4 or record.tally is not None or record.claimed is not None:
        return False
    script = record.transcript
    return script is not None and script.rows is not None and not script.said


def pack_plain(records: Sequence[HandRecord]) -> tuple[Columns, list[int]]:
    """The plain hands as columns, and the places of all others."""
    rows, others, profiles = [], list[int](), dict[str, tuple[int, Profile]]()
    for place, record in enumerate(records):
        row = _row(record, place, profiles) if is_plain(record) else None
        if row is None:
            others.append(place)
        else:
            rows.append(row)
    return _columns(rows, tuple(profile for _, profile in profiles.values())), others


def settled(record: HandRecord) -> Hand | None:
    """A hand whose calling is settled; None if that was out of the ordinary."""
    hand = Hand(record, record.profile)
    settle_calls(hand, SILENT)
    odd = hand.declaration is not None or hand.infractions or hand.faults or hand.trump is None
    return None if odd else hand


def _row(record: HandRecord, place: int, profiles: dict[str, tuple[int, Profile]]) -> tuple[Any, ...] | None:
    """One hand's values, or None if its calling was out of the ordinary."""
    hand = settled(record)
    if hand is None:
        return None
    script, profile = record.transcript, record.profile
    number, _ = profiles.setdefault(profile.fingerprint, (len(profiles), profile))
    return (
        [PLACE[bit] for bit in script.bits],
        [row[0] for row in script.rows],
        script.dealt,
        (record.dealer, hand.trumper, hand.trump, hand.call, hand.blind, *record.before.pair,
         record.before.khanuck_called, number, place),
    )  # fmt: skip


def _columns(rows: Iterable[tuple[Any, ...]], profiles: tuple[Profile, ...]) -> Columns:
    listed = list(rows)
    single = np.array([row[3] for row in listed], dtype=np.int32).reshape(len(listed), 10)
    return Columns(
        cards=np.array([row[0] for row in listed], dtype=np.uint8).reshape(len(listed), 24),
        leads=np.array([row[1] for row in listed], dtype=np.uint8).reshape(len(listed), 6),
        dealt=np.array([row[2] for row in listed], dtype=np.uint32).reshape(len(listed), 4),
        dealer=single[:, 0],
        trumper=single[:, 1],
        trump=single[:, 2],
        call=single[:, 3],
        blind=single[:, 4].astype(bool),
        balls=single[:, 5:7],
        khanuck_called=single[:, 7].astype(bool),
        profile=single[:, 8],
        row=single[:, 9],
        profiles=profiles,
    )
