"""The hands of a sheet, folded from its entries: which count now, what each was before, what it was judged to be."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Body, Ruling
from engine.shapes import Claimed

Kind = Entry.Kind


@dataclass
class Hand:
    """One hand of a sheet. `entries`: the one that wrote it down and those that superseded it, oldest first."""

    entries: list[Entry]
    ruling: Ruling = field(default_factory=Ruling)
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
    def body(self) -> Body:
        body: Body = self.entry.body
        return body

    @property
    def claimed(self) -> Claimed | None:
        """What the table wrote as the result, if it did."""
        return self.body.get("claimed")

    @property
    def voided(self) -> bool:
        return self.entry.kind == Kind.VOID

    @property
    def is_decision(self) -> bool:
        """Whether this is no hand at all but a referee's decision on the score, standing between hands."""
        return self.entries[0].kind == Kind.DECISION

    @property
    def corrected(self) -> bool:
        return len(self.entries) > 1


def all_hands(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[Hand]:
    """Every hand ever written on the sheet, voided ones too, in order; two queries at most.

    `number` counts the hands that are not voided, from 1. `dealer` is who dealt it.
    """
    return [step for step in all_steps(sheet, entries) if not step.is_decision]


def all_steps(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[Hand]:
    """Every hand, and every decision on the score, in the order in which they make the game."""
    steps: list[Hand] = []
    # A superseding entry finds its step through the entry it supersedes, which is always an earlier one.
    step_of: dict[int, Hand] = {}
    by_seq: dict[int, Hand] = {}
    for entry in sheet.entries.order_by("seq") if entries is None else entries:
        if entry.supersedes_id is None:
            step = by_seq[entry.seq] = Hand([entry])
            place(steps, step)
        else:
            step = step_of[entry.supersedes_id]
            step.entries.append(entry)
        step_of[entry.pk] = step
        for changed in entry.rulings:
            by_seq[changed["hand"]].ruling = changed["ruling"]
    return _numbered(sheet, steps)


def place(steps: list[Hand], step: Hand) -> None:
    """Put a new step among the others: a hand at the end or, missed, right behind the one it stands after; a decision
    behind the decisions that stand there already. Raises ValueError if it stands after something unknown."""
    after = step.entries[0].after
    if after is None:
        steps.append(step)
        return
    index = 0 if after == 0 else [other.seq for other in steps].index(after) + 1
    while step.is_decision and index < len(steps) and steps[index].is_decision:
        index += 1
    steps.insert(index, step)


def _numbered(sheet: Scoresheet, hands: list[Hand]) -> list[Hand]:
    dealer: int | None = sheet.first_dealer
    number = 0
    for hand in hands:
        if hand.voided:
            continue
        if not hand.is_decision:
            number += 1
            hand.number = number
            hand.dealer = hand.body.get("dealer", dealer)
        after = hand.ruling.get("after")
        dealer = after["next_dealer"] if after else None
    return hands


def current_hands(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[Hand]:
    """The hands that count now, in order."""
    return [hand for hand in all_hands(sheet, entries) if not hand.voided]


def newest(hands: Iterable[Hand]) -> Hand | None:
    """The hand a scorekeeper may still fix: the last one that counts."""
    counting = [hand for hand in hands if not hand.voided and not hand.is_decision]
    return counting[-1] if counting else None


def own_ruling(entry: Entry) -> Ruling | None:
    """The ruling this entry got for its own hand when it was written; None for a void."""
    if entry.kind == Kind.VOID:
        return None
    ruling: Ruling = entry.rulings[0]["ruling"]
    return ruling
