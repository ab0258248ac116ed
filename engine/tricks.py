"""What trick games share: a pack as bits, the cards of a record, and the play: who leads, wins, fails to follow.

A card is one bit: suit by suit in the order `s h d c`, the lowest rank first, so that the winning card of a set within
one suit is its highest bit. A hand is a mask. Nothing here knows what a hand is worth, and nothing decides what an
offence costs: a card that breaks a rule stays played and is listed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .cards import SUITS
from .events import Event, marks_of

NO_TRUMP = 4


class Pack:
    """The cards of a game: `ranks` from low to high in each of the four suits."""

    __slots__ = ("bit", "full", "led", "suits", "text")

    def __init__(self, ranks: str) -> None:
        size = len(ranks)
        names = [rank + suit for suit in SUITS for rank in ranks]
        self.bit = {name: 1 << place for place, name in enumerate(names)}
        self.text = {bit: name for name, bit in self.bit.items()}
        # A fifth, empty suit: no trump.
        self.suits = (*(((1 << size) - 1) << (suit * size) for suit in range(4)), 0)
        self.led = {bit: mask for bit in self.text for mask in self.suits if bit & mask}
        self.full = (1 << 4 * size) - 1

    def mask(self, cards: Iterable[str]) -> int:
        """A set of cards as a mask."""
        return union(self.bit[card] for card in cards)

    def cards(self, mask: int) -> list[str]:
        """A mask as text, suit by suit, lowest first."""
        return [name for bit, name in self.text.items() if bit & mask]

    def best(self, mask: int, led: int, trump: int) -> int:
        """The card that wins: the highest trump (NO_TRUMP: none), else the highest of the suit led."""
        top = mask & self.suits[trump] or mask & led
        return 1 << (top.bit_length() - 1)


FULL_PACK = Pack("23456789TJQKA")


class Script:
    """The cards of a record: what was played, and all that is known of the hands.

    `seats` and `bits` are the cards in order, `places` their indices among the events, `marks` everything else.
    `given` is what the deal says of each seat, `dealt` all that is known of it, `whole` whether that is its whole hand;
    `overfull` are the seats that played more cards than their hand can have had.
    """

    __slots__ = ("bits", "dealt", "given", "marks", "overfull", "pack", "places", "players", "seats", "size", "whole")

    def __init__(
        self, events: Sequence[Event], deal: Sequence[list[str] | None] | None, players: int, size: int, pack: Pack
    ) -> None:
        self.players, self.size, self.pack = players, size, pack
        plays = [(place, event) for place, event in enumerate(events) if event.type == "play"]
        self.places = tuple(place for place, _ in plays)
        self.seats = tuple(event.seat or 0 for _, event in plays)
        self.bits = tuple(pack.bit[event.card or ""] for _, event in plays)
        self.marks = marks_of(events)
        hands = deal or [None] * players
        self.given = tuple(pack.mask(" ".join(hand or []).split()) for hand in hands)
        self._know()

    def _know(self) -> None:
        """What is known of each hand: the deal; without it the cards it played; or the rest of the pack."""
        known = list(self.given)
        for seat, bit in zip(self.seats, self.bits, strict=True):
            if self.given[seat].bit_count() < self.size:
                known[seat] |= bit
        unwritten = [seat for seat, mask in enumerate(self.given) if not mask]
        rest = self.pack.full & ~union(self.given)
        if len(unwritten) == 1 and rest.bit_count() == self.size:
            known[unwritten[0]] = rest
        self.dealt = tuple(known)
        self.whole = tuple(mask.bit_count() >= self.size for mask in known)
        self.overfull = [seat for seat, mask in enumerate(known) if mask.bit_count() > self.size]

    @property
    def cards_in_play(self) -> int:
        """How many cards a whole play has."""
        return self.size * self.players


class Offence(NamedTuple):
    """A card against the rules: `revoke` or `out_of_turn`; `number` is how many cards were played before it."""

    offence: str
    seat: int
    number: int
    trick: int
    bit: int


class Play:
    """What the cards showed.

    `winners` are the seats that won the tricks, `offences` the cards against the rules, `faults` (path and message) why
    it cannot have happened, `unsure` the numbers of cards of which nobody can tell whether they followed suit. `stuck`:
    the winner of a trick depends on what was trump, which is unknown.
    """

    __slots__ = ("faults", "offences", "played", "script", "stuck", "unsure", "winners")

    def __init__(self, script: Script) -> None:
        self.script = script
        self.winners: list[int] = []
        self.offences: list[Offence] = []
        self.faults: list[tuple[str, str]] = []
        self.unsure: list[int] = []
        self.stuck = False
        self.played = 0

    @property
    def complete(self) -> bool:
        """Whether every trick was played and has a winner."""
        return len(self.winners) == self.script.size

    def won(self) -> tuple[int, ...]:
        """The tricks each seat won."""
        return tuple(self.winners.count(seat) for seat in range(self.script.players))


def play(script: Script, leader: int | None, trump: int | None) -> Play:
    """Play out the cards of a record. A leader nobody knows is whoever led; trump is a suit, NO_TRUMP or unknown."""
    course = Play(script)
    table = _Table(script, course, trump)
    if leader is None:
        leader = script.seats[0] if script.seats else 0
    for number, (seat, bit) in enumerate(zip(script.seats, script.bits, strict=True)):
        if not table.can_be(number, seat, bit):
            return course
        if not course.stuck:
            leader = table.lay(number, seat, bit, leader)
        table.gone |= bit
        course.played = number + 1
    for seat in script.overfull:
        course.faults.append((f"deal[{seat}]", f"seat {seat} played cards its hand has no room for"))
    return course


class _Table:
    """The trick on the table and the hands as they shrink."""

    def __init__(self, script: Script, course: Play, trump: int | None) -> None:
        self.script, self.course, self.trump = script, course, trump
        self.remaining = list(script.dealt)
        self.trick: list[tuple[int, int]] = []
        self.gone = 0

    def can_be(self, number: int, seat: int, bit: int) -> bool:
        """Whether a card can have been played there at all; a fault is noted when it cannot."""
        path, name = f"events[{self.script.places[number]}]", self.script.pack.text[bit]
        if not self.course.stuck and any(seat == other for other, _ in self.trick):
            self.course.faults.append((f"{path}.seat", f"seat {seat} played to this trick already"))
        elif bit & self.gone:
            self.course.faults.append((f"{path}.card", f"{name} was played already"))
        elif not bit & self.script.dealt[seat] or self._given_to_another(seat, bit):
            self.course.faults.append((f"{path}.card", f"the deal does not give {name} to seat {seat}"))
        else:
            return True
        return False

    def _given_to_another(self, seat: int, bit: int) -> bool:
        return any(bit & mask for other, mask in enumerate(self.script.given) if other != seat)

    def lay(self, number: int, seat: int, bit: int, leader: int) -> int:
        """Lay a card to the trick; who leads the trick that it belongs to or, if it is the last of one, the next."""
        players = self.script.players
        taken_part = {other for other, _ in self.trick}
        due = next(s for s in ((leader + step) % players for step in range(players)) if s not in taken_part)
        where = number // players + 1
        if seat != due:
            self.course.offences.append(Offence("out_of_turn", seat, number, where, bit))
        if self.trick and not bit & self.script.pack.led[self.trick[0][1]]:
            self._did_not_follow(number, seat, bit, where)
        self.trick.append((seat, bit))
        self.remaining[seat] &= ~bit
        if len(self.trick) < players:
            return leader
        winner = self._winner()
        if winner is None:
            self.course.stuck = True
            return leader
        self.course.winners.append(winner)
        self.trick = []
        return winner

    def _did_not_follow(self, number: int, seat: int, bit: int, where: int) -> None:
        if self.remaining[seat] & self.script.pack.led[self.trick[0][1]]:
            self.course.offences.append(Offence("revoke", seat, number, where, bit))
        elif not self.script.whole[seat]:
            self.course.unsure.append(number)

    def _winner(self) -> int | None:
        """The seat that wins the trick; None when trump is unknown and might decide it."""
        mask = union(bit for _, bit in self.trick)
        led = self.script.pack.led[self.trick[0][1]]
        if self.trump is None and mask & ~led:
            return None
        best = self.script.pack.best(mask, led, NO_TRUMP if self.trump is None else self.trump)
        return next(seat for seat, bit in self.trick if bit == best)


def union(masks: Iterable[int]) -> int:
    """All the cards of several sets."""
    joined = 0
    for mask in masks:
        joined |= mask
    return joined
