"""Four simple players and one deal of theirs, written down card by card as a hand record's body.

They call on what their first four cards promise, follow suit, give points to a partner who wins and win what they can
cheaply. Everything comes from the `random.Random` handed in, so that the same seed plays the same hand.
"""

from random import Random

from engine.cards import SUITS
from engine.games import traits
from engine.shapes import Raw

Trick = list[tuple[int, str]]
GAME = "thunee"  # that they know
THUNEE = traits(GAME)
HIGH_TO_LOW = THUNEE.ranks[::-1]
WORTH = THUNEE.worth


class Players:
    """A deal being played. `events` is the record so far; `winners` the seats that won the tricks."""

    def __init__(self, rng: Random, dealer: int) -> None:
        self.rng, self.dealer = rng, dealer
        cards = [rank + suit for suit in SUITS for rank in THUNEE.ranks]
        rng.shuffle(cards)
        self.hands = [cards[6 * seat : 6 * seat + 6] for seat in range(4)]
        self.dealt = [list(hand) for hand in self.hands]
        self.events: list[Raw] = []
        self.winners: list[int] = []
        self.starts: list[int] = []  # where in `events` each trick begins
        self.suits_called: set[str] = set()
        self.holder, self.call, self.trump = (dealer + 1) % 4, 0, ""

    def body(self) -> Raw:
        deal = [[" ".join(hand[:4]), " ".join(hand[4:])] for hand in self.dealt]
        return {"deal": deal, "events": self.events}

    def plain(self) -> "Players":
        """Call, set trump, play all six tricks; whoever leads to the last says double where it is safe."""
        self._calls()
        self.trump = self._strength(self.holder)[1]
        self._say("trump", seat=self.holder, suit=self.trump)
        leader = (self.holder + 1) % 4
        for number in range(6):
            if number in (1, 3):
                self._jodhi(leader)
            leader = self._trick(leader)
        return self

    def thunee(self) -> "Players":
        """The player with the strongest suit calls thunee and leads; played until a trick is lost."""
        caller = max(range(4), key=self._strength)
        self._say("declare", seat=caller, kind="thunee")
        for _ in range(6):
            if self._trick(caller, declared=True) != caller:
                break
        return self

    def _say(self, event: str, **fields: str | int) -> None:
        self.events.append({"type": event, **fields})

    def _strength(self, seat: int) -> tuple[int, str]:
        """What the best suit of a player's first four cards is worth for setting trump, and that suit."""
        first = self.dealt[seat][:4]
        return max((sum(WORTH[card[0]] + 8 for card in first if card[1] == suit), suit) for suit in SUITS)

    def _calls(self) -> None:
        for _ in range(4):
            callers = [seat for seat in range(4) if (seat - self.holder) % 2]
            caller = max(callers, key=self._strength)
            if self._strength(caller)[0] + self.rng.randrange(12) < 64 + self.call:
                return
            self.holder, self.call = caller, self.call + 10
            self._say("call", seat=caller, amount=self.call)

    def _jodhi(self, winner: int) -> None:
        """Whoever has one on the side that won the trick calls it."""
        for seat in (winner, (winner + 2) % 4):
            for suit in SUITS:
                if {"K" + suit, "Q" + suit} <= set(self.hands[seat]) and suit not in self.suits_called:
                    jack = "J" + suit in self.hands[seat]
                    self.suits_called.add(suit)
                    value = 20 + 10 * jack + 20 * (suit == self.trump)
                    self._say("jodhi", seat=seat, suit=suit, jack=jack, value=value)

    def _trick(self, leader: int, declared: bool = False) -> int:
        self.starts.append(len(self.events))
        trick: Trick = []
        for seat in ((leader + step) % 4 for step in range(4)):
            card = self._follow(seat, trick) if trick else self._lead(seat, declared)
            self.trump = self.trump or card[1]
            self.hands[seat].remove(card)
            trick.append((seat, card))
            self._say("play", seat=seat, card=card)
        self.winners.append(self._winning(trick)[0])
        return self.winners[-1]

    def _lead(self, seat: int, declared: bool) -> str:
        """The highest card of a side suit; who declared thunee leads from the top of the longest suit, trumps first."""
        hand = self.hands[seat]
        if declared:
            length = {card: sum(other[1] == card[1] for other in hand) for card in hand}
            return min(hand, key=lambda c: (c[1] != self.trump if self.trump else -length[c], HIGH_TO_LOW.index(c[0])))
        side_suits = [card for card in hand if card[1] != self.trump] or hand
        return min(side_suits, key=lambda card: (HIGH_TO_LOW.index(card[0]), self.rng.random()))

    def _follow(self, seat: int, trick: Trick) -> str:
        legal = self._allowed(seat, trick)
        holder, best = self._winning(trick)
        ours = holder == (seat + 2) % 4
        if ours and (len(trick) == 3 or best[0] in "J9"):
            return max(legal, key=lambda card: (card[1] != self.trump, WORTH[card[0]]))
        winners = [card for card in legal if self._beats(card, best)]
        if winners and not ours:
            return min(winners, key=lambda card: (card[1] == self.trump, WORTH[card[0]] if len(trick) == 3 else 0))
        return min(legal, key=lambda card: (card[1] == self.trump, WORTH[card[0]]))

    def _beats(self, card: str, best: str) -> bool:
        if card[1] == best[1]:
            return HIGH_TO_LOW.index(card[0]) < HIGH_TO_LOW.index(best[0])
        return card[1] == self.trump

    def _winning(self, trick: Trick) -> tuple[int, str]:
        best = trick[0]
        for played in trick[1:]:
            if self._beats(played[1], best[1]):
                best = played
        return best

    def _allowed(self, seat: int, trick: Trick) -> list[str]:
        """Follow suit; without it, no lower cut of a cut trick while there is another card (TH-PLAY-2, TH-PLAY-4)."""
        hand, led = self.hands[seat], trick[0][1][1]
        following = [card for card in hand if card[1] == led]
        if following or all(card[1] == self.trump for card in hand):
            return following or hand
        best = self._winning(trick)[1]
        return [card for card in hand if card[1] != self.trump or best[1] != self.trump or self._beats(card, best)]
