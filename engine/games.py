"""Name → game: the only module that knows them all. A new game is a folder and a line here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .shapes import Raw, RawRecord, Score, State

if TYPE_CHECKING:
    from .forms import Form
    from .profiles import Parameter, Profile
    from .record import HandRecord
    from .replay import Moment
    from .rulebook import Step, Trace
    from .ruling import Ruling
    from .schema import RecordForm


class _Known(NamedTuple):
    """A game: the folder it lives in (several games may share one) and its presets, the first of them the default."""

    folder: str
    presets: tuple[str, ...]


class Traits(NamedTuple):
    """What a game is like, for whoever shows, scores or plays it and does not ask which it is.

    `ranks`: of its pack, in each suit, from low to high. `sides`: two sides play, else each plays alone. `own`: each
    player has a score of their own. `balls`: it is scored by balls, else by points. `low`: the low total wins.
    `worth`: the card points of a rank; empty where cards count nothing. `tricks`: of a hand, by how many play; empty
    where none are taken. `packets`: how many cards each is dealt at a time, by how many play.
    """

    ranks: str
    sides: bool = True
    own: bool = False
    balls: bool = False
    low: bool = False
    worth: Mapping[str, int] = {}
    tricks: Mapping[int, int] = {}
    packets: Mapping[int, tuple[int, ...]] = {}

    @property
    def short_pack(self) -> bool:
        """Whether it is played with part of a pack of 52."""
        return len(self.ranks) < 13


class Cited(NamedTuple):
    """The rules a game's ledger names: who deals (None where nothing says so), and when the game is over; how the ids
    of all rules begin that a decision in this game may rest on; what else says where it stands after a hand; and who
    deals first (None where nothing says so)."""

    dealer: str | None
    end: str
    rules: tuple[str, ...]
    standing: tuple[str, ...] = ()
    first_dealer: str | None = None


Hand = TypeVar("Hand")  # the facts of a hand, as the game itself keeps them
Verdict = TypeVar("Verdict")  # and what it is worth


class GameInfo(Protocol[Hand, Verdict]):
    """What a game's module (`engine.<folder>.game`) offers, and all that anybody outside its folder may ask of it.

    A record is judged by `judge_hand`; `steps` are the same judgement explained, `parts` the pieces of its ruling,
    `moments` its course. A game goes on from `start`: each hand is given what those before it left (`set_before`), and
    what a record states of that itself is held against it (`misstated`). A score is balls or totals, as a state has
    them. mypy holds each module against this, at its end.
    """

    @property
    def TRAITS(self) -> Mapping[str, Traits]:  # noqa: N802 (a constant of the module)
        """By the game's name."""

    @property
    def CITED(self) -> Mapping[str, Cited]:  # noqa: N802
        """By the game's name."""

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """The words a step of an explanation may hold as a value, and a fault that a person may meet."""

    @property
    def STEMS(self) -> tuple[str, ...]:  # noqa: N802
        """The groups of its rules, in the order in which one would read them."""

    @property
    def Ruling(self) -> "Callable[[HandRecord, Hand, Verdict], Ruling]":  # noqa: N802 (a class)
        """Makes the ruling of a record from its judgement."""

    def read_plainly(self, given: RawRecord, default_rules: Any, /) -> "HandRecord | None":
        """The record at once, where it is written as plainly as most are; None where it has to be looked at."""

    def read_line(self, line: bytes, default_rules: Any, /) -> "HandRecord | None":
        """The same of a line of JSON, before anybody has read it as JSON."""

    def read_players(self, form: "Form", given: RawRecord, /) -> int:
        """How many play, by a record that nobody has checked yet; what is wrong is noted on `form`."""

    def read_hand(self, form: "Form", given: RawRecord, record: "HandRecord", /) -> None:
        """Fill in what is the game's own of a record; what is wrong is noted on `form`."""

    def record_forms(self, name: str, /) -> "Sequence[RecordForm]":
        """What `read_hand` takes, for programs: a form for each number of players, of the game of this name."""

    def judge_hand(self, record: "HandRecord", trace: "Trace" = ..., /) -> tuple[Hand, Verdict]: ...

    def steps(self, record: "HandRecord", /) -> "list[Step]": ...

    def parts(self, name: str, hand: Hand, verdict: Verdict, /) -> Any:
        """A part of the ruling by its JSON name, in the shape that `engine.shapes.Ruling` gives it; `possible` with
        whether it is exact."""

    def moments(self, record: "HandRecord", last: bool = False, /) -> "Sequence[Moment] | None":
        """The hand event by event (`engine.replay`), or its last moment alone; None for a game whose hands are not
        replayed."""

    def sayable(self, record: "HandRecord", now: "Moment", /) -> "Iterable[Raw]":
        """Events that are no card and might come next: all worth a try, of which its judgement refuses some."""

    def must_speak(self, record: "HandRecord", now: "Moment", /) -> bool:
        """Whether something has to be said before a card is played."""

    def start(self, profile: "Profile", players: int = 4, /) -> State: ...

    def set_before(self, record: "HandRecord", after: State, /) -> None: ...

    def misstated(self, stated: Score, after: State, /) -> list[str]: ...

    def standing_at(self, profile: "Profile", before: State, score: Any, dealer: int, /) -> State:
        """The state of a game that stands at `score` without a hand that led there, only the state before; `dealer`
        deals if it goes on."""

    def next_dealer(self, profile: "Profile", dealer: int, players: int, score: Any, void: bool, /) -> int:
        """Who deals after a hand that `dealer` dealt, at the score it led to; `void`: the hand came to nothing."""

    def ended(self, after: State, /) -> State | None:
        """The state of a game that the organiser ends; None for a game that has an end of its own."""

    def two_clear(self, profile: "Profile", after: State, /) -> bool:
        """Whether in this state only a lead of two wins the game."""


AnyGame = GameInfo[Any, Any]  # whoever holds one hands its facts and its verdict on, and looks into neither

_KNOWN = {
    "thunee": _Known("thunee", ("durban-classic", "durban-modern", "club-strict", "fundraiser")),
    "tarneeb": _Known("tarneeb", ("tarneeb",)),
    "egyptian-tarneeb": _Known("tarneeb", ("egyptian-tarneeb",)),
    "400": _Known("tarneeb", ("400",)),
    "forty-one": _Known("tarneeb", ("forty-one",)),
    "tunge": _Known("tunge", ("tunge",)),
}
GAMES = tuple(_KNOWN)
PRESETS: dict[str, tuple[str, ...]] = {name: known.presets for name, known in _KNOWN.items()}
_LOADED: dict[str, AnyGame] = {}


def load(game: str) -> AnyGame:
    """The module that plays a game, such as `engine.thunee.game`. Raises KeyError for a game nobody knows."""
    module = _LOADED.get(game)
    if module is None:
        imported: Any = import_module(f".{_KNOWN[game].folder}.game", __package__)
        module = _LOADED[game] = imported
    return module


def traits(game: str) -> Traits:
    """What a game is like. Raises KeyError for a game nobody knows."""
    return load(game).TRAITS[game]


def cited(game: str) -> Cited:
    """The rules a game's ledger names. Raises KeyError for a game nobody knows."""
    return load(game).CITED[game]


def words() -> Iterable[str]:
    """The words of all games that explanations and faults hold, each folder's once."""
    return dict.fromkeys(word for game in GAMES for word in load(game).WORDS)


def stems() -> Iterable[str]:
    """The groups of all rules, game by game."""
    return dict.fromkeys(stem for game in GAMES for stem in load(game).STEMS)


def load_all() -> None:
    """Load every game, so that the catalogue holds all their rules."""
    for game in GAMES:
        load(game)


def parameters(game: str) -> "tuple[Parameter, ...]":
    """The parameters of a game. A folder of several games lists them by the game's name."""
    listed: Any = import_module(f".{_KNOWN[game].folder}.parameters", __package__).PARAMETERS
    mine: tuple[Parameter, ...] = listed[game] if isinstance(listed, dict) else listed
    return mine


def game_of(preset: str) -> str | None:
    """The game a preset belongs to; None for a preset nobody knows."""
    return next((game for game in GAMES if preset in PRESETS[game]), None)
