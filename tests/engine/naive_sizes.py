"""Hands of two, four and six players, played at random within the rules, and a naive judge that shares no code."""

from random import Random
from typing import Any, NamedTuple

ORDER = "QKTA9J"
WORTH = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2}
PACKETS = {2: (4, 2, 6), 4: (4, 2), 6: (3, 1)}


class Dealt(NamedTuple):
    """A deal in packets, with who deals, sets trump and leads."""

    players: int
    dealer: int
    hands: list[list[str]]
    suit: str

    @property
    def trumper(self) -> int:
        return (self.dealer + 1) % self.players

    @property
    def leader(self) -> int:
        return (self.trumper + 1) % self.players

    @property
    def trump_event(self) -> dict[str, Any]:
        return {"type": "trump", "seat": self.trumper, "suit": self.suit}

    def record(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        """A hand record with these events."""
        return {
            "format": "hand-record/1",
            "game": "thunee",
            "players": self.players,
            "dealer": self.dealer,
            "deal": self.hands,
            "events": events,
        }


def deal(rng: Random, players: int) -> Dealt:
    """A random deal; the trumper takes the suit of a card of the first packet."""
    pack = [rank + suit for rank in ORDER for suit in "shdc"]
    rng.shuffle(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    for size in PACKETS[players]:
        for hand in hands:
            hand.append(" ".join(pack.pop() for _ in range(size)))
    dealer = rng.randrange(players)
    return Dealt(players, dealer, hands, rng.choice(hands[(dealer + 1) % players][0].split())[1])


def play_out(dealt: Dealt, rng: Random) -> dict[str, Any]:
    """The whole hand as a record: every card allowed, chosen at random."""
    players, leader = dealt.players, dealt.leader
    events = [dealt.trump_event]
    rounds = [[packets[:2] for packets in dealt.hands]]
    if players == 2:
        rounds.append([packets[2:] for packets in dealt.hands])
    for packets in rounds:
        hands = [" ".join(held).split() for held in packets]
        while any(hands):
            trick: list[tuple[int, str]] = []
            for step in range(players):
                seat = (leader + step) % players
                card = rng.choice(allowed(hands[seat], [played for _, played in trick], dealt.suit))
                hands[seat].remove(card)
                trick.append((seat, card))
                events.append({"type": "play", "seat": seat, "card": card})
            leader = taker(trick, dealt.suit)
    return dealt.record(events)


def allowed(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Follow suit if able; never undercut unless the hand is all trump."""
    if not trick:
        return hand
    same = [card for card in hand if card[1] == trick[0][1]]
    if same:
        return same
    cuts = [ORDER.index(card[0]) for card in trick if card[1] == trump]
    if not cuts or trick[0][1] == trump or all(card[1] == trump for card in hand):
        return hand
    return [card for card in hand if card[1] != trump or ORDER.index(card[0]) > max(cuts)]


def taker(trick: list[tuple[int, str]], trump: str) -> int:
    """The seat of the highest trump, else of the highest card of the suit led."""
    led = trick[0][1][1]
    suit = trump if any(card[1] == trump for _, card in trick) else led
    return max((ORDER.index(card[0]), seat) for seat, card in trick if card[1] == suit)[1]


def judge_naively(record: dict[str, Any]) -> dict[str, Any]:
    """What a whole play without calls or jodhi is worth under durban-classic."""
    players, trump = record["players"], record["events"][0]["suit"]
    plays = [(event["seat"], event["card"]) for event in record["events"][1:]]
    tricks = [plays[start : start + players] for start in range(0, len(plays), players)]
    winners = [taker(trick, trump) for trick in tricks]
    trumper = record["events"][0]["seat"]
    counting = [seat for seat in range(players) if (seat - trumper) % 2]
    held = [card for seat in counting for packet in record["deal"][seat] for card in packet.split()]
    if not any(card[1] == trump for card in held):
        return {
            "status": "decided",
            "kind": "trumpless",
            "winner": "AB"[trumper % 2],
            "winners": winners,
            "total": None,
        }
    total = sum(
        WORTH[card[0]] for trick, winner in zip(tricks, winners, strict=True) if winner in counting for _, card in trick
    )
    total += 10 if winners[-1] in counting else 0
    side = counting[0] % 2 if total >= 105 else trumper % 2
    return {"status": "decided", "kind": "count", "winner": "AB"[side], "winners": winners, "total": total}
