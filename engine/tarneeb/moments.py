"""The moments of a hand of the Tarneeb family (see `engine.replay`), told by the judgement of the whole hand.

Who may speak is asked of the same `Auction` that judges the bidding; the cards are those of the play that was judged.
"""

from ..events import Event
from ..record import HandRecord
from ..replay import Moment, Tally, Window
from ..scored import Infraction
from ..table import Table
from .bidding import Auction, rank_of
from .facts import SEATS, Hand, Sides
from .judge import judge


def moments(record: HandRecord, last: bool = False) -> list[Moment]:
    """Every moment of the hand, or the last alone."""
    return _Table(judge(record)[0]).moments(last)


class _Table(Table):
    def __init__(self, facts: Hand) -> None:
        winners = facts.play.winners if facts.play is not None else []
        super().__init__(facts.script.dealt, facts.script.pack.text, winners, facts)
        self.facts, self.script, self.play = facts, facts.script, facts.play
        style = facts.style
        mode = style.auction(facts.profile) if isinstance(style, Sides) else "one_round"
        self.auction = Auction(facts.record.dealer, mode)
        self.bids: list[int | None] = [None] * SEATS
        self.bidding = True
        self.ended = False

    def happens(self, place: int, event: Event) -> bool:
        self.allowed = None
        if event.type == "play":
            return self._card(event)
        if self.is_allowed(place):
            self._speak(event)
        self.ended = self.facts.ended_at == place
        return self.is_possible(place)

    def _card(self, event: Event) -> bool:
        if self.play is None or self.played >= self.play.played or event.seat is None:
            return False
        bit = self.script.pack.bit[event.card or ""]
        if len(self.trick) == SEATS:
            self.trick = []
        if self.tells and len(self.play.winners) >= self.played // SEATS:
            self.allowed = tuple(self.script.pack.cards(self._legal(event.seat)))
        self.lay(event.seat, bit)
        self.bidding = False
        return True

    def _legal(self, seat: int) -> int:
        """The cards a seat may play now, of those it is known to hold; none out of turn."""
        held = self.remaining[seat]
        if seat != self._due():
            return 0
        led = self.script.pack.led[self.trick[0][1]] if self.trick else 0
        return held & led or held

    def _speak(self, event: Event) -> None:
        """What was said, as the bidding took it."""
        seat = event.seat
        if event.type == "trump":
            self.bidding = False
        elif event.type == "bid" and seat is not None:
            self.bids[seat] = event.tricks
            self.auction.bid(seat, event.tricks or 0, rank_of(event))
        elif event.type == "double" and seat is not None:
            self.auction.double(seat)
        elif event.type == "pass":
            self.auction.passes(seat)

    def is_card(self, infraction: Infraction, event: Event) -> bool:
        return event.type == "play" and infraction.card == event.card and infraction.number == self.played - 1

    def moment(self, place: int | None, event: Event | None) -> Moment:
        windows = self._windows()
        due = None if any(window.call != "trump" or not self._led for window in windows) else self._due()
        hands = map(self.script.pack.cards, self.remaining)
        return self.at(place, event, hands, self.script.whole, due, windows, self._tally())

    @property
    def _led(self) -> bool:
        """Whether the first card makes trump, so that nobody has to name it (TAR-BID-3)."""
        profile = self.facts.profile
        return profile.game == "tarneeb" and bool(profile.trump_by == "first_lead")

    def _due(self) -> int | None:
        """Whose turn it is to play; None where nobody knows, and after the last card."""
        play, done = self.play, self.played // SEATS
        if play is None or self.ended or self.played >= self.script.cards_in_play or done > len(play.winners):
            return None
        leader = play.winners[done - 1] if done else self._first_leader()
        if leader is None:
            return None
        gone = {seat for seat, _ in self.trick} if len(self.trick) < SEATS else set()
        return next(seat for seat in ((leader + step) % SEATS for step in range(SEATS)) if seat not in gone)

    def _first_leader(self) -> int | None:
        if isinstance(self.facts.style, Sides):
            return self.facts.declarer
        return (self.facts.record.dealer + 1) % SEATS

    def _windows(self) -> list[Window]:
        """Who may bid, double or name trump now."""
        if not self.bidding or self.ended:
            return []
        if not isinstance(self.facts.style, Sides):
            order = [(self.facts.record.dealer + step) % SEATS for step in range(1, SEATS + 1)]
            waiting = [seat for seat in order if self.bids[seat] is None]
            return [Window("bid", (waiting[0],))] if waiting else []
        auction, style = self.auction, self.facts.style
        if auction.over:
            names = auction.holder is not None and not style.named_suit
            return [Window("trump", (auction.holder,))] if names and auction.holder is not None else []
        windows = [Window("bid", (auction.due,))]
        may_double = style.named_suit and auction.holder is not None and not auction.doubled
        if may_double and (auction.due ^ (auction.holder or 0)) & 1:
            windows.append(Window("double", (auction.due,)))
        return windows

    def _tally(self) -> Tally:
        """Tricks so far; of the side that declared they are held against its bid."""
        facts = self.facts
        winners = self.winners[: self.played // SEATS]
        seats = tuple(winners.count(seat) for seat in range(SEATS))
        sides = (seats[0] + seats[2], seats[1] + seats[3])
        if not facts.by_side:
            bids = tuple(self.bids) if self.bidding else tuple(facts.bids)
            return Tally(None, sides, (0, 0), None, None, None, seats, bids)
        known = not self.bidding and facts.declarer is not None and facts.bid is not None
        counting = facts.declarer & 1 if known and facts.declarer is not None else None
        total = None if counting is None else sides[counting]
        return Tally(None, sides, (0, 0), counting, total, facts.bid if known else None)
