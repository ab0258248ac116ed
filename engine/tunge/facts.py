"""The facts of one hand of Tunge, filled in turn by turn: hands, piles, whose turn it is, who owes a pick-up."""

from typing import TYPE_CHECKING, Any, TypedDict

from ..scored import Infraction
from .sequences import Ranks

if TYPE_CHECKING:
    from ..record import HandRecord
    from ..rulebook import Rule
    from ..shapes import Discrepancy

DEALT = 12
PACK = 52


class Tally(TypedDict, total=False):
    """The cards left by seat: none for whoever played out, None where nobody wrote them down."""

    left: list[list[str] | None] | None


class Held:
    """What is known of a player's hand: the cards, and how many more nobody wrote down."""

    __slots__ = ("cards", "unknown")

    def __init__(self, cards: list[str] | None) -> None:
        self.cards = cards or []
        self.unknown = 0 if cards else DEALT

    @property
    def size(self) -> int:
        return len(self.cards) + self.unknown

    def take(self, card: str | None) -> None:
        """Take up a card (None: nobody knows which)."""
        if card is None:
            self.unknown += 1
        else:
            self.cards.append(card)

    def lay(self, card: str) -> bool:
        """Lay a card down; False, and nothing changed, if it cannot have been held."""
        if card in self.cards:
            self.cards.remove(card)
        elif self.unknown:
            self.unknown -= 1
        else:
            return False
        return True


class PickUp:
    """A forced pick-up: who owes how many cards (None: nobody can tell), and how many were taken so far."""

    __slots__ = ("owed", "seat", "taken", "written")

    def __init__(self, seat: int, owed: int | None) -> None:
        self.seat, self.owed = seat, owed
        self.taken = 0
        self.written = False


class Hand:
    """The facts of one hand: `stock` is how many cards lie face down, `pile` the discard pile (None: unknown)."""

    by_side = False
    __slots__ = (
        "differences", "due", "faults", "hands", "infractions", "last", "left", "out", "pick_up", "pile", "players",
        "profile", "record", "stock", "trusted",
    )  # fmt: skip

    def __init__(self, record: "HandRecord") -> None:
        self.record = record
        self.profile = record.profile
        self.players = record.players
        deal: list[Any] = record.deal or [None] * record.players
        self.hands = [Held(hand[0].split() if hand else None) for hand in deal]
        rest = PACK - DEALT * record.players
        face_up = self.profile.end_game_variant == "on"
        self.stock = 0 if face_up else rest
        self.pile: list[str | None] = [None] * rest if face_up else []
        self.last: Ranks = ()
        self.due: int | None = None  # the source leaves open who begins
        self.pick_up: PickUp | None = None
        self.out: int | None = None
        self.left: list[list[str] | None] | None = None
        self.infractions: list[Infraction] = []
        self.faults: list[tuple[str, str]] = []
        self.differences: list[Discrepancy] = []
        self.trusted: list[str] = []

    def wrong(self, path: str, message: str) -> None:
        """Note that the record cannot have happened."""
        self.faults.append((path, message))

    def offend(self, offence: str, seat: int, rule: "Rule", place: int, right: int | None = None) -> None:
        """Note something done against the rules, at a place among the events."""
        self.infractions.append(Infraction(offence, seat, rule, place, right=right))

    def lies_open(self, card: str) -> bool:
        """Whether a card lies in the discard pile, as far as is known."""
        return card in self.pile

    def holder(self, card: str) -> int | None:
        """The seat known to hold a card."""
        return next((seat for seat, held in enumerate(self.hands) if card in held.cards), None)
