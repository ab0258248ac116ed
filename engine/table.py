"""The table of a game of tricks as the events go by: what the moments of all such games have alike."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .replay import Moment, Offence, Tally, Window


class Table(ABC):
    """`hands` are masks of bits, `text` says the card of a bit, `winners` are those of the tricks of the whole hand;
    `infractions` and `faults` are what its judgement found."""

    def __init__(self, hands: Iterable[int], text: Mapping[int, str], winners: Sequence[int], facts: Any) -> None:
        self.text, self.winners = text, winners
        self.events: Sequence[Any] = facts.record.events or ()
        self.infractions: Sequence[Any] = facts.infractions
        self.faults: Sequence[tuple[str, str]] = facts.faults
        self.remaining = list(hands)
        self.trick: list[tuple[int, int]] = []
        self.played = 0
        self.allowed: tuple[str, ...] | None = None
        self.tells = True  # whether this moment is one to tell of

    @abstractmethod
    def happens(self, place: int, event: Any) -> bool:
        """Let an event happen; False where the record cannot have happened from here on."""

    @abstractmethod
    def is_card(self, infraction: Any, event: Any) -> bool:
        """Whether it was the card of this event that was against the rules."""

    @abstractmethod
    def moment(self, place: int | None, event: Any) -> Moment:
        """The table as it is now, after this event, made by `at` of what the game itself says."""

    def moments(self, last: bool = False) -> list[Moment]:
        """Every moment, from the deal on, or the `last` alone; a record that cannot have happened is told up to where
        it could."""
        moments, end = [], len(self.events) - 1
        if not last or end < 0:
            moments.append(self.moment(None, None))
        for place, event in enumerate(self.events):
            self.tells = not last or place == end
            if not self.happens(place, event):
                break
            if self.tells:
                moments.append(self.moment(place, event))
        return moments

    def is_possible(self, place: int) -> bool:
        """Whether the event at that place can have happened."""
        return not any(path.startswith(f"events[{place}]") for path, _ in self.faults)

    def is_allowed(self, place: int) -> bool:
        """Whether what was said at that place was allowed."""
        return not any(infraction.place == place for infraction in self.infractions)

    def lay(self, seat: int, bit: int) -> None:
        """A card is laid on the table."""
        self.trick.append((seat, bit))
        self.remaining[seat] &= ~bit
        self.played += 1

    def at(
        self,
        place: int | None,
        event: Any,
        hands: Iterable[Iterable[str]],
        whole: Iterable[bool],
        to_play: int | None,
        windows: Iterable[Window],
        tally: Tally,
    ) -> Moment:
        seats = len(self.remaining)
        trick = (self.played - 1) // seats + 1 if self.played else 0
        full = len(self.trick) == seats and trick <= len(self.winners)
        return Moment(
            number=0 if place is None else place + 1,
            place=place,
            event=event,
            played=self.played,
            trick=trick,
            hands=tuple(map(tuple, hands)),
            whole=tuple(whole),
            table=tuple((seat, self.text[bit]) for seat, bit in self.trick),
            winner=self.winners[trick - 1] if full else None,
            allowed=self.allowed,
            offences=() if event is None else tuple(self._offences(place, event)),
            to_play=to_play,
            windows=tuple(windows),
            tally=tally,
        )

    def _offences(self, place: int | None, event: Any) -> Iterable[Offence]:
        """What was against the rules in an event: said there, or this card."""
        for infraction in self.infractions:
            if infraction.place == place if infraction.card is None else self.is_card(infraction, event):
                yield Offence(infraction.offence, infraction.rule.id, infraction.accused, infraction.enforced)
