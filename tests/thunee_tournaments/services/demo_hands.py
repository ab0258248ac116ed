"""Hands for the demo, played out card by card by simple players, and searched for the outcome the story wants.

Everything comes from the `random.Random` handed in, so that the same seed writes the same fixture again.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import engine
from tests.engine.random_hands import PACK, RANKS, SUITS, WORTH, allowed, beats, winning

RULES = "fundraiser"
Body = dict[str, Any]
Ruling = dict[str, Any]
Trick = list[tuple[int, str]]
TRIES = 1_000_000


class NotFound(Exception):
    """No hand of this kind came up."""


def judge(body: Body, dealer: int, before: dict[str, Any]) -> Ruling:
    """The ruling of a body, as the scoresheet would get it."""
    record = {"format": "hand-record/1", "game": "thunee", "dealer": dealer, "rules": RULES, "before": before, **body}
    return engine.adjudicate(engine.read(record)).to_dict()


class Players:
    """Four people at a table who play a decent game, and one deal of theirs, written down as it goes."""

    def __init__(self, rng: Random, dealer: int) -> None:
        self.rng, self.dealer = rng, dealer
        pack = PACK[:]
        rng.shuffle(pack)
        self.hands = [pack[6 * seat : 6 * seat + 6] for seat in range(4)]
        self.dealt = [list(hand) for hand in self.hands]
        self.events: list[Body] = []
        self.winners: list[int] = []
        self.starts: list[int] = []  # where in `events` each trick begins
        self.suits_called: set[str] = set()
        self.holder, self.call, self.trump = (dealer + 1) % 4, 0, ""
        self.royal = False

    def body(self) -> Body:
        deal = [[" ".join(hand[:4]), " ".join(hand[4:])] for hand in self.dealt]
        return {"deal": deal, "events": self.events}

    def say(self, what: str, **fields: Any) -> None:
        self.events.append({"type": what, **fields})

    def strength(self, seat: int) -> tuple[int, str]:
        """What the best suit of a player's first four cards is worth for setting trump, and that suit."""
        first = self.dealt[seat][:4]
        return max((sum(WORTH[c[0]] + 8 for c in first if c[1] == suit), suit) for suit in SUITS)

    def calls(self, caller: int) -> None:
        self.holder, self.call = caller, self.call + 10
        self.say("call", seat=caller, amount=self.call)

    def plain(self, nerve: int = 0) -> "Players":
        """Call, set trump, play all six tricks. `nerve` is how much more than sensible they call."""
        for _ in range(4):
            callers = [seat for seat in range(4) if (seat - self.holder) % 2]
            caller = max(callers, key=self.strength)
            if self.strength(caller)[0] + nerve + self.rng.randrange(12) < 64 + self.call:
                break
            self.calls(caller)
        return self.play()

    def play(self) -> "Players":
        """Set trump and play all six tricks."""
        self.trump = self.strength(self.holder)[1]
        self.say("trump", seat=self.holder, suit=self.trump)
        leader = (self.holder + 1) % 4
        for number in range(6):
            if number in (1, 3):
                self.jodhi(leader)
            leader = self.trick(leader)
        return self

    def declared(self, kind: str) -> "Players":
        """The player with the most to show calls thunee or royals and leads; played until a trick is lost."""
        self.royal = "royals" in kind
        top = RANKS[::-1] if self.royal else RANKS

        def promise(seat: int) -> int:
            suits = [sorted(top.index(c[0]) for c in self.dealt[seat] if c[1] == suit) for suit in SUITS]
            best = max(
                suits, key=lambda ranks: sum(rank == place for place, rank in enumerate(ranks)) * 10 + len(ranks)
            )
            return sum(rank == place for place, rank in enumerate(best)) * 10 + len(best)

        caller = max(range(4), key=promise)
        self.holder = caller
        self.say("declare", seat=caller, kind=kind)
        leader = caller
        for _ in range(6):
            leader = self.trick(leader, caller)
            if leader != caller:
                break
        return self

    def trick(self, leader: int, caller: int | None = None) -> int:
        self.starts.append(len(self.events))
        trick: Trick = []
        for seat in ((leader + step) % 4 for step in range(4)):
            card = self.lead(seat, caller) if not trick else self.follow(seat, trick)
            self.trump = self.trump or card[1]
            self.hands[seat].remove(card)
            trick.append((seat, card))
            self.say("play", seat=seat, card=card)
        self.winners.append(winning(trick, self.trump, self.royal))
        return self.winners[-1]

    def lead(self, seat: int, caller: int | None) -> str:
        """The highest card of a suit that is not trump, mostly; a declarer leads from the top of the longest suit."""
        hand = self.hands[seat]
        order = RANKS[::-1] if self.royal else RANKS
        if caller is not None:
            return min(hand, key=lambda c: (-sum(d[1] == c[1] for d in hand) if not self.trump else c[1] != self.trump,
                                            order.index(c[0])))  # fmt: skip
        side_suits = [card for card in hand if card[1] != self.trump] or hand
        return min(side_suits, key=lambda card: (RANKS.index(card[0]), self.rng.random()))

    def follow(self, seat: int, trick: Trick) -> str:
        """Give points to a partner who wins, win with the least that does it, else lose the least."""
        legal = allowed(self.hands[seat], trick, self.trump)
        now = winning(trick, self.trump, self.royal)
        led = trick[0][1][1]
        best = next(card for holder, card in trick if holder == now)
        if now == (seat + 2) % 4 and (len(trick) == 3 or best[0] in "J9"):
            return max(legal, key=lambda card: (card[1] != self.trump, WORTH[card[0]]))
        winners = [card for card in legal if beats(card, best, led, self.trump, self.royal)]
        if winners and now != (seat + 2) % 4:
            return min(winners, key=lambda card: (card[1] == self.trump, WORTH[card[0]] if len(trick) == 3 else 0))
        return min(legal, key=lambda card: (card[1] == self.trump, WORTH[card[0]]))

    def jodhi(self, winner: int) -> None:
        """Who has one on the side that won the trick calls it."""
        for seat in (winner, (winner + 2) % 4):
            for suit in SUITS:
                if {"K" + suit, "Q" + suit} <= set(self.hands[seat]) and suit not in self.suits_called:
                    jack = "J" + suit in self.hands[seat]
                    self.suits_called.add(suit)
                    self.say("jodhi", seat=seat, suit=suit, jack=jack, value=20 + 10 * jack + 20 * (suit == self.trump))


# --- what may happen in a hand: each gives a body, or None where this deal is not made for it


def count(rng: Random, dealer: int) -> Body | None:
    return Players(rng, dealer).plain().body()


def bold_call(rng: Random, dealer: int) -> Body | None:
    return Players(rng, dealer).plain(nerve=24).body()


def double(rng: Random, dealer: int) -> Body | None:
    """Whoever leads to the last trick says double, if that side has taken all before it."""
    return doubled(Players(rng, dealer).plain(nerve=8))


def backside(rng: Random, dealer: int) -> Body | None:
    """A side that has next to nothing calls all the same, and takes no trick."""
    table = Players(rng, dealer)
    high = [sum(card[0] in "J9A" for seat in (side, side + 2) for card in table.dealt[seat]) for side in (0, 1)]
    if max(high) < 10:
        return None
    strong = high.index(max(high))
    weak = [seat for seat in range(4) if seat % 2 != strong]
    if table.holder in weak:
        table.calls((weak[0] + 1) % 4)
    table.calls(max(weak, key=table.strength))
    return doubled(table.play())


def doubled(table: Players) -> Body | None:
    leader = table.winners[4]
    if any((winner - leader) % 2 for winner in table.winners[:5]):
        return None
    table.events.insert(table.starts[5], {"type": "double", "seat": leader})
    return table.body()


def khanuck(rng: Random, dealer: int) -> Body | None:
    """Whoever leads to the last trick says khanuck, if that side has called a jodhi."""
    table = Players(rng, dealer).plain()
    leader = table.winners[4]
    if not any(e["type"] == "jodhi" and (e["seat"] - leader) % 2 == 0 for e in table.events):
        return None
    table.events.insert(table.starts[5], {"type": "khanuck", "seat": leader})
    return table.body()


def thunee(rng: Random, dealer: int) -> Body | None:
    return Players(rng, dealer).declared("thunee").body()


def royals(rng: Random, dealer: int) -> Body | None:
    return Players(rng, dealer).declared("royals").body()


def murrials(rng: Random, dealer: int) -> Body | None:
    """A jodhi called a trick too late, and answered."""
    table = Players(rng, dealer).plain()
    winner = table.winners[1]
    for seat in (winner, (winner + 2) % 4):
        held = set(table.dealt[seat]) - {e.get("card") for e in table.events[: table.starts[2]]}
        for suit in SUITS:
            if {"K" + suit, "Q" + suit} <= held and suit not in table.suits_called:
                jack = "J" + suit in held
                value = 20 + 10 * jack + 20 * (suit == table.trump)
                answer = {"type": "murrials", "seat": (seat + 1) % 4}
                call = {"type": "jodhi", "seat": seat, "suit": suit, "jack": jack, "value": value}
                table.events[table.starts[2] : table.starts[2]] = [call, answer]
                return table.body()
    return None


def revoke(rng: Random, dealer: int) -> Body | None:
    """Somebody does not follow suit in the third trick, and is accused before the fourth."""
    table = Players(rng, dealer).plain()
    plays = [e for e in table.events[table.starts[2] : table.starts[3]] if e["type"] == "play"]
    led = plays[0]["card"][1]
    for event in plays[1:]:
        played = {e["card"] for e in table.events[: table.starts[2]] if e["type"] == "play"}
        others = [c for c in table.dealt[event["seat"]] if c not in played and c[1] not in (led, table.trump)]
        if event["card"][1] == led and others:
            event["card"] = min(others, key=lambda card: WORTH[card[0]])
            accuser = (event["seat"] + 1) % 4
            del table.events[table.starts[3] :]
            table.say("accuse", seat=accuser, against=event["seat"], offence="revoke")
            return table.body()
    return None


def trumpless(rng: Random, dealer: int) -> Body | None:
    """The counting side finds that it holds no trump, and asks for a new deal."""
    table = Players(rng, dealer).plain()
    counting = [seat for seat in range(4) if (seat - table.holder) % 2]
    if any(card[1] == table.trump for seat in counting for card in table.dealt[seat]):
        return None
    del table.events[table.starts[0] :]
    table.say("redeal", reason="trumpless", seat=counting[0])
    return table.body()


Maker = Callable[[Random, int], Body | None]


def find(
    rng: Random, dealer: int, before: dict[str, Any], maker: Maker, want: Callable[[Ruling, Body], bool]
) -> tuple[Body, Ruling]:
    """The first hand of a maker whose ruling is wanted. Raises NotFound."""
    for _ in range(TRIES):
        body = maker(rng, dealer)
        if body is not None:
            ruling = judge(body, dealer, before)
            clean = not ruling.get("infractions") or ruling["kind"] == "four_ball"
            if clean and want(ruling, body):
                return body, ruling
    raise NotFound(maker.__name__)


def as_tally(body: Body, ruling: Ruling) -> Body:
    """What a scorekeeper would have written down of a hand that was counted out."""
    events = body["events"]
    found = ruling["count"]
    trumper = next(e["seat"] for e in events if e["type"] == "trump")
    tally: Body = {"trumper": trumper}
    if found["call"]:
        tally["call"] = found["call"]
    tally["trump"] = next(e["suit"] for e in events if e["type"] == "trump")
    tally["card_points"] = {found["counting_team"]: found["card_points"][found["counting_team"]]}
    tally["last_trick"] = ruling["tricks"][-1]["winner"]
    starts = [index for index, event in enumerate(events) if event["type"] == "play"]
    jodhi = [
        {"seat": e["seat"], "suit": e["suit"], "value": e["value"], "trick": sum(s < index for s in starts) // 4}
        for index, e in enumerate(events)
        if e["type"] == "jodhi"
    ]
    return {"tally": tally | ({"jodhi": jodhi} if jodhi else {})}


def khanuck_gap(ruling: Ruling, body: Body) -> int | None:
    """How far a khanuck's own jodhi and ten are above the opponents' points and jodhi; it needs at least 1."""
    caller = next((e["seat"] for e in body["events"] if e["type"] == "khanuck"), None)
    if caller is None:
        return None
    us, them = "AB"[caller % 2], "BA"[caller % 2]
    jodhi = {"A": 0, "B": 0}
    for claim in ruling["claims"]:
        if claim["type"] == "jodhi":
            jodhi["AB"[claim["seat"] % 2]] += claim["points"]
    points = {side: sum(t["points"] for t in ruling["tricks"] if "AB"[t["winner"] % 2] == side) for side in "AB"}
    return jodhi[us] + 10 - points[them] - jodhi[them]
