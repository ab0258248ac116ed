"""Hands of Tunge: written by hand in few words, or played at random within the rules by a simulation of its own."""

from random import Random
from typing import Any

import engine

Record = dict[str, Any]
ORDER = "A23456789TJQK"
PACK = [rank + suit for suit in "shdc" for rank in ORDER]


def record(players: int = 2, dealer: int = 0, **more: Any) -> Record:
    """A record of a hand."""
    return {"format": "hand-record/1", "game": "tunge", "players": players, "dealer": dealer, **more}


def judged(players: int = 2, dealer: int = 0, **more: Any) -> engine.Ruling:
    return engine.adjudicate(record(players, dealer, **more))


def play(seat: int, cards: str) -> Record:
    return {"type": "play", "seat": seat, "cards": cards.split()}


def draw(seat: int, card: str | None = None) -> Record:
    return {"type": "draw", "seat": seat} | ({"card": card} if card else {})


def pickup(seat: int, count: int, cards: str | None = None) -> Record:
    return {"type": "pickup", "seat": seat, "count": count} | ({"cards": cards.split()} if cards else {})


def offences(ruling: engine.Ruling) -> list[tuple[Any, ...]]:
    """What was done against the rules; of a wrong pick-up with the right number."""
    return [
        (one["offence"], one["seat"], one["rule"], *([one["count"]] if "count" in one else []))
        for one in ruling.infractions
    ]


class Simulation:
    """A hand played at random, every turn allowed, with what the engine should say of it.

    `written` says how much of the unknown was written down: the cards drawn, or not.
    """

    def __init__(self, rng: Random, variant: bool | None = None, written: bool = True) -> None:
        self.rng = rng
        self.players = rng.choice((2, 3, 4))
        self.written = written
        self.variant = rng.random() < 0.2 if variant is None else variant
        pack = PACK[:]
        rng.shuffle(pack)
        self.hands = [[pack.pop() for _ in range(12)] for _ in range(self.players)]
        self.dealt = [[" ".join(hand)] for hand in self.hands]
        self.stock: list[str] = [] if self.variant else pack
        self.pile: list[str] = pack if self.variant else []
        self.last: list[str] = []
        self.events: list[Record] = []
        self.out: int | None = None

    def run(self, turns: int = 300) -> "Simulation":
        """Play until somebody is out, or for so many turns."""
        seat = self.rng.randrange(self.players)
        for _ in range(turns):
            self._turn(seat)
            if self.out is not None:
                break
            seat = (seat + 1) % self.players
        return self

    def scores(self) -> list[int]:
        """What the hand is worth once somebody is out."""
        worth = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}
        return [sum(worth.get(card[0]) or int(card[0]) for card in hand) for hand in self.hands]

    def record(self) -> Record:
        rules = {"preset": "tunge", "end_game_variant": "on"} if self.variant else "tunge"
        return record(self.players, rules=rules, deal=self.dealt, events=self.events)

    def _turn(self, seat: int) -> None:
        found = self._sequence(seat)
        last = self._last()
        if not self.stock and found and _inside([card[0] for card in found], last):
            found = None
        if not found and not self.stock and not self.pile:
            found = None
        if not found:
            if self.stock or self.pile:
                (card,) = self._take(seat, 1)
                self.events.append(draw(seat, card if self.written else None))
            return
        matching = 0
        rest = last[:]
        for card in found:
            if card[0] in rest:
                rest.remove(card[0])
                matching += 1
        for card in found:
            self.hands[seat].remove(card)
        self.pile = [*self.pile, *found]
        self.last = [card[0] for card in found]
        self.events.append(play(seat, " ".join(found)))
        if not self.hands[seat]:
            self.out = seat
        if matching:
            following = (seat + 1) % self.players
            taken = self._take(following, matching)
            self.events.append(pickup(following, matching, " ".join(taken) if self.written else None))

    def _take(self, seat: int, count: int) -> list[str]:
        taken = []
        for _ in range(count):
            taken.append(self.stock.pop() if self.stock else self.pile.pop())
        self.hands[seat] += taken
        return taken

    def _last(self) -> list[str]:
        """The last sequence: what was played, or the longest allowed end of the pile when the stock is gone."""
        if self.stock or not self.pile:
            return self.last if self.stock else []
        ranks = [card[0] for card in self.pile]
        ends = [ranks[-length:] for length in range(len(ranks), 1, -1)]
        return next((end for end in ends if allowed(end)), ["A", ranks[-1]])

    def _sequence(self, seat: int) -> list[str] | None:
        """A sequence of the hand, found by trying; now and then none, so that something is drawn."""
        hand = self.hands[seat]
        if self.rng.random() < 0.25:
            return None
        for _ in range(60):
            size = self.rng.choice((2, 2, 2, 3, 3, 4, len(hand)))
            if size <= len(hand):
                tried = self.rng.sample(hand, size)
                tried.sort(key=lambda card: ORDER.index(card[0]), reverse=self.rng.random() < 0.5)
                if allowed([card[0] for card in tried]):
                    return tried
        return None


def allowed(ranks: list[str]) -> bool:
    """Whether these ranks are a sequence, found by the list of kinds as 003 has it."""
    if len(ranks) < 2:
        return False
    text = "".join(ranks)
    run = text in ORDER or text in ORDER[::-1]
    group = len(set(ranks)) == 1
    ace = ranks[0] == "A" and (len(ranks) == 2 or allowed(ranks[1:]))
    return run or group or ace


def _inside(part: list[str], whole: list[str]) -> bool:
    return "".join(part) in "".join(whole)
