"""The rules engine of Thunee Tournaments: what was written down goes in, what it was worth and why comes out.

`read` makes a record of JSON, `adjudicate` judges it, `adjudicate_game` the hands of a game; `hands` goes through a
file, `HandInPlay` plays a hand event by event. It needs nothing but Python: no framework, no third-party package.
"""

from typing import TYPE_CHECKING, Any

from .faults import RecordError
from .ledger import GameLedger, adjudicate_game
from .record import HandRecord, read
from .ruling import Ruling, adjudicate
from .version import __version__

if TYPE_CHECKING:
    from .files import hands
    from .in_play import HandInPlay
    from .notation import NotationError

__all__ = [
    "GameLedger", "HandInPlay", "HandRecord", "NotationError", "RecordError", "Ruling", "__version__", "adjudicate",
    "adjudicate_game", "hands", "read",
]  # fmt: skip

_LATER = {"HandInPlay": "in_play", "NotationError": "notation", "hands": "files"}  # not needed to judge a hand


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LATER[name]}", __name__), name)
