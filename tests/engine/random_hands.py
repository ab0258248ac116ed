"""Random hands of four-player Thunee as records: an evening's plain ones, and odd ones with all that can go wrong.

The tricks are played out here with cards as text, by the letter of TH-CARD-1 to 3 and TH-PLAY-1 to 4, on purpose
without the engine: so a hand made here can also be held against it. Everything comes from the `random.Random` handed
in, so that a seed gives the same hand again.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine import profiles

Record = dict[str, Any]
SUITS = "shdc"
RANKS = "J9ATKQ"
WORTH = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2}
PACK = [rank + suit for suit in SUITS for rank in RANKS]
PRESETS = ("durban-classic", "durban-modern", "club-strict", "fundraiser")

# What may go wrong or be out of the ordinary in an odd hand; each is asked for by name.
ODDITIES = (
    "revoke", "undercut", "out_of_turn", "bad_call", "bad_trump", "both", "blind", "declare", "wrong_jodhi", "murrials",
    "double", "khanuck", "accuse", "late", "redeal", "short", "no_deal", "part_deal", "no_trump", "after_end", "claim",
    "cornerhouse", "six_of_suit", "trumpless", "passes", "spelling",
)  # fmt: skip


def beats(card: str, other: str, led: str, trump: str | None, royal: bool = False) -> bool:
    """Whether `card` beats `other` in a trick that was led in the suit `led` (TH-CARD-1, TH-CARD-3, TH-PLAY-3)."""

    def strength(one: str) -> tuple[int, int]:
        order = RANKS if royal else RANKS[::-1]
        return (2 if one[1] == trump else 1 if one[1] == led else 0, order.index(one[0]))

    return strength(card) > strength(other)


def winning(trick: Sequence[tuple[int, str]], trump: str | None, royal: bool = False) -> int:
    """The seat that wins a whole trick of (seat, card)."""
    best = trick[0]
    for one in trick[1:]:
        if beats(one[1], best[1], trick[0][1][1], trump, royal):
            best = one
    return best[0]


def allowed(hand: Sequence[str], trick: Sequence[tuple[int, str]], trump: str, undercut: str = "enforced") -> list[str]:
    """The cards of a hand that may be played to a trick (TH-PLAY-2, TH-PLAY-4)."""
    if not trick:
        return list(hand)
    led = trick[0][1][1]
    following = [card for card in hand if card[1] == led]
    if following:
        return following
    if undercut == "free" or led == trump or all(card[1] == trump for card in hand):
        return list(hand)
    cuts = [card for _, card in trick if card[1] == trump]
    return [card for card in hand if card[1] != trump or not any(beats(cut, card, led, trump) for cut in cuts)]


def plain(rng: Random, rules: Any = None) -> Record:
    """A hand as a scorekeeper's evening gives it: legal play, a call more often than not, now and then a jodhi."""
    return _Table(rng, rules if rules is not None else rng.choice(PRESETS), frozenset()).play()


def odd(rng: Random, oddities: Sequence[str] | None = None, rules: Any = None) -> Record:
    """A hand with oddities: those named, or a few at random."""
    if oddities is None:
        oddities = rng.sample(ODDITIES, rng.choice((1, 1, 2, 3, 5)))
    return _Table(rng, rules if rules is not None else tuned_rules(rng), frozenset(oddities)).play()


def tuned_rules(rng: Random) -> Any:
    """A preset, now and then with some parameters changed."""
    preset = rng.choice(PRESETS)
    if rng.random() < 0.4:
        return preset
    changed: dict[str, Any] = {"preset": preset}
    for parameter in rng.sample(profiles.parameters("thunee"), rng.randint(1, 8)):
        if parameter.choices:
            changed[parameter.name] = rng.choice(list(parameter.choices))
        elif parameter.allowed:
            changed[parameter.name] = rng.choice(parameter.allowed)
        elif parameter.name == "target_count":
            changed[parameter.name] = rng.choice((90, 105, 125))
        elif parameter.name in ("balls_to_win", "khanuck_raises_to"):
            changed[parameter.name] = rng.choice((12, 13, 15))
        else:
            changed[parameter.name] = rng.choice((0, 1, 2, 3, 4, 5, 8, 10))
    return changed


class _Table:
    """Four players with a record in front of them."""

    def __init__(self, rng: Random, rules: Any, oddities: frozenset[str]) -> None:
        self.rng, self.rules, self.oddities = rng, rules, oddities
        self.profile = profiles.build(rules)
        self.events: list[Record] = []
        self.dealer = rng.randrange(4)
        self.hands = self._shuffled()
        self.dealt = [list(hand) for hand in self.hands]
        self.call = 0
        self.blind = False
        self.holder = (self.dealer + 1) % 4
        self.declared: tuple[int, str, str | None] | None = None
        self.trump = ""
        self.lost = False
        self.winners: list[int] = []
        self.jodhi_suits: set[str] = set()
        self.guilty: list[tuple[int, str]] = []
        self.over = False
        self.balls = self._balls()

    def odd(self, name: str, chance: float = 1.0) -> bool:
        return name in self.oddities and self.rng.random() < chance

    def say(self, what: str, **fields: Any) -> None:
        self.events.append({"type": what, **fields})

    def _shuffled(self) -> list[list[str]]:
        pack = PACK[:]
        self.rng.shuffle(pack)
        if self.odd("six_of_suit"):  # one player gets all of one suit
            lucky, suit = self.rng.randrange(4), self.rng.choice(SUITS)
            pack.sort(key=lambda card: card[1] != suit)
            rest = pack[6:]
            self.rng.shuffle(rest)
            pack = rest[: lucky * 6] + pack[:6] + rest[lucky * 6 :]
        elif self.odd("redeal", 0.3):  # one player's first four cards count 10 or so
            lucky = self.rng.randrange(4)
            low = self.rng.sample([card for card in pack if card[0] in "KQ"], 4)
            rest = [card for card in pack if card not in low]
            pack = rest[: lucky * 6] + low + rest[lucky * 6 :]
        elif self.odd("trumpless"):  # the trumper and the partner get all of one suit
            suit, seats = self.rng.choice(SUITS), ((self.dealer + 1) % 4, (self.dealer + 3) % 4)
            theirs = [card for card in pack if card[1] == suit]
            others = [card for card in pack if card[1] != suit]
            share = self.rng.randint(2, 5)
            hands: list[list[str]] = [[], [], [], []]
            hands[seats[0]], hands[seats[1]] = theirs[:share], theirs[share:]
            for seat in range(4):
                while len(hands[seat]) < 6:
                    hands[seat].append(others.pop())
            return hands
        return [pack[seat * 6 : seat * 6 + 6] for seat in range(4)]

    def play(self) -> Record:
        """The whole record."""
        self._call()
        self._declare()
        if self.declared is None:
            self._set_trump()
        if self.odd("redeal", 0.5):
            self._redeal()
        else:
            self._tricks()
        return self._record()

    # --- calling

    def _call(self) -> None:
        rng = self.rng
        if self.odd("blind", 0.7):
            self._said(rng.choice(((self.holder + 1) % 4, (self.holder + 3) % 4)), 10 * rng.randint(1, 4), blind=True)
        for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
            if self.odd("passes", 0.5):
                self.say("pass", seat=rng.randrange(4))
            if self.odd("bad_call", 0.5):
                self._said(rng.randrange(4), rng.choice((0, 5, 10, 20, 101, 104, 110)))
            caller = rng.choice(((self.holder + 1) % 4, (self.holder + 3) % 4))
            step = self.call + 10 if self.profile.call_step == "exact" else self.call + rng.choice((10, 10, 10, 20))
            if step <= 100:
                self._said(caller, step, both=self.odd("both", 0.5))
        if self.odd("bad_call", 0.3):  # to the top, and over it
            for amount in (100, 104):
                self._said((self.holder + 1) % 4, amount)

    def _said(self, seat: int, amount: int, *, blind: bool = False, both: bool = False) -> None:
        """Say a call; take it into account if it looks right (only roughly: the engine is to judge the rest)."""
        extra = {"blind": True} if blind else {}
        self.say("call", seat=seat, amount=amount, **extra, **({"both": True} if both else {}))
        blind_ok = self.profile.blind_call == "on" if blind else not self.blind
        step_ok = amount % 10 == 0 or (amount == 104 and self.call == 100)
        if (seat - self.holder) % 2 and self.call < amount <= self.profile.max_call and step_ok and blind_ok:
            self.holder, self.call, self.blind = seat, min(amount + 10 * both, self.profile.max_call), blind

    def _declare(self) -> None:
        if not (self.odd("declare", 0.9) or self.odd("six_of_suit", 0.5)):
            return
        rng = self.rng
        for _ in range(rng.choice((1, 1, 1, 2))):
            kind = rng.choice(("thunee", "thunee", "royals", "blind_thunee", "blind_royals", "trip"))
            seat = rng.randrange(4)
            suit = rng.choice([card[1] for card in self.hands[seat]]) if rng.random() < 0.6 else None
            self.say("declare", seat=seat, kind=kind, **({"suit": suit} if suit else {}))
            played = kind == "thunee" or (kind != "trip" and getattr(self.profile, kind) == "on")
            if played and (self.declared is None or seat == self.holder != self.declared[0]):
                self.declared = (seat, kind, suit if self.profile.thunee_trump == "named" else None)
                if len({card[1] for card in self.hands[seat]}) == 1:
                    self.guilty.append((seat, "six_of_suit"))

    def _set_trump(self) -> None:
        seat = (self.holder + 2) % 4 if self.odd("bad_trump", 0.8) else self.holder
        suits = [card[1] for card in self.hands[seat][:4]]
        suit = max(SUITS, key=lambda one: (suits.count(one), self.rng.random()))
        if "trumpless" in self.oddities:
            suit = max(SUITS, key=lambda one: sum(card[1] == one for s in (seat, seat ^ 2) for card in self.hands[s]))
        self.holder, self.trump = seat, suit
        if not self.odd("no_trump"):
            last = {"last_card": True} if self.rng.random() < 0.05 else {}
            self.say("trump", seat=seat, suit=suit, **last)

    # --- play

    @property
    def royal(self) -> bool:
        return self.declared is not None and "royals" in self.declared[1]

    def _tricks(self) -> None:
        leader = self.declared[0] if self.declared else (self.holder + 1) % 4
        stop = self.rng.randrange(24) if self.odd("short") else 24
        for number in range(6):
            leader = self._trick(number, leader, stop)
            if leader < 0:
                return
            self.winners.append(leader)
            if self.declared and not self._still_wins(leader):
                if not self.lost and self.rng.random() < 0.7:
                    return
                self.lost = True
        self._after_the_last_card()

    def _still_wins(self, winner: int) -> bool:
        assert self.declared is not None
        caller = self.declared[0]
        return winner == caller or (self.profile.thunee_winner == "team" and (winner - caller) % 2 == 0)

    def _trick(self, number: int, leader: int, stop: int) -> int:
        trick: list[tuple[int, str]] = []
        turns = [(leader + step) % 4 for step in range(4)]
        while turns:
            if number * 4 + len(trick) >= stop:
                return -1
            self._talk(number, leader, turns, trick)
            if self.over:
                return -1
            seat = turns[self.rng.randrange(len(turns)) if self.odd("out_of_turn", 0.1) else 0]
            if seat != turns[0]:
                self.guilty.append((seat, "out_of_turn"))
            turns.remove(seat)
            card = self._chosen(seat, trick)
            if not self.trump:
                self.trump = (self.declared and self.declared[2]) or card[1]
            self.hands[seat].remove(card)
            trick.append((seat, card))
            self.say("play", seat=seat, card=card)
        return winning(trick, self.trump, self.royal)

    def _chosen(self, seat: int, trick: list[tuple[int, str]]) -> str:
        hand = self.hands[seat]
        if self.declared and "blind" in self.declared[1] and seat == self.declared[0] and self.rng.random() < 0.95:
            hand = [card for card in self.dealt[seat][:4] if card in hand] or hand
        if self.odd("revoke", 0.15) or self.odd("undercut", 0.15):
            card = self.rng.choice(hand)
            if card not in allowed(hand, trick, self.trump, self.profile.undercut):
                self.guilty.append((seat, self.rng.choice(("revoke", "undercut"))))
            return card
        legal = allowed(hand, trick, self.trump, self.profile.undercut) or hand
        if self.declared and self.declared[0] == seat and not trick and self.rng.random() < 0.8:
            return max(
                legal, key=lambda card: (card[1] == self.trump, RANKS[::-1].index(card[0]) * (1 - 2 * self.royal))
            )
        return self.rng.choice(legal)

    # --- talk

    @property
    def ends_by_double(self) -> bool:
        """Whether a double may end the hand at once, on cornerhouse (TH-DBL-4)."""
        return max(self.balls.values()) >= self.profile.balls_to_win - 1

    def _talk(self, number: int, leader: int, turns: list[int], trick: list[tuple[int, str]]) -> None:
        """What is said before a card: jodhi, murrials, double, khanuck, accusations."""
        rng = self.rng
        latest = 0 if self.profile.jodhi_closes == "next_lead" else 2 * rng.randrange(2)
        if number and not self.declared and len(trick) <= latest:
            self._jodhi(number, leader)
        if self.odd("wrong_jodhi", 0.12):
            self._wrong_jodhi()
        if self.odd("murrials", 0.05):
            self.say("murrials", seat=rng.randrange(4), **({"suit": rng.choice(SUITS)} if rng.random() < 0.3 else {}))
        if number == 5 or rng.random() < 0.02:
            swept = number == 5 and all((winner - leader) % 2 == 0 for winner in self.winners)
            if self.odd("double", 0.3) or (swept and not self.ends_by_double and rng.random() < 0.3):
                self.say("double", seat=leader if rng.random() < 0.5 else rng.randrange(4))
            if self.odd("khanuck", 0.3):
                self.say("khanuck", seat=leader if rng.random() < 0.5 else rng.randrange(4))
        if self.odd("accuse", 0.06):
            self._accuse()
        if self.odd("redeal", 0.01):
            self._redeal()

    def _jodhi(self, number: int, leader: int) -> None:
        """A good jodhi, if somebody on the side that won the trick has one and cares to call it."""
        if number not in (1, 3) and self.profile.jodhi_window != "any_trick":
            return
        won = sum((winner - leader) % 2 == 0 for winner in self.winners)
        if self.profile.jodhi_window == "team_first_third" and won not in (1, 3):
            return
        for seat in (leader, (leader + 2) % 4):
            for suit in SUITS:
                pair = "K" + suit in self.hands[seat] and "Q" + suit in self.hands[seat]
                if pair and suit not in self.jodhi_suits and self.rng.random() < 0.8:
                    jack = "J" + suit in self.hands[seat]
                    self.jodhi_suits.add(suit)
                    value = 20 + 10 * jack + 20 * (suit == self.trump)
                    self.say("jodhi", seat=seat, suit=suit, jack=jack, value=value)

    def _wrong_jodhi(self) -> None:
        rng = self.rng
        seat, suit = rng.randrange(4), rng.choice(SUITS)
        self.say("jodhi", seat=seat, suit=suit, jack=rng.random() < 0.3, value=rng.choice((20, 30, 40, 50, 20, 70)))
        if rng.random() < 0.4:
            self.say("murrials", seat=(seat + rng.choice((1, 3))) % 4)

    def _accuse(self, late: bool = False) -> None:
        rng = self.rng
        seat = rng.randrange(4)
        offence = rng.choice(
            (
                "revoke",
                "revoke",
                "undercut",
                "false_jodhi",
                "six_of_suit",
                "out_of_turn",
                "blind_look",
                "signal",
                "other",
            )
        )
        against = (seat + rng.choice((1, 3))) % 4
        if self.guilty and rng.random() < 0.7:
            against, offence = rng.choice(self.guilty)
            seat = (against + rng.choice((1, 3))) % 4
        extra: Record = {"upheld": rng.random() < 0.7} if offence in ("signal", "other") else {}
        self.say("accuse", seat=seat, against=against, offence=offence, **extra, **({"late": True} if late else {}))
        self.over = rng.random() < 0.6

    def _redeal(self) -> None:
        reason = self.rng.choice(("trumpless", "low_hand", "exposed_card", "other"))
        self.say("redeal", reason=reason, **({"seat": self.rng.randrange(4)} if self.rng.random() < 0.5 else {}))
        self.over = self.rng.random() < 0.9

    def _after_the_last_card(self) -> None:
        if self.odd("khanuck", 0.4):
            self.say("khanuck", seat=self.rng.randrange(4))
        if self.odd("late", 0.8):
            self._accuse(late=True)
        if self.odd("after_end"):
            wild = (
                self._accuse,
                self._wrong_jodhi,
                self._redeal,
                lambda: self.say("double", seat=self.rng.randrange(4)),
            )
            self.rng.choice(wild)()

    # --- writing it down

    def _record(self) -> Record:
        record: Record = {"format": "hand-record/1", "game": "thunee", "rules": self.rules, "dealer": self.dealer}
        record["before"] = {"balls": self.balls, "khanuck_called": self.rng.random() < 0.15}
        deal: list[Any] = [[" ".join(hand[:4]), " ".join(hand[4:])] for hand in self.dealt]
        if "part_deal" in self.oddities:
            deal[self.rng.randrange(4)] = None
        if "no_deal" not in self.oddities:
            record["deal"] = deal
        record["events"] = self.events
        if "claim" in self.oddities:
            record["claimed"] = {"winner": self.rng.choice("AB"), "balls": self.rng.choice((1, 2, 3, 4, 8))}
        if "spelling" in self.oddities:
            for event in self.events:
                if "card" in event and self.rng.random() < 0.5:
                    event["card"] = event["card"].replace("T", "10").replace("s", "♠").replace("h", "♥").lower()
        return record

    def _balls(self) -> dict[str, int]:
        most = min(self.profile.balls_to_win, 12) - 1
        low = max(0, most - 1) if "cornerhouse" in self.oddities else 0
        return {"A": self.rng.randint(low, most), "B": self.rng.randint(low, most)}
