"""The moments of a hand of Thunee (see `engine.replay`), told by the judgement of the whole hand.

Whether another card would have been allowed is asked of `play.judge_card`, whether a call would be in time of the
functions that judge calls; the jodhi so far are those of `Jodhis`, gone through once more, event by event.
"""

from copy import copy

from ..record import Event, HandRecord, Mark
from ..replay import Moment, Tally, Window
from ..rulebook import SILENT
from ..table import Table
from . import count, pack
from .claims import AFTER_LAST_CARD, double_timely, khanuck_timely, to_play
from .declarations import is_played
from .facts import Hand, Infraction
from .jodhi import Jodhis, timely
from .judge import judge
from .play import judge_card

SPECIALS = ("double", "khanuck")


def moments(record: HandRecord, last: bool = False) -> list[Moment]:
    """Every moment of the hand, or the last alone."""
    return _Table(judge(record)[0]).moments(last)


class _Table(Table):
    """`so_far` are the facts of the hand up to now."""

    def __init__(self, facts: Hand) -> None:
        self.facts, self.script = facts, facts.record.transcript
        super().__init__(self.script.halves[0], pack.TEXT_OF, facts.winners, facts)
        self.holder = (facts.record.dealer + 1) % facts.players
        self.calling = True
        self.answerable: int | None = None  # the seat whose jodhi may be answered by murrials now
        self.so_far = copy(facts)
        self.so_far.infractions, self.so_far.unsure = (), ()
        self.so_far.jodhi, self.so_far.double, self.so_far.khanuck = (0, 0), None, None
        self.jodhis = Jodhis(self.so_far, SILENT)
        last = [n for n, event in enumerate(facts.record.events or ()) if not (event.type == "accuse" and event.late)]
        self.last_place = last[-1] if last else -1
        self.place = -1

    def happens(self, place: int, event: Event) -> bool:
        self.place = place
        self.allowed = None
        possible = self.is_possible(place)
        if event.type == "play":
            return possible and self._card(event)
        self._speak(Mark(self.played, place, event))
        return possible

    def _card(self, event: Event) -> bool:
        facts, number, bit = self.facts, self.played, pack.BIT[event.card]
        understood = number < facts.played
        if not understood and not facts.stuck:
            return False
        if len(self.trick) == facts.players:
            self.trick = []
        if understood and self.tells:
            self.allowed = tuple(card for card in pack.cards_of(self.remaining[event.seat]) if self._may(event, card))
        self.lay(event.seat, bit)
        if self.played == facts.size.half * facts.players and len(self.script.halves) > 1:
            self.remaining = list(self.script.halves[1])  # the second half is dealt (TH2-1)
        self.calling, self.answerable = False, None
        return True

    def _may(self, event: Event, card: str) -> bool:
        """Whether the player of this event might have played that card, by the judgement of play itself."""
        probe = self.so_far
        probe.infractions, probe.unsure = (), ()
        leader = self._leader(self.played)
        assert leader is not None
        judge_card(probe, self.played, event.seat, pack.BIT[card], self.trick, leader, self.remaining)
        return not probe.infractions

    def _leader(self, played: int) -> int | None:
        """Who leads the trick that the card after `played` cards belongs to."""
        done = played // self.facts.players
        if not done:
            return self.facts.leader
        return self.facts.winners[done - 1] if done <= len(self.facts.winners) else None

    def _speak(self, mark: Mark) -> None:
        event = mark.event
        bad = not self.is_allowed(mark.place)
        if event.type == "call" and not bad:
            self.holder = event.seat
        elif event.type in ("trump", "declare") and not bad:
            self.calling = False
        elif event.type in SPECIALS and not bad:
            self.jodhis.special_called = mark.place
            self.answerable = None
            setattr(self.so_far, event.type, getattr(self.facts, event.type))
        elif event.type == "jodhi" and self.facts.declaration is None:
            self.jodhis.call(*mark)
            self.answerable = event.seat
        elif event.type == "murrials":
            self.jodhis.murrials(mark)
            self.answerable = None

    def is_card(self, infraction: Infraction, event: Event) -> bool:
        return event.type == "play" and infraction.play == self.played - 1 and infraction.card == pack.BIT[event.card]

    @property
    def _over(self) -> bool:
        """Whether the hand is over: by its cards, by the trick that lost it, or by what was said."""
        facts = self.facts
        if facts.ending is not None and self.place >= self.last_place:
            return True
        return self.played >= facts.length or (facts.lost_at is not None and self.played >= facts.lost_at)

    def moment(self, place: int | None, event: Event | None) -> Moment:
        known = self._leader(self.played) is not None
        over = self._over or not known or self.played > self.facts.played
        hands, whole = map(pack.cards_of, self.remaining), self.script.wholes[self.script.half_at(self.played)]
        due = None if over else to_play(self.facts, self.played)
        return self.at(place, event, hands, whole, due, self._windows(), self._tally())

    def _windows(self) -> list[Window]:
        facts = self.facts
        seats = range(facts.players)
        if facts.ending is not None and self.place >= self.last_place:
            return []
        open_now = []
        if self.calling and not self.played:
            open_now.append(Window("call", tuple(seat for seat in seats if (seat ^ self.holder) & 1)))
        if not self.played and facts.declaration is None:
            kinds = [kind for kind in ("thunee", "royals") if is_played(kind, facts.profile, facts.players)]
            open_now += [Window(kind, tuple(seats)) for kind in kinds]
        if facts.declaration is None and self.played:
            open_now += self._calls_of_the_play()
        if self.played:
            open_now.append(Window("accuse", tuple(seats)))
        return open_now if not self._over else [window for window in open_now if window.call in AFTER_LAST_CARD]

    def _calls_of_the_play(self) -> list[Window]:
        facts, at = self.facts, self.played
        seats = range(facts.players)
        windows = {"jodhi": [seat for seat in seats if at < facts.length and timely(facts, seat, at)]}
        if self.answerable is not None and facts.profile.murrials == "on":
            windows["murrials"] = [seat for seat in seats if (seat ^ self.answerable) & 1]
        if facts.players != 2 and at <= facts.played:
            if self.so_far.double is None:
                windows["double"] = [seat for seat in seats if double_timely(facts, seat, at)]
            if self.so_far.khanuck is None:
                windows["khanuck"] = [seat for seat in seats if khanuck_timely(facts, seat, at)]
        return [Window(call, tuple(seats)) for call, seats in windows.items() if seats]

    def _tally(self) -> Tally:
        facts, so_far = self.facts, self.so_far
        done = min(self.played // facts.players, len(facts.winners))
        won = [0, 0]
        for number, winner in enumerate(facts.winners[:done]):
            for bit in self.script.bits[number * facts.players : (number + 1) * facts.players]:
                won[winner & 1] |= bit
        wins = sum(winner & 1 for winner in facts.winners[:done])
        so_far.points = (pack.points(won[0]), pack.points(won[1]))
        so_far.jodhi = (
            sum(claim.points for claim in so_far.claims if not claim.seat & 1),
            sum(claim.points for claim in so_far.claims if claim.seat & 1),
        )
        counts = facts.declaration is None and facts.trumping is not None
        return Tally(
            so_far.points, (done - wins, wins), so_far.jodhi, facts.counting if counts else None,
            self._total() if counts else None, facts.profile.target_count,
        )  # fmt: skip

    def _total(self) -> int:
        """The count so far: as at the end of the hand, but the ten of the last trick only once that is won."""
        complete = self.facts.complete and self.played >= self.facts.length
        self.so_far.last_side = self.facts.last_side if complete else None
        return count.total(self.so_far) - (0 if complete else count.last_trick_points(self.so_far))
