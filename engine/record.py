"""HandRecord: what happened at a table in one hand, never its worth; reading it, and every fault of form with its path.

`read` takes the JSON of `hand-record/1`. What only shows when the hand is replayed (a card played twice, an event after
the end) is not a fault of form: it is a ruling with status `invalid`.
"""

import re
from json import dumps
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from . import games
from .events import Marked
from .faults import RecordError, fault, kind_of, nearest, shown
from .forms import Form
from .json_text import load
from .profiles import Profile, build
from .shapes import BySide, Claimed, Raw, RawRecord, Score

FORMAT = "hand-record/1"
KEYS = (
    "format", "game", "rules", "players", "dealer", "before", "deal", "events", "tally", "claimed", "note", "id",
)  # fmt: skip
MOST_EVENTS = 400
LONGEST_NOTE = 10_000
LONGEST_ID = 500
_FIELDS = (
    "type", "seat", "card", "suit", "amount", "blind", "both", "last_card", "kind", "jack", "value", "against",
    "offence", "upheld", "late", "reason",
)  # fmt: skip


class Event:
    """One thing that happened: `type` and the fields of that type; fields it does not have are None."""

    __slots__ = (*_FIELDS, "suit_number")

    def __init__(self, type: str, **fields: Any) -> None:
        for name in _FIELDS:
            setattr(self, name, fields.get(name))
        self.type: str = type
        self.suit_number: int | None = "shdc".index(fields["suit"]) if fields.get("suit") else None

    if TYPE_CHECKING:  # slots hold every field; a real __getattr__ would slow down each of them

        def __getattr__(self, name: str) -> Any: ...

    def to_dict(self) -> Raw:
        """The event as JSON; what was left at its default is left out."""
        pairs = ((name, getattr(self, name)) for name in _FIELDS)
        return {
            name: value
            for name, value in pairs
            if (value is not None and value is not False) or (name in _SHOWN and value is False)
        }


_SHOWN = ("jack", "upheld")


Mark = Marked[Event]


class Before(NamedTuple):
    """The game before the hand: balls by side, and whether a khanuck was called."""

    pair: tuple[int, int] = (0, 0)
    khanuck_called: bool = False

    @property
    def balls(self) -> BySide:
        return {"A": self.pair[0], "B": self.pair[1]}

    def to_dict(self) -> Score:
        return {"balls": self.balls, "khanuck_called": self.khanuck_called}


# How a line begins that is written as the engine itself writes it.
_GAME = re.compile(rb'\{"format": ?"hand-record/1", ?"game": ?"([a-z0-9-]+)"')
UNMADE: Any = object()  # stands for the events of a record that nobody has asked for yet


class HandRecord:
    """What happened in one hand. Attributes bear the names of the JSON; `profile` is what `rules` says."""

    __slots__ = (
        "before", "claimed", "deal", "dealer", "format", "game", "id", "module", "note", "players", "profile", "rules",
        "stated", "tally", "transcript", "written",
    )  # fmt: skip

    def __init__(self, game: str, profile: Profile, players: int, dealer: int) -> None:
        self.format = FORMAT
        self.game = game
        self.profile = profile
        self.rules: Any = None
        self.players = players
        self.dealer = dealer
        self.before = Before()
        self.deal: list[list[str] | None] | None = None
        self.written: tuple[Event, ...] | None = None
        self.tally: Any = None  # in the shape of its game
        self.claimed: Claimed | None = None
        self.note: str | None = None
        self.id: Any = None
        self.stated = frozenset[str]()
        self.transcript: Any = None
        self.module: games.AnyGame = games.load(game)

    # No __getattr__, which would slow down every other attribute as well.
    @property
    def events(self) -> tuple[Event, ...] | None:
        """What happened, event by event. Of a plain hand nobody asks, so its events are made when somebody does."""
        if self.written is UNMADE:
            self.written = self.transcript.events()
        return self.written

    @events.setter
    def events(self, events: tuple[Event, ...] | None) -> None:
        self.written = events

    def to_dict(self) -> RawRecord:
        """The record as canonical JSON; what was not stated is left out."""
        out: RawRecord = {"format": self.format, "game": self.game}
        plain = {
            "rules": self.rules,
            "players": self.players,
            "dealer": self.dealer,
            "before": self.before.to_dict(),
            "deal": self.deal,
            "events": None if self.events is None else [event.to_dict() for event in self.events],
            "tally": self.tally,
            "claimed": self.claimed,
            "note": self.note,
            "id": self.id,
        }
        return out | {key: value for key, value in plain.items() if key in self.stated}

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from . import drawing

        return drawing.svg(self)

    def __repr__(self) -> str:
        written = "nothing" if not self.events else f"{len(self.events)} events"
        return f"<HandRecord of {self.game}, {self.players} players: {'a tally' if self.tally else written}>"

    def _said(self) -> str:
        """All that makes it this record, the score before it included, which a ledger may have set."""
        return dumps([self.to_dict(), self.profile.whole(), self.players, self.before.to_dict()], sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, HandRecord) and self._said() == other._said())

    def __hash__(self) -> int:
        return hash(self._said())

    def __getstate__(self) -> Raw:
        return {name: getattr(self, name) for name in self.__slots__ if name != "module"} | {"written": self.events}

    def __setstate__(self, state: Raw) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self.module = games.load(self.game)


def in_order(given: RawRecord) -> RawRecord:
    """A record's JSON with its keys in the order of `HandRecord.to_dict`, in which lines are read fastest."""
    return {key: given[key] for key in KEYS if key in given} | given


def read(obj: Any, default_rules: Any = None) -> HandRecord:
    """A record from its JSON (`default_rules` is for records that name none).

    Raises RecordError, whose `errors` lists every fault of form with its path.
    """
    if isinstance(obj, HandRecord):
        return obj
    if type(obj) is dict and type(obj.get("game")) is str and obj["game"] in games.GAMES:
        record = games.load(obj["game"]).read_plainly(obj, default_rules)
        if record is not None:
            return record
    return read_closely(obj, default_rules)


def read_line(line: str | bytes, default_rules: Any = None) -> HandRecord:
    """A record from a line of JSON, without blanks around it. Raises RecordError, as `json_text.load` and `read`."""
    if isinstance(line, bytes):
        begins = _GAME.match(line)
        if begins is not None and (name := begins[1].decode()) in games.GAMES:
            record = games.load(name).read_line(line, default_rules)
            if record is not None:
                return record
    return read(load(line), default_rules)


def read_closely(obj: Any, default_rules: Any = None) -> HandRecord:
    """As `read`, by the reader that says of everything what is wrong with it."""
    if not isinstance(obj, dict):
        raise RecordError([fault("", f"a record must be an object, not {kind_of(obj)}")])
    form = Form()
    given = form.entries(obj, "", KEYS, ("format", "game", "dealer"))
    if "format" in given and given["format"] != FORMAT:
        form.wrong("format", f'must be "{FORMAT}", not {shown(given["format"])}')
    game = given.get("game")
    if "game" in given and (not isinstance(game, str) or game not in games.GAMES):
        hint = nearest(game, games.GAMES) if isinstance(game, str) else ""
        form.wrong("game", f"must be one of {', '.join(games.GAMES)}, not {shown(game)}{hint}")
        game = None
    _carried(form, given)
    if game is None:
        raise RecordError(form.errors)
    module = games.load(game)
    form.players = players = module.read_players(form, given)
    rules = default_rules if given.get("rules") is None else given["rules"]
    profile = _profile(form, rules, game)
    dealer = form.seat(given["dealer"], "dealer") if "dealer" in given else None
    record = HandRecord(game, profile, players, dealer or 0)
    record.rules = rules
    record.note, record.id = given.get("note"), given.get("id")
    record.stated = frozenset(given) | ({"rules"} if rules is not None else frozenset())
    module.read_hand(form, given, record)
    if form.errors:
        raise RecordError(form.errors)
    return record


def _profile(form: Form, rules: Any, game: str) -> Profile:
    try:
        return build(rules, game)
    except RecordError as wrong:
        form.errors.extend(wrong.errors)
        return build(None, game)


def _carried(form: Form, given: RawRecord) -> None:
    """Note and id are carried through unchanged; only their kind and size are looked at."""
    if given.get("note") is not None:
        form.text(given["note"], "note", LONGEST_NOTE)
    carried = given.get("id")
    if carried is None or isinstance(carried, bool):
        return
    if isinstance(carried, float):
        if not isfinite(carried):
            form.wrong("id", f"must be text or a number, not {carried}")
    elif isinstance(carried, str):
        form.text(carried, "id", LONGEST_ID)
    elif not isinstance(carried, int):
        form.wrong("id", f"must be text or a number, not {kind_of(carried)}")
    elif abs(carried) >= 10**LONGEST_ID:
        form.wrong("id", f"must have at most {LONGEST_ID} digits")
