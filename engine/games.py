"""Name → game: the only module that knows them all. A new game is a folder and a line here."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.profiles import Parameter


class _Known(NamedTuple):
    """A game: the folder it lives in (several games may share one) and its presets, the first of them the default."""

    folder: str
    presets: tuple[str, ...]


class Cited(NamedTuple):
    """The rules a game's ledger names: who deals (None where nothing says so), and when the game is over."""

    dealer: str | None
    end: str


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
_LOADED: dict[str, Any] = {}


def load(game: str) -> Any:
    """The module that plays a game, such as `engine.thunee.game`. Raises KeyError for a game nobody knows."""
    module = _LOADED.get(game)
    if module is None:
        module = _LOADED[game] = import_module(f"engine.{_KNOWN[game].folder}.game")
    return module


def load_all() -> None:
    """Load every game, so that the catalogue holds all their rules."""
    for game in GAMES:
        load(game)


def parameters(game: str) -> "tuple[Parameter, ...]":
    """The parameters of a game. A folder of several games lists them by the game's name."""
    found: Any = import_module(f"engine.{_KNOWN[game].folder}.parameters").PARAMETERS
    mine: tuple[Parameter, ...] = found[game] if isinstance(found, dict) else found
    return mine


def game_of(preset: str) -> str | None:
    """The game a preset belongs to; None for a preset nobody knows."""
    return next((game for game in GAMES if preset in PRESETS[game]), None)
