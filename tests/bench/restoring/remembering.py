"""Scorekeepers who wait while the evening goes on elsewhere; when and at which table each hand was saved."""

import threading
import time
from typing import Any

from tests.bench.crashing.keepers import Keeper, Ledger
from tests.bench.phones import Sent


class TimedLedger(Ledger):
    """A ledger that notes when each hand was first said to be saved."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, float] = {}

    def acknowledge(self, hand: Sent) -> None:
        super().acknowledge(hand)
        self.times.setdefault(hand.key, time.monotonic())


class Rememberer(Keeper):
    """A scorekeeper who waits while `gate` is closed, and knows at which table each hand was entered."""

    gate = threading.Event()

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tables_of: dict[str, str] = {}  # of each hand, by key and in their order, the token of its table
        self.begun: dict[str, float] = {}  # when each was entered

    def enter_a_hand(self) -> bool:
        self.gate.wait()
        return super().enter_a_hand()

    def save_somehow(self, hand: Sent) -> None:
        self.tables_of[hand.key], self.begun[hand.key] = (
            self.token,
            time.monotonic(),
        )  # before anybody can say that it is saved
        super().save_somehow(hand)

    def post(self, hand: Sent, listen: bool) -> str:
        self.gate.wait()
        return super().post(hand, listen)
