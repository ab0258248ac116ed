"""A hand in play: what happens is pushed and taken back, and at each moment it says what may be played and called.

Nothing is decided here a second time. What may come next is tried out, each on a record of its own, and stays if the
game's judgement has nothing against it; so a house's rules hold here as they do for a ruling.
"""

from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from . import games, notation
from .cards import SUITS
from .faults import RecordError, fault
from .record import HandRecord, read
from .replay import Moment, replay
from .ruling import Ruling, adjudicate
from .shapes import Claim, Raw, RawRecord

TIMED = ("jodhi", "murrials", "double", "khanuck", "accuse")  # what has its moment, which `windows` tells
DECLARED = 0.1  # how often a player at random thinks of a declaration, where something else might be said


class _Stand(NamedTuple):
    """How a hand stands after so many events."""

    record: HandRecord
    ruling: Ruling
    now: Moment


class HandInPlay:
    """One hand, event by event. `record` may be what `engine.read` takes, or a HandRecord; it is not changed.

    Raises RecordError for a record that is none or cannot have happened, LookupError for a game that is not replayed.
    """

    def __init__(self, record: HandRecord | RawRecord) -> None:
        given = deepcopy(record.to_dict() if isinstance(record, HandRecord) else record)
        if isinstance(given, dict) and given.get("events") is None:
            given["events"] = []
        read(given)  # says what is wrong with it, whatever it is
        self._given = given
        self._events: list[Raw] = []
        self._stands = [self._stand_with([])]
        for event in given["events"]:
            self.push(event)

    @classmethod
    def deal(
        cls,
        seed: int | Random | None = None,
        *,
        game: str = "thunee",
        players: int = 4,
        rules: Any = None,
        dealer: int = 0,
        before: Any = None,
    ) -> "HandInPlay":
        """A hand dealt at random; a seed gives the same cards again.

        Raises RecordError for a game, a number of players or rules that are none.
        """
        rng = seed if isinstance(seed, Random) else Random(seed)
        given: RawRecord = {"format": "hand-record/1", "game": game, "players": players, "dealer": dealer}
        given |= {key: value for key, value in (("rules", rules), ("before", before)) if value is not None}
        read(given)
        traits = games.traits(game)
        pack = [rank + suit for suit in SUITS for rank in traits.ranks]
        rng.shuffle(pack)
        cards = iter(pack)
        sizes = traits.packets[players]
        given["deal"] = [[" ".join(next(cards) for _ in range(size)) for size in sizes] for _ in range(players)]
        return cls(given)

    # --- what is so

    @property
    def record(self) -> HandRecord:
        """The hand so far."""
        return self._stands[-1].record

    @property
    def ruling(self) -> Ruling:
        """What the hand is worth so far: undecidable until it is over."""
        return self._stands[-1].ruling

    @property
    def now(self) -> Moment:
        """The table as it is: hands, trick, whose turn, what is open, the count so far (`engine.replay`)."""
        return self._stands[-1].now

    @property
    def events(self) -> tuple[Raw, ...]:
        """What happened so far, as JSON."""
        return tuple(deepcopy(self._events))

    @property
    def to_play(self) -> int | None:
        """The seat whose card is next; None while something has to be said first, and when the hand is over."""
        stand = self._stands[-1]
        waits = self.is_over or stand.record.module.must_speak(stand.record, stand.now)
        return None if waits else stand.now.to_play

    @property
    def is_over(self) -> bool:
        """Whether the hand has a result, or is dealt again."""
        return self.ruling.status in ("decided", "void")

    # --- what may be

    def cards(self) -> list[str]:
        """The cards that whoever is to play may lay; none while nobody is.

        Raises LookupError where that hand is not written down whole, or the game has no tricks.
        """
        self._needs_tricks()
        seat = self.to_play
        if seat is None:
            return []
        if not self.now.whole[seat]:
            raise LookupError(f"which cards seat {seat} holds is not written down: give the record its deal")
        return [card for card in self.now.hands[seat] if self.allows({"type": "play", "seat": seat, "card": card})]

    def calls(self) -> list[Raw]:
        """What may be said now beside playing a card: calls, trump, jodhi that count, doubles. As events.

        Accusations and new deals are not listed.
        """
        if self.is_over and not self.now.windows:
            return []
        return [event for event in self.record.module.sayable(self.record, self.now) if self.allows(event)]

    def allows(self, event: Raw | str) -> bool:
        """Whether an event could come next: by the rules, at its moment, and for something (a jodhi that is held)."""
        try:
            given = self._read_event(event)
            after = self._judged([*self._events, given])
        except RecordError:
            return False
        if given["type"] in TIMED and not any(
            window.call == given["type"] and given["seat"] in window.seats for window in self.now.windows
        ):
            return False
        if len(after.infractions) > len(self.ruling.infractions):
            return False
        claimed = after.claims[len(self.ruling.claims) :]
        return all(_is_good(claim) for claim in claimed)

    # --- what happens

    def push(self, event: Raw | str) -> None:
        """Let something happen: an event as JSON, or as the notation writes it (`"1:20"`, `"1:trump=s"`, `"Jc"`).

        What is against the rules happens all the same, and the ruling lists it. Raises RecordError for what is no event
        or cannot have happened (a card in two places), and leaves everything as it was.
        """
        read_event = self._read_event(event)
        stand = self._stand_with([*self._events, read_event])
        self._events.append(read_event)
        self._stands.append(stand)

    def pop(self) -> Raw:
        """Take the last event back, and answer it. Raises IndexError where nothing has happened."""
        if not self._events:
            raise IndexError("nothing has happened yet; push an event first")
        self._stands.pop()
        return self._events.pop()

    def play_out(self, seed: int | Random | None = None) -> "HandInPlay":
        """Play on at random to the end, by the rules: bidding and trump first, then card by card; answers itself.

        Raises LookupError as `cards` does.
        """
        self._needs_tricks()
        rng = seed if isinstance(seed, Random) else Random(seed)
        while not self.is_over:
            cards = self.cards()
            if cards:
                self.push({"type": "play", "seat": self.to_play, "card": rng.choice(cards)})
                continue
            said = self.calls()
            if not said:
                break
            kinds = list(dict.fromkeys(event["type"] for event in said))  # else bids would outnumber a pass
            if len(kinds) > 1 and "declare" in kinds and rng.random() > DECLARED:
                kinds.remove("declare")
            kind = rng.choice(kinds)
            self.push(rng.choice([event for event in said if event["type"] == kind]))
        return self

    # ---

    def _needs_tricks(self) -> None:
        if not games.traits(self.record.game).tricks:
            raise LookupError(
                f"{self.record.game} has no tricks, so its cards are not listed; ask of an event whether it allows it"
            )

    def _read_event(self, event: Raw | str) -> Raw:
        if not isinstance(event, str):
            return deepcopy(event)
        text = event.strip()
        seat = self.now.to_play
        if notation.is_card(text) and seat is not None:
            text = f"{seat}:{text}"
        try:
            hands = notation.parse(f"[Players {self.record.players}]\n{text}")
        except notation.NotationError as wrong:
            raise RecordError([fault(self._place, wrong.errors[0]["message"])]) from None
        events = [event for hand in hands for event in hand.record.get("events", ())]
        if len(events) != 1:
            raise RecordError([fault(self._place, f"here should be one event, not {len(events)}")])
        read_event: Raw = events[0]
        return read_event

    @property
    def _place(self) -> str:
        return f"events[{len(self._events)}]"

    def _stand_with(self, events: Iterable[Raw]) -> _Stand:
        ruling = self._judged(events)
        return _Stand(ruling.record, ruling, replay(ruling.record, last=True)[-1])

    def _judged(self, events: Iterable[Raw]) -> Ruling:
        ruling = adjudicate(read({**self._given, "events": list(events)}))
        if ruling.status == "invalid":
            raise RecordError(ruling.errors)
        return ruling

    def __str__(self) -> str:
        from . import drawing

        return drawing.text(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from . import drawing

        return drawing.svg(self)

    def __repr__(self) -> str:
        due = "calls to be made" if self.to_play is None else f"seat {self.to_play} to play"
        state = self.ruling.status if self.is_over else due
        return f"<HandInPlay of {self.record.game}: {len(self._events)} events, {state}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandInPlay) and self.record == other.record

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __getstate__(self) -> Raw:
        return {"given": self._given, "events": self._events}

    def __setstate__(self, state: Raw) -> None:
        self.__init__({**state["given"], "events": state["events"]})  # type: ignore[misc]


def _is_good(claim: Claim) -> bool:
    """Whether a jodhi would be good, as far as anybody knows; one that merely nobody answers is not (TH-MURR-3)."""
    unknown_at_worst = claim["timely"] is not False and claim["held"] is not False
    return unknown_at_worst and claim["points"] > 0 and claim["value"] == claim["true_value"]
