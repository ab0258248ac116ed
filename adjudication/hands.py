"""The hands of a sheet, folded from its entries: which count now, what each was before, what it was judged to be."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from adjudication.models import Entry, Scoresheet

Kind = Entry.Kind


@dataclass
class Hand:
    """One hand of a sheet. `entries`: the one that wrote it down and those that superseded it, oldest first."""

    entries: list[Entry]
    ruling: dict[str, Any] = field(default_factory=dict)
    number: int | None = None
    dealer: int | None = None

    @property
    def seq(self) -> int:
        """What names this hand for good: the seq of the entry that first wrote it down."""
        return self.entries[0].seq

    @property
    def entry(self) -> Entry:
        """The entry that counts now."""
        return self.entries[-1]

    @property
    def body(self) -> dict[str, Any]:
        return self.entry.body

    @property
    def claimed(self) -> dict[str, Any] | None:
        """What the table wrote as the result, if it did."""
        return self.body.get("claimed")

    @property
    def voided(self) -> bool:
        return self.entry.kind == Kind.VOID

    @property
    def corrected(self) -> bool:
        return len(self.entries) > 1


def all_hands(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[Hand]:
    """Every hand ever written on the sheet, voided ones too, in order; two queries at most.

    `number` counts the hands that are not voided, from 1. `dealer` is who dealt it.
    """
    hands: dict[int, Hand] = {}
    # A superseding entry finds its hand through the entry it supersedes, which is always an earlier one.
    hand_of: dict[int, Hand] = {}
    for entry in sheet.entries.order_by("seq") if entries is None else entries:
        if entry.supersedes_id is None:
            hand = hands[entry.seq] = Hand([entry])
        else:
            hand = hand_of[entry.supersedes_id]
            hand.entries.append(entry)
        hand_of[entry.pk] = hand
        for changed in entry.rulings:
            hands[changed["hand"]].ruling = changed["ruling"]
    return _numbered(sheet, list(hands.values()))


def _numbered(sheet: Scoresheet, hands: list[Hand]) -> list[Hand]:
    dealer: int | None = sheet.first_dealer
    number = 0
    for hand in hands:
        if hand.voided:
            continue
        number += 1
        hand.number = number
        hand.dealer = hand.body.get("dealer", dealer)
        dealer = (hand.ruling.get("after") or {}).get("next_dealer")
    return hands


def current_hands(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[Hand]:
    """The hands that count now, in order."""
    return [hand for hand in all_hands(sheet, entries) if not hand.voided]


def newest(hands: Iterable[Hand]) -> Hand | None:
    """The hand a scorekeeper may still fix: the last one that counts."""
    counting = [hand for hand in hands if not hand.voided]
    return counting[-1] if counting else None
