"""Scorekeepers who write to the end: when nothing is left to play at a table, they go on to one of another event."""

import contextlib
import queue
import threading
import time
from collections.abc import Iterator

from tests.bench.phones import ACKNOWLEDGED, Phone, Sent

FRUITLESS = 6  # looks at a table at which nothing is called


class Ledger:
    """What all scorekeepers together were told, counted while they write."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.acknowledged: list[Sent] = []  # each hand once, in the order in which it was first said to be saved
        self.flying = 0  # savings that were sent off and have no answer yet
        self.failures: list[tuple[float, float, int, str]] = []  # answers from 500 on: when asked and told, and what

    @contextlib.contextmanager
    def flight(self) -> Iterator[None]:
        with self.lock:
            self.flying += 1
        try:
            yield
        finally:
            with self.lock:
                self.flying -= 1

    def acknowledge(self, hand: Sent) -> None:
        with self.lock:
            if not hand.acknowledged:
                hand.acknowledged = True
                self.acknowledged.append(hand)


class Keeper(Phone):
    """A scorekeeper with a ledger, and a queue of tables that nobody sits at."""

    def __init__(
        self, port: int, tables: "queue.Queue[str]", seed: str, stop: threading.Event, pause: float, ledger: Ledger
    ) -> None:
        super().__init__(port, tables.get_nowait(), seed, stop, pause)
        self.tables, self.ledger, self.fruitless = tables, ledger, 0

    def enter_a_hand(self) -> bool:
        entered = super().enter_a_hand()
        self.fruitless = 0 if entered else self.fruitless + 1
        if self.fruitless >= FRUITLESS:
            with contextlib.suppress(queue.Empty):
                self.token = self.tables.get_nowait()
                self.cookies, self.fruitless = {}, 0
        return entered

    def post(self, hand: Sent, listen: bool) -> str:
        with self.ledger.flight():
            answer = super().post(hand, listen)
        if answer == ACKNOWLEDGED:
            self.ledger.acknowledge(hand)
        return answer

    def failed(self, asked: float, status: int, said: str) -> None:
        told = time.monotonic()
        with self.ledger.lock:
            self.ledger.failures.append((asked, told, status, f"{time.strftime('%H:%M:%S')} {status} {said}"))
