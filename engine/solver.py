"""Perfect information: how much a side can still take when everybody sees all cards and plays best.

For trick games of two sides with up to six cards a hand: thunee of every size, and the endings of the 52-card games.
The one question is "does side 0 still get n?". It is answered by a search that remembers, for each position between two
tricks (one integer: all hands and who leads), the bounds it has proven; an exact figure is that question asked with
closer and closer n. This is advice for a referee (what did an irregularity cost?), never a ruling.
"""

import sys
from collections.abc import Sequence

from .positions import Position, Stakes, Table

STRIDE = 15  # how far the next question steps from a bound; found by trying: fewer questions, each still cheap


class TooHard(Exception):
    """The answer would take more positions than were granted."""


class Solver:
    """Answers questions about one table and its stakes. What it has proven stays for the next question.

    `most` bounds the positions it may look at in all (some ten thousand a second); beyond them it raises TooHard.
    """

    def __init__(self, table: Table, stakes: Stakes, players: int, most: int | None = None) -> None:
        self.granted = sys.maxsize if most is None else most
        self.table = _upright(table)
        self.players = players
        self.per_trick, self.last, self.credited = stakes.per_trick, stakes.last, stakes.credited
        self.width = max(suit.bit_length() for suit in table.suits)
        self.turned = table.low
        self.points = {self._turn(bit): worth for bit, worth in stakes.points.items()}
        self.led = {1 << place: suit for suit in self.table.suits for place in range(self.width) if suit >> place & 1}
        self.shifts = tuple(self.width * seat for seat in range(players))
        self.above = self.width * players  # where the leader stands in the key of a position
        self.bounds: dict[int, tuple[int, int, int]] = {}
        self._dearest: dict[int, tuple[int, ...]] = {}
        self._ordered: dict[int, tuple[int, ...]] = {}

    # --- what is asked

    def reaches(self, position: Position, needed: int) -> bool:
        """Whether side 0 gets at least `needed` of what is left, however side 1 plays."""
        return self._ask(self._hands(position), position.leader, needed) >= needed

    def most(self, position: Position) -> int:
        """The most that side 0 can be sure of; the rest is what side 1 can be sure of."""
        return self._exact(self._hands(position), position.leader, ())

    def values(self, position: Position, trick: Sequence[int] = ()) -> dict[int, int]:
        """For each card the next seat may play, what side 0 then gets of what was left before this trick.

        `trick` are the cards on the table, from the leader on; `position` is the one before they were played.
        """
        hands, laid = self._hands(position), [self._turn(card) for card in trick]
        seat = (position.leader + len(laid)) % self.players
        held = hands[seat]
        return {
            self._turn(card): self._exact(hands, position.leader, (*laid, card))
            for card in self._by_points(self._allowed(held, *self._standing(laid)))
        }

    def value(self, position: Position, trick: Sequence[int]) -> int:
        """What side 0 gets of what was left before this trick, when it begins with these cards, allowed or not."""
        return self._exact(self._hands(position), position.leader, tuple(self._turn(card) for card in trick))

    def line(self, position: Position) -> list[tuple[int, int]]:
        """Best play by both sides to the end: (seat, card) in order. Of equal cards the cheapest is played."""
        line: list[tuple[int, int]] = []
        hands, leader = list(position.hands), position.leader
        while hands[0]:
            trick: list[int] = []
            for _ in range(self.players):
                seat = (leader + len(trick)) % self.players
                values = self.values(Position(tuple(hands), leader), trick)
                best = (max if seat % 2 == 0 else min)(values.values())
                trick.append([card for card, value in values.items() if value == best][-1])
                line.append((seat, trick[-1]))
            for seat, card in line[-self.players :]:
                hands[seat] ^= card
            _, _, place = self._standing([self._turn(card) for card in trick])
            leader = (leader + place) % self.players
        return line

    # --- how a question becomes searches

    def _hands(self, position: Position) -> list[int]:
        return [self._turn(hand) for hand in position.hands]

    def _turn(self, mask: int) -> int:
        """Cards turned over within the pack, where the lowest wins: so that below here the highest always does."""
        return int(format(mask, f"0{self.width}b")[::-1], 2) if self.turned else mask

    def _left(self, hands: Sequence[int]) -> int:
        tricks = hands[0].bit_count()
        cards = sum(self.points[card] for hand in hands for card in self._by_points(hand))
        return cards + tricks * self.per_trick + (self.last if tricks else 0)

    def _exact(self, hands: list[int], leader: int, trick: tuple[int, ...]) -> int:
        """Close in on the value with questions, a stride from the bound that the last one proved."""
        low, high = 0, self._left(hands)
        needed = (high + 1) // 2 if trick else self._plainly(hands, leader)
        while low < high:
            needed = min(max(needed, low + 1), high)
            proven = self._ask(hands, leader, needed, trick)
            if proven >= needed:
                low, needed = proven, proven + STRIDE
            else:
                high, needed = proven, proven - STRIDE + 1
            if high - low < 2 * STRIDE:
                needed = (low + high + 1) // 2
        return low

    def _plainly(self, given: Sequence[int], leader: int) -> int:
        """What side 0 gets when everybody plays what looks best: where to begin to ask."""
        hands, got = list(given), 0
        for tricks in range(given[0].bit_count(), 0, -1):
            card = self._leads(hands, leader, 0)[0]
            trick = [card]
            hands[leader] ^= card
            while len(trick) < self.players:
                seat = (leader + len(trick)) % self.players
                led, best, place = self._standing(trick)
                allowed = self._allowed(hands[seat], led, best)
                winning = allowed & self._winners(allowed, led, best)
                ours = self.credited[(leader + place) % self.players] == seat & 1
                safe = len(trick) == self.players - 1 or not winning & led
                trick.append(self._replies(allowed, winning, ours and safe)[0])
                hands[seat] ^= trick[-1]
            leader = (leader + self._standing(trick)[2]) % self.players
            if not self.credited[leader]:
                got += sum(self.points[card] for card in trick) + self.per_trick + (self.last if tricks == 1 else 0)
        return got

    def _ask(self, hands: list[int], leader: int, needed: int, trick: tuple[int, ...] = ()) -> int:
        """A bound: at least `needed` if side 0 gets that, else less than `needed` and never too low."""
        state = sum(hand << shift for hand, shift in zip(hands, self.shifts, strict=True))
        tricks, left = hands[0].bit_count(), self._left(hands)
        if not tricks:
            return 0
        if not trick:
            return self._search(hands, state, leader, left, needed, tricks)
        return self._begun(list(hands), state, leader, left, needed, tricks, trick)

    def _begun(
        self, hands: list[int], state: int, leader: int, left: int, needed: int, tricks: int, trick: tuple[int, ...]
    ) -> int:
        """The bound for a trick of which some cards lie on the table."""
        for place, card in enumerate(trick):
            seat = (leader + place) % self.players
            hands[seat] ^= card
            state ^= card << self.shifts[seat]
        led, best, place = self._standing(trick)
        holder, worth = (leader + place) % self.players, sum(self.points[card] for card in trick)
        if len(trick) < self.players:
            seat = (leader + len(trick)) % self.players
            return self._follow(hands, state, seat, len(trick), led, best, holder, worth, left, needed, tricks)
        return self._taken(hands, state, holder, worth, left, needed, tricks)

    def _standing(self, trick: Sequence[int]) -> tuple[int, int, int]:
        """The suit led, the winning card and its place in a trick that has begun; (0, 0, 0) before."""
        led = best = place = 0
        for number, card in enumerate(trick):
            if not best:
                led, best = self.led[card], card
            elif card & self._winners(card, led, best):
                best, place = card, number
        return led, best, place

    def _winners(self, cards: int, led: int, best: int) -> int:
        """Those of the cards that beat the best one so far (TH-PLAY-3)."""
        trump, above = self.table.trump, ~(best | best - 1)
        return cards & trump & above if best & trump else cards & (trump | led & above)

    def _allowed(self, hand: int, led: int, best: int, _place: int = 0) -> int:
        """The cards a hand may play (TH-PLAY-2, TH-PLAY-4)."""
        if hand & led:
            return hand & led
        trump = self.table.trump
        if self.table.undercut and best & trump and led != trump and hand & ~trump:
            return hand & ~(trump & best - 1)
        return hand

    def _by_points(self, mask: int) -> tuple[int, ...]:
        """A set of cards, those that count most first."""
        known = self._dearest.get(mask)
        if known is None:
            cards = [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
            known = self._dearest[mask] = tuple(sorted(cards, key=lambda card: (-self.points[card], card)))
        return known

    # --- the search: every function returns a bound as _ask does, and puts the hands back as they were

    def _search(self, hands: list[int], state: int, leader: int, left: int, needed: int, tricks: int) -> int:
        if needed <= 0:
            return 0
        if needed > left:
            return left
        key = state | leader << self.above
        known = self.bounds.get(key)
        if known is None:
            if len(self.bounds) >= self.granted:
                raise TooHard(f"more than {self.granted} positions; grant more, or begin nearer the end")
            known = (0, left, 0)
        elif needed <= known[0]:
            return known[0]
        elif needed > known[1]:
            return known[1]
        if tricks == 1:
            bound = self._last_trick(hands, leader)
            self.bounds[key] = (bound, bound, 0)
            return bound
        bound, card = self._lead(hands, state, leader, left, needed, tricks, known[2])
        low, high, _ = known
        self.bounds[key] = (max(low, bound), high, card) if bound >= needed else (low, min(high, bound), card)
        return bound

    def _last_trick(self, hands: list[int], leader: int) -> int:
        cards = [hands[(leader + step) % self.players] for step in range(self.players)]
        _, _, place = self._standing(cards)
        if self.credited[(leader + place) % self.players]:
            return 0
        return sum(self.points[card] for card in cards) + self.per_trick + self.last

    def _lead(
        self, hands: list[int], state: int, leader: int, left: int, needed: int, tricks: int, best_before: int
    ) -> tuple[int, int]:
        """The bound, and the card that proved it (0: every card was tried in vain)."""
        hand, side, proof = hands[leader], leader & 1, best_before
        bound = left if side else 0
        after = (leader + 1) % self.players
        for card in self._leads(hands, leader, best_before):
            hands[leader] = hand ^ card
            proven = self._follow(
                hands, state ^ card << self.shifts[leader], after, 1, self.led[card], card, leader,
                self.points[card], left, needed, tricks,
            )  # fmt: skip
            if side:
                if proven < bound:
                    bound = proven
                    if proven < needed:
                        proof = card
                        break
            elif proven > bound:
                bound = proven
                if proven >= needed:
                    proof = card
                    break
        hands[leader] = hand
        return bound, proof

    def _leads(self, hands: list[int], leader: int, best_before: int) -> list[int]:
        """The cards to lead, most promising first: what proved it before, cards nobody beats, then the cheapest."""
        side = leader & 1
        against = partners = 0
        for hand in hands[1 - side :: 2]:
            against |= hand
        for hand in hands[side::2]:
            partners |= hand
        others, trump = against | partners & ~hands[leader], self.table.trump
        cutters = [hand for hand in hands[1 - side :: 2] if hand & trump] if against & trump else ()
        first, sure, rest = [], [], []
        for card in self._by_points(hands[leader]):
            suit = self.led[card]
            if card == best_before:
                first.append(card)
            elif (others & suit) >> card.bit_length():
                rest.append(card)
            elif suit == trump or not cutters or all(hand & suit for hand in cutters):
                sure.append(card)
            else:
                rest.append(card)
        rest.reverse()
        return first + sure + rest

    def _follow(
        self, hands: list[int], state: int, seat: int, laid: int, led: int, best: int, holder: int, worth: int,
        left: int, needed: int, tricks: int,
    ) -> int:  # fmt: skip
        """The bound after `laid` cards, when `seat` is to play and `holder` is winning with `best`."""
        hand, side, shift = hands[seat], seat & 1, self.shifts[seat]
        allowed, trump = hand & led, self.table.trump
        if not allowed:
            allowed = self._allowed(hand, led, best)
        above = ~(best | best - 1)
        winning = allowed & trump & above if best & trump else allowed & (trump | led & above)
        if laid == self.players - 1:
            return self._close(hands, state, seat, allowed, winning, holder, worth, left, needed, tricks)
        replies = self._replies(allowed, winning, self.credited[holder] == side and not winning & led)
        after = seat + 1 if seat + 1 < self.players else 0
        bound = left if side else 0
        for card in replies:
            hands[seat] = hand ^ card
            best_now, holder_now = (card, seat) if card & winning else (best, holder)
            proven = self._follow(
                hands, state ^ card << shift, after, laid + 1, led, best_now, holder_now, worth + self.points[card],
                left, needed, tricks,
            )  # fmt: skip
            if side:
                if proven < bound:
                    bound = proven
                    if proven < needed:
                        break
            elif proven > bound:
                bound = proven
                if proven >= needed:
                    break
        hands[seat] = hand
        return bound

    def _close(
        self, hands: list[int], state: int, seat: int, allowed: int, winning: int, holder: int, worth: int,
        left: int, needed: int, tricks: int,
    ) -> int:  # fmt: skip
        """The bound for the last card of a trick. What is proven of the position after it is looked up right here."""
        hand, side, shift = hands[seat], seat & 1, self.shifts[seat]
        bounds, points, credited, above = self.bounds, self.points, self.credited, self.above
        worth += self.per_trick + (self.last if tricks == 1 else 0)
        bound = left if side else 0
        for card in self._replies(allowed, winning, credited[holder] == side):
            taker, taken = seat if card & winning else holder, worth + points[card]
            proven = 0 if credited[taker] else taken
            rest, wanted = left - taken, needed - proven
            if wanted > rest:
                proven += rest
            elif wanted > 0:
                after = state ^ card << shift
                known = bounds.get(after | taker << above)
                if known is None or known[0] < wanted <= known[1]:
                    hands[seat] = hand ^ card
                    proven += self._search(hands, after, taker, rest, wanted, tricks - 1)
                else:
                    proven += known[0] if wanted <= known[0] else known[1]
            if side:
                if proven < bound:
                    bound = proven
                    if proven < needed:
                        break
            elif proven > bound:
                bound = proven
                if proven >= needed:
                    break
        hands[seat] = hand
        return bound

    def _replies(self, allowed: int, winning: int, give: bool) -> tuple[int, ...]:
        """The cards to follow with, most promising first: points to a trick of ours, else win it, else the cheapest."""
        if not allowed & allowed - 1:
            return (allowed,)
        key = (allowed << self.width | winning) << 1 | give
        known = self._ordered.get(key)
        if known is None:
            losing = self._by_points(allowed & ~winning)
            won = self._by_points(winning)
            known = self._ordered[key] = losing + won if give else won + losing[::-1]
        return known

    def _taken(self, hands: list[int], state: int, holder: int, worth: int, left: int, needed: int, tricks: int) -> int:
        """The bound once a trick is whole and `holder` has taken it."""
        worth += self.per_trick + (self.last if tricks == 1 else 0)
        mine = 0 if self.credited[holder] else worth
        if tricks == 1:
            return mine
        return mine + self._search(hands, state, holder, left - worth, needed - mine, tricks - 1)


def _upright(table: Table) -> Table:
    """A table on which the highest card wins: what is `low` is turned over, suits and all."""
    if not table.low:
        return table
    width = max(suit.bit_length() for suit in table.suits)
    turned = {suit: int(format(suit, f"0{width}b")[::-1], 2) for suit in (*table.suits, 0)}
    return Table(tuple(sorted(turned[suit] for suit in table.suits)), turned[table.trump], False, table.undercut)
