"""The facts of one hand, filled in step by step; what nobody wrote down stays None. What it is worth is not here."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.profiles import Profile
    from engine.record import HandRecord
    from engine.rulebook import Rule


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
    """A jodhi as called, and what became of it."""

    true_value: int | None = None
    timely: bool | None = None
    held: bool | None = None
    barred = False
    good = False
    murrials: str | None = None
    points = 0

    def __init__(self, seat: int, suit: int | None, jack: bool | None, value: int, index: int) -> None:
        self.seat, self.suit, self.jack, self.value, self.index = seat, suit, jack, value, index


class Infraction:
    """Something done against the rules: `card` is a bit or None, `play` how many cards were played before it."""

    __slots__ = ("accused", "card", "enforced", "offence", "play", "rule", "seat", "trick")

    def __init__(
        self, offence: str, seat: int, rule: "Rule", play: int, trick: int | None = None, card: int | None = None
    ) -> None:
        self.offence, self.seat, self.rule, self.play, self.trick, self.card = offence, seat, rule, play, trick, card
        self.accused = False
        self.enforced = False


class Hand:
    """The facts of one hand. Sides are 0 (A) and 1 (B); pairs such as `points` are by side; cards are bits."""

    declaration: Declaration | None = None
    trumper: int | None = None
    trumping: int | None = None
    trump: int | None = None
    call = 0
    blind = False
    held_by_both = False
    leader: int | None = None
    played = 0
    winners: list[int]
    points: tuple[int, int] | None = None
    tricks: tuple[int, int] | None = None
    last_seat: int | None = None
    last_side: int | None = None
    lost_to: int | None = None
    lost_at: int | None = None
    stuck = False
    complete = False
    counting_has_trump: bool | None = None
    unnoticed = True
    royal = False
    double: SpecialCall | None = None
    khanuck: SpecialCall | None = None
    ending: Verdict | None = None
    jodhi: tuple[int, int] = (0, 0)
    unsure: dict[tuple[int, int], str]
    possible: list["Verdict"]

    def __init__(self, record: "HandRecord", profile: "Profile") -> None:
        self.record = record
        self.profile = profile
        self.players = record.players
        self.balls: tuple[int, int] = record.before.pair
        self.winners = []
        self.claims: list[Claim] = []
        self.infractions: list[Infraction] = []
        self.faults: list[tuple[str, str]] = []
        self.notes: list[dict[str, Any]] = []
        self.trusted: list[str] = []
        self.unsure = {}
        self.doubts: list[Any] = []
        self.possible = []

    @property
    def counting(self) -> int | None:
        """The counting side: the trumping side's opponents; of a declared hand, the caller's."""
        return None if self.trumping is None else 1 - self.trumping
