"""Name → game: the only module that knows them all. A new game is a folder and a line here."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.shapes import Score, State

if TYPE_CHECKING:
    from engine.profiles import Parameter


class _Known(NamedTuple):
    """A game: the folder it lives in (several games may share one) and its presets, the first of them the default."""

    folder: str
    presets: tuple[str, ...]


class Cited(NamedTuple):
    """The rules a game's ledger names: who deals (None where nothing says so), and when the game is over; and how the
    ids of all rules begin that a decision in this game may rest on."""

    dealer: str | None
    end: str
    rules: tuple[str, ...]


class GameInfo(Protocol):
    """What a game's module (`engine.<folder>.game`) offers, and all that anybody outside its folder may ask of it.

    A record is judged by `judge_hand`; `steps` are the same judgement explained, `parts` the pieces of its ruling,
    `moments` its course. A game goes on from `start`: each hand is given what those before it left (`set_before`), and
    what a record states of that itself is held against it (`misstated`).
    """

    @property
    def CITED(self) -> Mapping[str, Cited]:  # noqa: N802 (a constant of the module)
        """By the game's name."""

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """The words a step of an explanation may hold as a value, and a fault that a person may meet."""

    @property
    def STEMS(self) -> tuple[str, ...]:  # noqa: N802
        """The groups of its rules, in the order in which one would read them."""

    def judge_hand(self, record: Any, *more: Any) -> Any: ...

    def steps(self, record: Any, /) -> Any: ...

    def parts(self, name: str, hand: Any, verdict: Any) -> Any: ...

    def moments(self, record: Any, /) -> Any:
        """The hand event by event (`engine.replay`); None for a game whose hands are not replayed."""

    def read_hand(self, *parts: Any) -> Any: ...

    def read_players(self, *parts: Any) -> Any: ...

    def start(self, profile: Any, players: int = 4, /) -> State: ...

    def set_before(self, record: Any, after: State, /) -> None: ...

    def misstated(self, stated: Score, after: State, /) -> list[str]: ...

    def standing_at(self, profile: Any, before: State, score: Any, dealer: int, /) -> State:
        """The state of a game that stands at `score` (balls or totals, as `after` shows them) without a hand that led
        there, only the state before; `dealer` deals if it goes on."""

    def next_dealer(self, profile: Any, dealer: int, players: int, score: Any, void: bool, /) -> int:
        """Who deals after a hand that `dealer` dealt, at the score it led to; `void`: the hand came to nothing."""

    def ended(self, after: State, /) -> State | None:
        """The state of a game that the organiser ends; None for a game that has an end of its own."""

    def two_clear(self, profile: Any, after: Mapping[str, Any], /) -> bool:
        """Whether in this state only a lead of two wins the game."""


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
_LOADED: dict[str, GameInfo] = {}


def load(game: str) -> GameInfo:
    """The module that plays a game, such as `engine.thunee.game`. Raises KeyError for a game nobody knows."""
    module = _LOADED.get(game)
    if module is None:
        imported: Any = import_module(f"engine.{_KNOWN[game].folder}.game")
        module = _LOADED[game] = imported
    return module


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
    listed: Any = import_module(f"engine.{_KNOWN[game].folder}.parameters").PARAMETERS
    mine: tuple[Parameter, ...] = listed[game] if isinstance(listed, dict) else listed
    return mine


def game_of(preset: str) -> str | None:
    """The game a preset belongs to; None for a preset nobody knows."""
    return next((game for game in GAMES if preset in PRESETS[game]), None)
