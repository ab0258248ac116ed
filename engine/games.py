"""Name → game: the only module that knows them all."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.profiles import Parameter

PRESETS: dict[str, tuple[str, ...]] = {
    "thunee": ("durban-classic", "durban-modern", "club-strict", "fundraiser"),
}
GAMES = tuple(PRESETS)
_FOLDERS = {"thunee": "thunee"}


_LOADED: dict[str, Any] = {}


def load(game: str) -> Any:
    """The module that plays a game, such as `engine.thunee.game`. Raises KeyError for a game nobody knows."""
    module = _LOADED.get(game)
    if module is None:
        if game not in PRESETS:
            raise KeyError(game)
        from importlib import import_module

        module = _LOADED[game] = import_module(f"engine.{_FOLDERS[game]}.game")
    return module


def load_all() -> None:
    """Load every game, so that the catalogue holds all their rules."""
    for game in GAMES:
        load(game)


def parameters(game: str) -> "tuple[Parameter, ...]":
    """The parameters of a game."""
    from importlib import import_module

    found: tuple[Parameter, ...] = import_module(f"engine.{_FOLDERS[game]}.parameters").PARAMETERS
    return found
