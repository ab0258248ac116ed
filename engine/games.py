"""Name → game: the only module that knows them all."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.profiles import Parameter

PRESETS: dict[str, tuple[str, ...]] = {
    "thunee": ("durban-classic", "durban-modern", "club-strict", "fundraiser"),
}
GAMES = tuple(PRESETS)


def load(game: str) -> Any:
    """The module that plays a game: `read_hand`, `judge_hand`, `game_over`, … (see `engine.thunee.game`)."""
    if game == "thunee":
        from engine.thunee import game as module

        return module
    raise KeyError(game)


def load_all() -> None:
    """Load every game, so that the catalogue holds all their rules."""
    for game in GAMES:
        load(game)


def parameters(game: str) -> "tuple[Parameter, ...]":
    """The parameters of a game."""
    if game == "thunee":
        from engine.thunee.parameters import PARAMETERS

        return PARAMETERS
    raise KeyError(game)
