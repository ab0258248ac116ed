"""The facts of one hand, filled in step by step; what nobody wrote down stays None. What it is worth is not here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ..profiles import Profile
    from ..record import HandRecord, Mark
    from ..rulebook import Rule
    from ..shapes import Claim as ShownClaim
    from ..shapes import Count, Discrepancy
    from .sizes import Size


class SpecialCall(NamedTuple):
    """A double or a khanuck: who called, and whether it was at an allowed moment."""

    seat: int
    timely: bool


class Declaration(NamedTuple):
    """A thunee, royals, blind thunee or blind royals that is played."""

    seat: int
    kind: str
    suit: int | None


class Verdict(NamedTuple):
    """What a hand is worth: `winner` is the side that opens `balls`, `rule` the rule that says so."""

    status: str
    kind: str | None
    detail: str | None = None
    winner: int | None = None
    balls: int = 0
    seat: int | None = None
    rule: "Rule | None" = None
    reasons: tuple[tuple[str, str], ...] = ()


class Claim:
    """A jodhi as called, and what became of it; `index` is its place among the events (or in the tally)."""

    __slots__ = (
        "barred", "good", "held", "index", "jack", "murrials", "points", "seat", "suit", "timely", "true_value",
        "value",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        seat: int,
        suit: int | None,
        jack: bool | None,
        value: int,
        true_value: int | None,
        timely: bool | None,
        held: bool | None,
    ) -> None:
        self.index, self.seat, self.suit, self.jack = index, seat, suit, jack
        self.value, self.true_value = value, true_value
        self.timely, self.held = timely, held
        self.barred = self.good = False
        self.murrials: str | None = None
        self.points = 0


class Infraction:
    """Something done against the rules: `card` is a bit or None, `play` how many cards were played before it.

    `place` is the event's among the events, for what was said; a card has its place in the transcript.
    """

    __slots__ = ("accused", "card", "enforced", "offence", "place", "play", "rule", "seat", "trick")

    def __init__(
        self,
        offence: str,
        seat: int,
        rule: "Rule",
        play: int,
        trick: int | None = None,
        card: int | None = None,
        place: int | None = None,
    ) -> None:
        self.offence, self.seat, self.rule, self.play, self.trick, self.card = offence, seat, rule, play, trick, card
        self.place = place
        self.accused = False
        self.enforced = False


class Shown:
    """What a ruling shows of a hand that is decided though something is missing: what is so in every case.

    Count and claims as the ruling has them; None in them is what nobody can tell.
    """

    def __init__(self, count: "Count | None", claims: "list[ShownClaim]") -> None:
        self.count, self.claims = count, claims

    def agree(self, count: "Count | None", claims: "list[ShownClaim]") -> None:
        """Leave out what is otherwise in another case."""
        if self.count is not None:
            _agree(self.count, count or {})
        for mine, theirs in zip(self.claims, claims, strict=True):
            rules = [rule for rule in mine["rules"] if rule in theirs["rules"]]
            _agree(mine, theirs)
            mine["rules"] = rules


def _agree(mine: Any, theirs: Any) -> None:
    for key, value in theirs.items():
        if mine[key] != value:
            mine[key] = None


class Hand:
    """The facts of one hand. Sides are 0 (A) and 1 (B); pairs such as `points` are by side; cards are bits."""

    __slots__ = (
        "blind",
        "call",
        "claims",
        "complete",
        "counting_has_trump",
        "declaration",
        "differences",
        "double",
        "doubts",
        "ending",
        "faults",
        "held_by_both",
        "infractions",
        "jodhi",
        "khanuck",
        "last_seat",
        "last_side",
        "leader",
        "lost_at",
        "lost_to",
        "played",
        "players",
        "points",
        "possible",
        "profile",
        "record",
        "royal",
        "shown",

        "stuck",
        "tricks",
        "trump",
        "trumper",
        "trumping",
        "trusted",
        "unnoticed",
        "unsure",
        "winners",
    )  # fmt: skip

    def __init__(self, record: "HandRecord", profile: "Profile") -> None:
        self.record = record
        self.profile = profile
        self.players = record.players
        self.declaration: Declaration | None = None
        self.trumper: int | None = None
        self.trumping: int | None = None
        self.trump: int | None = None
        self.leader: int | None = None
        self.points: tuple[int, int] | None = None
        self.tricks: tuple[int, int] | None = None
        self.last_seat: int | None = None
        self.last_side: int | None = None
        self.lost_to: int | None = None
        self.lost_at: int | None = None
        self.counting_has_trump: bool | None = None
        self.double: SpecialCall | None = None
        self.khanuck: SpecialCall | None = None
        self.ending: Verdict | None = None
        self.call = self.played = 0
        self.blind = self.held_by_both = self.stuck = self.complete = self.royal = False
        self.unnoticed = True
        self.jodhi = (0, 0)
        self.winners: Sequence[int] = ()
        self.claims: Sequence[Claim] = ()
        self.infractions: tuple[Infraction, ...] = ()
        self.faults: tuple[tuple[str, str], ...] = ()
        self.differences: tuple[Discrepancy, ...] = ()
        self.trusted: tuple[str, ...] = ()
        self.unsure: tuple[tuple[int, int], ...] = ()
        self.doubts: tuple[Mark, ...] = ()
        self.possible: tuple[Verdict, ...] = ()
        self.shown: Shown | None = None

    def wrong(self, path: str, message: str) -> None:
        """Note that the record cannot have happened."""
        self.faults += ((path, message),)

    def offend(self, infraction: Infraction) -> None:
        """Note something done against the rules."""
        self.infractions += (infraction,)

    def differ(self, field: str, claimed: Any, found: Any, rule: "Rule") -> None:
        """Note a difference between what was written and what was found."""
        self.differences += ({"field": field, "claimed": claimed, "found": found, "rule": rule.id},)

    def trust(self, *paths: str) -> None:
        """Note what was taken on trust."""
        self.trusted += paths

    def doubt(self, mark: "Mark") -> None:
        """Note an accusation that the record does not settle."""
        self.doubts += (mark,)

    @property
    def size(self) -> "Size":
        """Tricks and packets for this number of players."""
        size: Size = self.record.transcript.size
        return size

    @property
    def length(self) -> int:
        """How many cards are played: 24; in a declared hand of two players, the first half's (TH2-4)."""
        return 24 if self.declaration is None else self.size.half * self.players

    @property
    def balls(self) -> tuple[int, int]:
        """The score before the hand."""
        return self.record.before.pair

    @property
    def counting(self) -> int | None:
        """The counting side: the trumping side's opponents; of a declared hand, the caller's."""
        return None if self.trumping is None else 1 - self.trumping
