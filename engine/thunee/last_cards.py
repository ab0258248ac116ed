"""How a hand that stops short may still end, where at most six cards are missing: every way they may fall is tried.

A card may be played out of turn or against the rules and stands all the same (TH-PLAY-2 to 5), and until the hand is
over anybody may still call a jodhi, a double or a khanuck, rightly or not. What may end a hand at any moment, an
accusation or a new deal, depends on no card and is not told here.
"""

from collections.abc import Iterator
from copy import copy
from itertools import product

from ..profiles import Profile
from ..record import Event, HandRecord
from ..rulebook import SILENT
from ..unseen import MOST_UNSEEN, Hands, shares
from . import pack
from .double import cornerhouse_applies
from .facts import Claim, Hand, SpecialCall, Verdict
from .jodhi import timely, true_value
from .judge import judge
from .offences import six_of_suit
from .order import in_order
from .play import lost_by, trick_winner
from .reading import MOST_VALUE
from .transcript import Transcript

Result = tuple[str, int | None, int]


def results(hand: Hand, thinkable: set[Result]) -> set[Result] | None:
    """Those of the thinkable results that the missing cards can still lead to; None where more is missing than can be
    tried."""
    played = len(hand.record.transcript.bits)
    known_trump = hand.trump is not None or (hand.declaration is not None and hand.declaration.kind == "trip")
    if not 0 < hand.length - played <= MOST_UNSEEN or hand.stuck or hand.lost_at is not None or not known_trump:
        return None
    holdings = _holdings(hand, played)
    if holdings is None:
        return None
    found: set[Result] = set()
    judged: set[object] = set()
    for hands in holdings:
        if thinkable <= found:
            break
        facts = _with_all_cards(hand, hands, played)
        if facts.ending is not None:  # these cards settle an accusation
            found.add(as_result(facts.ending))
        elif not facts.faults:
            declared = facts.declaration
            if declared is not None and six_of_suit(facts, declared.seat):
                found.add(caught_on_six(facts.profile, 1 - (declared.seat & 1)))
            _Rest(facts, played, found, judged).play(played, hands)
    return found


def caught_on_six(profile: Profile, side: int) -> Result:
    """The price of a declaration on six cards of one suit, to the side that caught it (TH-THUN-5)."""
    balls: int = profile.six_of_suit
    return ("four_ball", side, balls) if balls else ("six_of_suit", None, 0)


def as_result(verdict: Verdict) -> Result:
    return verdict.kind or "", verdict.winner, verdict.balls


def _holdings(hand: Hand, played: int) -> Iterator[Hands] | None:
    """Every way the cards that are still out may be held; None where more cards are out than are still to be played."""
    script, size = hand.record.transcript, hand.size
    half = script.half_at(played)
    start = half * size.half * hand.players
    gone = script.gone[played]
    known = [cards & ~gone for cards in script.halves[half]]
    lacking = [
        size.half - script.seats[start:played].count(seat) - cards.bit_count() for seat, cards in enumerate(known)
    ]
    rest = [bit for bit in pack.TEXT_OF if bit & ~gone & ~sum(known)]
    if min(lacking) < 0 or sum(lacking) not in (0, len(rest)):
        return None
    return shares(known, lacking, rest if any(lacking) else [])


def _with_all_cards(hand: Hand, hands: Hands, played: int) -> Hand:
    """The facts of the hand if the missing cards were held so: what was called is judged by all cards."""
    record = copy(hand.record)
    record.events = (*(hand.record.events or ()), *_some_plays(hand, hands, played))
    record.transcript = Transcript(record.events, record.deal, record.players)
    return judge(record)[0]


def _some_plays(hand: Hand, hands: Hands, played: int) -> Iterator[Event]:
    """The missing cards in one of their orders."""
    in_trick = hand.record.transcript.seats[played - played % hand.players : played]
    cards = [pack.cards_of(mask) for mask in hands]
    for turn in range(max(map(len, cards)) + 1):
        for seat in range(hand.players):
            number = turn - (seat in in_trick)
            if 0 <= number < len(cards[seat]):
                yield Event("play", seat=seat, card=cards[seat][number])


class _Rest:
    """The rest of one hand whose cards are all known, played out in every way.

    Results are added to `found`, and what led to them to `judged`: other ways to hold the cards often come to the same.
    """

    def __init__(self, facts: Hand, now: int, found: set[Result], judged: set[object]) -> None:
        self.facts, self.now, self.found, self.judged = facts, now, found, judged  # the facts change with each play
        self.called = (facts.double, facts.khanuck)
        self.taken = list(facts.winners[: now // facts.players])
        self.record: HandRecord = facts.record
        self.script: Transcript = facts.record.transcript
        self.players = facts.players
        self.end = facts.length
        self.last = self.end - self.players  # how many cards lie before the last trick
        self.out = self.script.seats[self.last : now] if now > self.last else ()
        self.seen: set[object] = set()
        spoken = [claim for claim in facts.claims if claim.points]
        self.base = (_worth(spoken, 0), _worth(spoken, 1))
        self.forfeit = (_worth(self._answerable(), 0), _worth(self._answerable(), 1))
        spent = {claim.suit for claim in facts.claims if claim.points or claim.murrials == "upheld"}
        self.free = [suit for suit in range(4) if suit not in spent]

    def _answerable(self) -> list[Claim]:
        """Jodhi that murrials could still make forfeit (TH-MURR-2)."""
        facts = self.facts
        if facts.profile.murrials == "off":
            return []
        specials = [
            m.place
            for m in self.script.marks
            if m.event.type == "khanuck" or (m.event.type == "double" and facts.double)
        ]
        since = max(specials, default=-1)
        latest = {(claim.seat & 1, claim.suit): claim for claim in facts.claims}  # an answer is to the latest in a suit
        return [
            claim
            for claim in latest.values()
            if not claim.good
            and claim.murrials is None
            and claim.index > since
            and self.script.at_of(claim.index) == self.now
        ]

    def play(self, at: int, hands: Hands) -> None:
        """From the moment the record stops."""
        begun = at - at % self.players
        trick = list(zip(self.script.seats[begun:at], self.script.bits[begun:at], strict=True))
        won = [0, 0]
        for number, winner in enumerate(self.taken):
            for bit in self.script.bits[number * self.players : (number + 1) * self.players]:
                won[winner & 1] |= bit
        self._trick(at, hands, trick, self.taken, (won[0], won[1]), {})

    def _trick(
        self, at: int, hands: Hands, trick: list[tuple[int, int]], winners: list[int], won: tuple[int, int],
        jodhi: dict[int, tuple[int, int]],
    ) -> None:  # fmt: skip
        """Every way this trick and those after it may go. `jodhi`: suit → side and worth of what could be called."""
        jodhi = jodhi | self._could_call(at, hands, winners)
        state = (at, hands, tuple(winners), won, frozenset(jodhi.items()))
        if state in self.seen:
            return
        self.seen.add(state)
        seats = [seat for seat in range(self.players) if all(seat != other for other, _ in trick)]
        for cards in product(*(pack.bits_of(hands[seat]) for seat in seats)):
            laid = list(zip(seats, cards, strict=True))
            for first in range(1 if trick else len(laid)):
                whole = [*trick, *laid] if trick else [laid[first], *laid[:first], *laid[first + 1 :]]
                left = tuple(
                    mask & ~sum(bit for other, bit in laid if other == seat) for seat, mask in enumerate(hands)
                )
                self._taken(at + len(laid), left, whole, winners, won, jodhi)

    def _taken(
        self, at: int, hands: Hands, trick: list[tuple[int, int]], winners: list[int], won: tuple[int, int],
        jodhi: dict[int, tuple[int, int]],
    ) -> None:  # fmt: skip
        """A trick is whole: go on, or judge the hand if it was the last."""
        facts = self.facts
        facts.winners, facts.lost_at, facts.lost_to = winners, None, None
        winner = trick_winner(facts, trick, sum(bit for _, bit in trick))
        assert winner is not None  # trump is known
        facts.winners = winners = [*winners, winner]
        lost_by(facts, winner)
        took = sum(bit for _, bit in trick)
        won = (won[0], won[1] | took) if winner & 1 else (won[0] | took, won[1])
        if at < self.end and facts.lost_at is None:
            self._trick(at, hands, [], winners, won, jodhi)
            return
        facts.points = (pack.points(won[0]), pack.points(won[1]))
        jodhis = tuple(dict.fromkeys(self._jodhi(jodhi)))
        ends = (tuple(winners), facts.points, facts.counting_has_trump, trick[0][0], jodhis)
        if ends not in self.judged:
            self.judged.add(ends)
            self._judge(trick[0][0], jodhis)

    def _could_call(self, at: int, hands: Hands, winners: list[int]) -> dict[int, tuple[int, int]]:
        """The good jodhi that could be called here, in suits that are free: suit → side and worth."""
        facts = self.facts
        facts.winners = winners
        held = hands if facts.profile.jodhi_holding == "in_hand" else self.script.halves[self.script.half_at(at)]
        could = {}
        for seat in range(self.players):
            if facts.declaration is None and timely(facts, seat, at):
                for suit, jack in product(self.free, (False, True)):
                    wanted = pack.JODHI[suit, jack]
                    if wanted & held[seat] == wanted:
                        could[suit] = (seat & 1, true_value(suit, jack, facts.trump) or 0)
        return could

    def _judge(self, first: int, jodhis: tuple[tuple[int, int], ...]) -> None:
        """What a play can be worth, with all that may be said beside it."""
        facts = self.facts
        wins = sum(winner & 1 for winner in facts.winners)
        facts.tricks = (len(facts.winners) - wins, wins)
        facts.played = len(facts.winners) * self.players
        facts.complete = facts.played == self.end
        facts.last_seat, facts.last_side = facts.winners[-1], facts.winners[-1] & 1
        for facts.jodhi in jodhis:
            self._add()
            if facts.declaration is None and self.players != 2:
                self._specials(first)

    def _jodhi(self, could: dict[int, tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """What the jodhi may come to: as they stand, as well for a side as can be, and as badly.

        What is asked of them is how many one side has above the other's, and whether it has any: no more is needed. A
        wrong one that stands as spoken may be of any value (TH-MURR-3).
        """
        yield self.base
        gain = [0, 0]
        if self.facts.profile.unanswered_jodhi == "stands":
            gain = [len(self.free) * MOST_VALUE] * 2
        for side, worth in could.values():
            gain[side] += worth
        yield self.base[0] + gain[0], self.base[1] - self.forfeit[1]
        yield self.base[0] - self.forfeit[0], self.base[1] + gain[1]

    def _specials(self, first: int) -> None:
        """A double or a khanuck that nobody has called yet."""
        facts, (double, khanuck) = self.facts, self.called
        if khanuck is not None:
            return
        for seat in range(self.players):
            for in_time in self._khanuck_moments(seat, first):
                facts.khanuck = SpecialCall(seat, in_time)
                self._add()
        facts.khanuck = None
        if double is not None:
            return
        for seat in range(self.players):
            if facts.profile.cornerhouse_double == "allowed" or not cornerhouse_applies(facts, seat):
                for in_time in (False, True) if self._may_double(seat, first) else (False,):
                    facts.double = SpecialCall(seat, in_time)
                    self._add()
        facts.double = None

    def _khanuck_moments(self, seat: int, first: int) -> Iterator[bool]:
        """Whether a khanuck of that seat can come in time, and whether it can come at a wrong time (TH-KHAN-1)."""
        on_turn = self.facts.profile.khanuck_timing == "own_turn"
        if on_turn or self.now < self.last:
            yield False
        if not on_turn or self._may_be_due(seat, first):
            yield True

    def _may_double(self, seat: int, first: int) -> bool:
        """Whether a double of that seat can come in time (TH-DBL-1); at a wrong time one of each side can."""
        rule = self.facts.profile.double_caller
        if rule == "own_turn":
            return self._may_be_due(seat, first)
        leader = self.facts.winners[-2]
        if seat == leader:
            return not self.out
        return rule == "leader_or_partner" and (seat ^ leader) & 1 == 0 and seat not in self.out

    def _may_be_due(self, seat: int, first: int) -> bool:
        """Whether it can become that seat's turn in the last trick, if `first` plays the first card of it."""
        if seat in self.out:
            return False
        return bool(self.out) or seat != first or seat == self.facts.winners[-2]

    def _add(self) -> None:
        self.found.add(as_result(in_order(self.facts, SILENT)))


def _worth(claims: list[Claim], side: int) -> int:
    return sum(claim.points for claim in claims if claim.seat & 1 == side)
