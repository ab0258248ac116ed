"""The rules engine of Thunee Tournaments: what was written down goes in, what it was worth and why comes out.

    >>> import engine
    >>> ruling = engine.adjudicate(record)      # a HandRecord, or the JSON that `read` takes
    >>> ruling.kind, ruling.winner, ruling.balls

It needs nothing but Python: no framework, no third-party package.
"""

from .faults import RecordError
from .ledger import GameLedger, adjudicate_game
from .record import HandRecord, read
from .ruling import Ruling, adjudicate

__all__ = ["GameLedger", "HandRecord", "RecordError", "Ruling", "adjudicate", "adjudicate_game", "read"]
