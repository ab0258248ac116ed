"""The facts of one hand of the Tarneeb family; what nobody wrote down stays None. What it is worth is not here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ..scored import Infraction
from ..scores import totals_before
from ..tricks import Play, Script

if TYPE_CHECKING:
    from ..events import Mark
    from ..profiles import Profile
    from ..record import HandRecord
    from ..rulebook import Line, Rule, Trace
    from ..scored import Verdict
    from ..shapes import Discrepancy

SEATS = 4
TRICKS = 13
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs", "no trump")
SUIT_LETTERS = ("s", "h", "d", "c", "nt")


class Tally(TypedDict, total=False):
    """A tally that was read. Who plays alone has `bids`, two sides the rest; `tricks` are by seat or by side."""

    declarer: int | None
    bid: int | None
    trump: str | None
    doubled: bool | None
    bids: list[int | None] | None
    tricks: Any


class Contract(NamedTuple):
    """Who declares, how many tricks were bid, and whether an opponent doubled."""

    seat: int
    bid: int
    doubled: bool = False

    @property
    def side(self) -> int:
        return self.seat & 1


class Standing(NamedTuple):
    """Where a game stands: the points that win it now, and the side that has won it, if any."""

    target: int
    winner: int | None = None


class Sides(NamedTuple):
    """A game of two sides: one declares a number of tricks with trump of its own, both keep a score.

    `auction` is how its bidding goes round, by the profile; `worth` what a contract was worth; `lead` and `end` are the
    rules about the lead and about the end of the game.
    """

    auction: "Callable[[Profile], str]"
    worth: "Callable[[Contract, tuple[int, int], Hand, Trace], Verdict]"
    lead: "Rule"
    end: "Rule"
    bid_left_out: "Line"
    bid_stands: "Line"
    named_suit: bool

    @property
    def by_side(self) -> bool:
        """Partners score together."""
        return True


class Solo(NamedTuple):
    """A game in which each player bids and scores alone, though partners win together.

    `chart` has the points for each bid, `least` the lowest bid at a score, `needed` the least sum of the four bids at
    the scores of all; `all_wins`: all thirteen tricks win the game, and thirteen bid and missed lose it. `tie` says who
    wins when players of both sides are at 41 (None: nobody yet), given the totals before and after.
    """

    chart: dict[int, int]
    least: Callable[[int], int]
    needed: Callable[[tuple[int, ...]], int]
    all_wins: bool
    tie: "Callable[[tuple[int, ...], tuple[int, ...], Profile], Standing]"
    lead: "Rule"
    end: "Rule"
    bid_left_out: "Line"
    enough: "Line"
    too_few: "Line"
    took: "Line"
    missed: "Line"

    @property
    def by_side(self) -> bool:
        """Each scores alone."""
        return False


class Hand:
    """The facts of one hand. Cards are bits, suits numbers; `tricks` are by seat (in a tally of two sides, by side)."""

    __slots__ = (
        "bid", "bids", "by_side", "declarer", "differences", "doubled", "end", "ended_at", "faults", "infractions",
        "open", "play", "profile", "record", "script", "slow", "style", "tricks", "trump", "trusted",
    )  # fmt: skip

    def __init__(self, record: "HandRecord", style: Sides | Solo) -> None:
        self.record = record
        self.profile = record.profile
        self.style = style
        self.by_side = style.by_side
        self.script: Script = record.transcript
        self.declarer: int | None = None
        self.bid: int | None = None
        self.doubled = False
        self.open = True  # whether more bids could follow what is written down
        self.bids: list[int | None] = [None] * SEATS
        self.slow = [0] * SEATS
        self.trump: int | None = None
        self.play: Play | None = None
        self.tricks: tuple[int, ...] | None = None
        self.ended_at: int | None = None  # the event that ended the hand before a card was played
        self.infractions: list[Infraction] = []
        self.faults: list[tuple[str, str]] = []
        self.differences: list[Discrepancy] = []
        self.trusted: list[str] = []

    @property
    def before(self) -> tuple[int, ...]:
        """The totals before the hand."""
        return totals_before(self.record)

    @property
    def reneged(self) -> tuple[bool, ...]:
        """Which seats were slow twice, where that counts (FH-PACE-1)."""
        counts = not self.by_side and self.profile.pace == "on"
        return tuple(counts and times > 1 for times in self.slow)

    def wrong(self, path: str, message: str) -> None:
        """Note that the record cannot have happened."""
        self.faults.append((path, message))

    def offend(self, offence: str, seat: int, rule: "Rule", mark: "Mark | None" = None) -> None:
        """Note something said against the rules, and where (None: on a sheet)."""
        at, place = (0, None) if mark is None else (mark.at, mark.place)
        self.infractions.append(Infraction(offence, seat, rule, at, place=place))


def sides_of(tricks: tuple[int, ...]) -> tuple[int, int]:
    """Tricks by seat as tricks by side."""
    return tricks[0] + tricks[2], tricks[1] + tricks[3]
