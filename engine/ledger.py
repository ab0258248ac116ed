"""The ledger of a game: consecutive hands, each judged at the score the hands before it left.

What a score is, who deals next and which rules say so, the game itself knows.
"""

from collections.abc import Iterable
from copy import copy
from typing import Any

from . import games, shapes
from .faults import RecordError
from .record import HandRecord, read
from .ruling import Ruling, adjudicate

FORMAT = "game-ledger/1"


class GameLedger:
    """`hands` (a Ruling each, or `{"status": "invalid", "errors"}`), `after`, `winner` and `problems`, from 1."""

    def __init__(self) -> None:
        self.hands: list[Ruling | shapes.Ruling] = []
        self.after: shapes.State | None = None
        self.problems: list[shapes.Problem] = []

    format = FORMAT

    @property
    def winner(self) -> Any:
        """The side that won the game (where nobody has a partner, the list of seats), or None while it lasts."""
        return self.after["game_winner"] if self.after else None

    def to_dict(self) -> shapes.Ledger:
        """The ledger as JSON."""
        return {
            "format": FORMAT,
            "hands": [hand.to_dict() if isinstance(hand, Ruling) else hand for hand in self.hands],
            "after": self.after,
            "winner": self.winner,
            "problems": self.problems,
        }


def adjudicate_game(records: Iterable[Any], default_rules: Any = None, *, ended: bool = False) -> GameLedger:
    """Judge the hands of one game in order. `ended`: a game without an end of its own is over after the last of them.

    The score before every hand is computed, not believed: a record that states another one is a problem, named and not
    followed. An undecidable or invalid hand adds nothing and is a problem, and so is a hand after the game was won.
    """
    ledger = _Game(default_rules)
    for number, given in enumerate(records, 1):
        ledger.add(number, given)
    if ended:
        ledger.end()
    return ledger.ledger


class _Game:
    def __init__(self, default_rules: Any) -> None:
        self.default_rules = default_rules
        self.ledger = GameLedger()
        self.table: tuple[str, int] | None = None
        self.fingerprint: str | None = None
        self.dealer: int | None = None

    def add(self, number: int, given: Any) -> None:
        try:
            record, stated = _read_hand(given, self.default_rules)
        except RecordError as wrong:
            self.ledger.hands.append({"status": "invalid", "errors": wrong.errors})
            self.problem(number, f"is no valid record: {RecordError(wrong.errors[:3])}")
            self.dealer = None
            return
        if self.ledger.after is None:
            self.table = (record.game, record.players)
            self.ledger.after = record.module.start(record.profile, record.players)
        if self.table != (record.game, record.players):
            self.ledger.hands.append(adjudicate(record))
            self.problem(number, "is a hand of another game, or of another number of players, and adds nothing")
            return
        self._check(number, record, stated)
        record.module.set_before(record, self.ledger.after)
        ruling = adjudicate(record)
        self.ledger.hands.append(ruling)
        self._take(number, ruling)

    def _check(self, number: int, record: HandRecord, stated: shapes.Score | None) -> None:
        after = self.ledger.after
        assert after is not None
        if self.fingerprint not in (None, record.profile.fingerprint):
            self.problem(number, "is played under other rules than the hands before it")
        self.fingerprint = self.fingerprint or record.profile.fingerprint
        for message in record.module.misstated(stated, after) if stated is not None else ():
            self.problem(number, message)
        rule = record.module.CITED[record.game].dealer
        if rule and self.dealer is not None and record.dealer != self.dealer and not after["game_over"]:
            self.problem(number, f"dealer should be {self.dealer} ({rule})")

    def _take(self, number: int, ruling: Ruling) -> None:
        after = self.ledger.after
        assert after is not None
        if after["game_over"]:
            rule = games.load(ruling.game).CITED[ruling.game].end
            self.problem(number, f"comes after side {after['game_winner']} had won the game ({rule})")
        elif ruling.status in ("undecidable", "invalid"):
            faults = ruling.reasons or ruling.errors
            self.problem(number, f"is {ruling.status} and adds nothing: {faults[0]['path']}: {faults[0]['message']}")
            self.dealer = None
        else:
            self.ledger.after = ruling.after
            self.dealer = ruling.after["next_dealer"]

    def end(self) -> None:
        """End a game that has no end of its own: whoever stands best by now has won it."""
        after = self.ledger.after
        if self.table is not None and after is not None and not after["game_over"]:
            self.ledger.after = games.load(self.table[0]).ended(after) or after

    def problem(self, hand: int, message: str) -> None:
        self.ledger.problems.append({"hand": hand, "message": message})


def _read_hand(given: Any, default_rules: Any) -> tuple[HandRecord, shapes.Score | None]:
    """A record of its own to set a score in, and the score it states, if it states one."""
    stated = None
    if isinstance(given, HandRecord):
        if "before" not in given.stated and (given.rules is not None or default_rules is None):
            return copy(given), None  # nothing that was read depends on the score
        stated = given.before.to_dict() if "before" in given.stated else None
        given = {key: value for key, value in given.to_dict().items() if key != "before"}
    elif isinstance(given, dict) and "before" in given:
        full = _try_before(given, default_rules)
        stated = full
        given = {key: value for key, value in given.items() if key != "before"}
    return read(given, default_rules), stated


def _try_before(given: shapes.RawRecord, default_rules: Any) -> shapes.Score | None:
    """The score a record states; None when it states one that cannot be (a fault of form, kept as one)."""
    return read(given, default_rules).before.to_dict()
