"""Equity: what each side could still get at a moment of a recorded hand, if everybody saw all cards and played best.

It tells a referee what an irregularity cost: the outlook just before an event and just after it. It is advice, never a
ruling: at a table nobody sees all cards, and the law does not ask what an offence cost (TH-PEN-1). For Thunee alone: of
another game there is no answer (`NoAnswer`), so whoever asks need not know which it is.
"""

from dataclasses import dataclass

from .positions import Position, Stakes, Table
from .record import HandRecord
from .ruling import adjudicate
from .seats import SIDES
from .solver import Solver, TooHard
from .thunee import pack
from .thunee.facts import Hand

POINTS = {bit: pack.RANK_POINTS[text[0]] for bit, text in pack.TEXT_OF.items()}
TRICKS = dict.fromkeys(POINTS, 0)
DECLARED_WITHOUT_ANSWER = ("trip", "blind_thunee", "blind_royals")


class NoAnswer(ValueError):
    """The outlook cannot be worked out from this record at this moment; the text says why, and `code` for programs:
    game, event, cards, trump, declared, half, winners, order, leader, hard."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Outlook:
    """What is sure at a moment. `total` is the count of the counting side with best play, None in a declared hand;
    `reached` whether that is enough (in a declared hand: whether the caller still wins every trick)."""

    total: int | None
    reached: bool


@dataclass(frozen=True)
class Equity:
    """The outlook before and after one event. `side` is the counting side, in a declared hand the caller's.

    `choices` are the cards the seat might have played instead, each with its outlook; empty for anything but a card.
    `target` is the count that is needed, None in a declared hand. `called` says of a double or a khanuck whether it
    can be made, by all that the house asks of one, None for other events.
    """

    event: int
    cards: int
    side: str
    target: int | None
    before: Outlook
    after: Outlook
    choices: dict[str, Outlook]
    called: bool | None = None

    def to_dict(self) -> dict[str, object]:
        """As JSON."""

        def shown(outlook: Outlook) -> dict[str, int | bool | None]:
            return {"total": outlook.total, "reached": outlook.reached}

        return {
            "event": self.event,
            "cards_played": self.cards,
            "side": self.side,
            "target": self.target,
            "before": shown(self.before),
            "after": shown(self.after),
            "choices": {card: shown(outlook) for card, outlook in self.choices.items()},
            "called_can_be_made": self.called,
        }


def equity(record: HandRecord, event: int, most: int | None = None) -> Equity:
    """The outlook before and after the event of this number, counted from 0.

    Raises NoAnswer for a record without all hands, another game, a moment before trump is known, an event that is not
    there, or a card played out of turn earlier in the same trick; and where more than `most` positions would have to be
    looked at (for pages, which may not take long).
    """
    try:
        return _Moment(record, event, most).equity()
    except TooHard:
        raise NoAnswer(
            "hard",
            "there are too many ways to play on from here to look at them all; ask of a later moment, or grant more",
        ) from None


class _Moment:
    """One moment of a hand: who holds what, what lies on the table, what has been taken."""

    def __init__(self, record: HandRecord, event: int, most: int | None = None) -> None:
        self.record, self.number, self.most = record, event, most
        if record.game != "thunee":
            raise NoAnswer("game", f"only hands of thunee are worked out, not {record.game}; judge it instead")
        if record.events is None or not 0 <= event < len(record.events):
            count = len(record.events or ())
            numbered = f"ask for one from 0 to {count - 1}" if count else "write down what happened"
            raise NoAnswer("event", f"the record has {count} events; there is none of number {event}: {numbered}")
        self.event = record.events[event]
        self.hand: Hand = adjudicate(record).facts
        self.script = record.transcript
        self.played = self.script.at_of(event)
        self._refuse_the_unknowable()
        size = record.players
        self.begun = self.played // size * size
        self.trick = list(self.script.bits[self.begun : self.played])
        self.leader = self.hand.winners[self.begun // size - 1] if self.begun else self._first_leader()
        self._refuse_out_of_turn(self.script.seats[self.begun : self.played])
        self.position = Position(self._hands_at(self.begun), self.leader)
        declared = self.hand.declaration
        self.side = declared.seat & 1 if declared else self._counting()
        self.solver = Solver(self._table(), self._stakes(), size, most)

    def _refuse_the_unknowable(self) -> None:
        hand = self.hand
        unknown = [str(seat) for seat, whole in enumerate(self.script.whole) if not whole]
        if unknown:
            raise NoAnswer(
                "cards", f"not all cards of seat {', '.join(unknown)} are written down; give the record its deal"
            )
        if hand.trump is None or (hand.counting is None and hand.declaration is None):
            raise NoAnswer(
                "trump", "nobody wrote down what was trump and who set it; add that event before the first card"
            )
        if hand.declaration is not None and hand.declaration.kind in DECLARED_WITHOUT_ANSWER:
            kind = hand.declaration.kind.replace("_", " ")
            raise NoAnswer("declared", f"a hand of {kind} is not worked out; judge it instead")
        if self.record.players == 2 and self.played < 12 and hand.declaration is None:
            raise NoAnswer("half", "the second half is not dealt yet; ask of a moment after trick six")
        if self.played // self.record.players > len(hand.winners):
            raise NoAnswer("winners", "who won the tricks before this moment is not known; ask of an earlier one")

    def _refuse_out_of_turn(self, seats: tuple[int, ...]) -> None:
        if any(seat != (self.leader + step) % self.record.players for step, seat in enumerate(seats)):
            raise NoAnswer("order", "a card was played out of turn earlier in this trick; ask of another trick")

    def _first_leader(self) -> int:
        if self.hand.leader is None:
            raise NoAnswer("leader", "who leads is not known; write down who set trump")
        return self.hand.leader

    def _counting(self) -> int:
        assert self.hand.counting is not None
        return self.hand.counting

    def _hands_at(self, played: int) -> tuple[int, ...]:
        dealt = self.script.halves[self.script.half_at(played)]
        return tuple(hand & ~self.script.gone[played] for hand in dealt)

    def _table(self, trump: int | None = None) -> Table:
        assert self.hand.trump is not None
        undercut = self.hand.profile.undercut == "enforced"
        return Table(pack.SUIT_MASKS, trump or pack.SUIT_MASKS[self.hand.trump], self.hand.royal, undercut)

    def _stakes(self) -> Stakes:
        """What side 0 plays for: points; or, while somebody has to win every trick, the tricks."""
        own = tuple(seat & 1 for seat in range(self.record.players))
        declared = self.hand.declaration
        if declared is None:
            return Stakes(POINTS, 0, 20 if self.hand.profile.last_trick == "transfer" else 10, own)
        if self.hand.profile.thunee_winner == "team" and declared.kind != "monnie":
            return Stakes(TRICKS, 1, 0, own)
        side = declared.seat & 1
        return Stakes(TRICKS, 1, 0, tuple(side if seat == declared.seat else 1 - side for seat in range(len(own))))

    # --- the outlook

    def equity(self) -> Equity:
        """See `equity`."""
        is_card = self.event.type == "play"
        seat = (self.leader + len(self.trick)) % self.record.players
        if is_card and self.event.seat != seat:
            raise NoAnswer("order", "this card was played out of turn; ask of one that was not")
        before = self._outlook(self.solver.value(self.position, self.trick), self.number)
        after, choices = before, dict[str, Outlook]()
        if is_card and self._sets_trump():
            choices = self._leads()
            after = choices[self.event.card]
            before = max(choices.values(), key=lambda outlook: outlook.reached)
        elif is_card:
            card = pack.BIT[self.event.card]
            after = self._outlook(self.solver.value(self.position, [*self.trick, card]), self.number)
            values = self.solver.values(self.position, self.trick)
            choices = {pack.TEXT_OF[bit]: self._outlook(value, self.number) for bit, value in values.items()}
        elif self.event.type in ("jodhi", "murrials"):
            after = self._outlook(self.solver.value(self.position, self.trick), self.number + 1)
        target = None if self.hand.declaration else self.hand.profile.target_count
        called = self._called() if self.event.type in ("double", "khanuck") else None
        return Equity(self.number, self.played, SIDES[self.side], target, before, after, choices, called)

    def _sets_trump(self) -> bool:
        """Whether the card of this event makes its suit trump (TH-THUN-7)."""
        declared, first = self.hand.declaration, self.played == 0
        return first and declared is not None and self.hand.profile.thunee_trump == "first_card"

    def _leads(self) -> dict[str, Outlook]:
        """The outlook of each first card, its own suit being trump."""
        outlooks, stakes = {}, self._stakes()
        for suit in pack.SUIT_MASKS:
            solver = Solver(self._table(suit), stakes, self.record.players, self.most)
            for bit, value in solver.values(self.position).items():
                if bit & suit:
                    outlooks[pack.TEXT_OF[bit]] = self._outlook(value, self.number)
        return outlooks

    def _outlook(self, value: int, events: int) -> Outlook:
        """What a value of the solver comes to for the counting side, with what was said before event `events`."""
        left = self._left(self._stakes())
        mine = left - value if self.side else value
        if self.hand.declaration is not None:
            lost = any(winner != self.hand.declaration.seat for winner in self._winners()) and not self._team()
            return Outlook(None, mine == left and not lost)
        total = mine + self._taken() + self._calls(events)
        if self.hand.profile.last_trick == "transfer":
            total -= 10
        return Outlook(total, total >= self.hand.profile.target_count)

    def _team(self) -> bool:
        assert self.hand.declaration is not None
        team = self.hand.profile.thunee_winner == "team" and self.hand.declaration.kind != "monnie"
        return team and all(winner & 1 == self.side for winner in self._winners())

    def _winners(self) -> list[int]:
        return list(self.hand.winners[: self.begun // self.record.players])

    def _left(self, stakes: Stakes) -> int:
        """All there is to get from the beginning of this trick."""
        hands = self.position.hands
        cards = sum(worth for bit, worth in stakes.points.items() if any(bit & hand for hand in hands))
        tricks = hands[0].bit_count()
        return cards + tricks * stakes.per_trick + (stakes.last if tricks else 0)

    def _taken(self) -> int:
        """Card points the counting side has in its tricks so far."""
        size = self.record.players
        return sum(
            POINTS[bit]
            for number, winner in enumerate(self._winners())
            if winner & 1 == self.side
            for bit in self.script.bits[number * size : (number + 1) * size]
        )

    def _calls(self, events: int) -> int:
        """What the call and the jodhi called so far add to the count (TH-COUNT-3, TH-COUNT-4)."""
        added = self.hand.call if self.hand.profile.call_counts == "yes" else 0
        for claim in self.hand.claims:
            if claim.index < events:
                added += claim.points if claim.seat & 1 == self.side else -claim.points
        return added

    def _called(self) -> bool:
        """Whether the double or khanuck of this event can be made: as the hand is judged when it ends from here.

        Both belong to the last trick, where everybody has one card left, so nothing is to be searched; called before it
        they fail (TH-DBL-1, TH-KHAN-1).
        """
        hands, size = self.position.hands, self.record.players
        if any(hand & hand - 1 for hand in hands):
            return False
        turns = [(self.leader + place) % size for place in range(len(self.trick), size)] if any(hands) else []
        ended = self.record.to_dict()
        for beside in ("tally", "claimed"):
            ended.pop(beside, None)
        events = [event.to_dict() for event in (self.record.events or ())[: self.number + 1]]
        plays = [{"type": "play", "seat": seat, "card": pack.TEXT_OF[hands[seat]]} for seat in turns]
        ruling = adjudicate(ended | {"events": [*events, *plays]})
        assert self.event.seat is not None
        side = SIDES[self.event.seat & 1]
        is_it = (ruling.kind or "").removeprefix("backside_") == self.event.type
        return is_it and ruling.detail == "made" and ruling.winner == side
