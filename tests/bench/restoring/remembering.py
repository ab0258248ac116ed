"""Scorekeepers who wait while the evening goes on elsewhere; when and at which table each hand was saved."""

import queue
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from tests.bench.crashing.keepers import FRUITLESS, Keeper, Ledger
from tests.bench.phones import Sent
from tests.bench.restoring.from_phones import Keeping, KeptEvent


class TimedLedger(Ledger):
    """A ledger that notes when each hand was first said to be saved."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, float] = {}

    def acknowledge(self, hand: Sent) -> None:
        super().acknowledge(hand)
        self.times.setdefault(hand.key, time.monotonic())


class Rememberer(Keeper):
    """A scorekeeper who waits while `gate` is closed, and knows at which table each hand was entered; the phone keeps
    its event, as one does with its page open."""

    gate = threading.Event()
    keeping: Keeping | None = None  # where what all phones have is gathered

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tables_of: dict[str, str] = {}  # of each hand, by key and in their order, the token of its table
        self.begun: dict[str, float] = {}  # when each was entered
        self.asks_at, self.tag = 0.0, ""

    def enter_a_hand(self) -> bool:
        self.gate.wait()
        before = self.token
        if self.fruitless + 1 == FRUITLESS:
            self.asks_at = 0.0  # the phone stays where it is, and its page goes on asking
        if "thunee_table" not in self.cookies:
            self.let_in()
        self.keep_the_event()
        entered = super().enter_a_hand()
        if self.token != before:
            self.asks_at, self.tag = 0.0, ""
        return entered

    def let_in(self, pin: str = "") -> None:
        super().let_in(pin or (self.keeping.pins.get(self.token, "") if self.keeping else ""))

    def keep_the_event(self) -> None:
        """What static/js/table/kept_event.js does."""
        if self.keeping is None or "thunee_table" not in self.cookies or time.monotonic() < self.asks_at:
            return
        connection = self.connect()
        try:
            connection.request("GET", "/table/event", headers={**self.headers(), "If-None-Match": self.tag})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        self.asks_at = time.monotonic() + float(answer.headers.get("X-Ask-After", 300))
        if answer.status == HTTPStatus.OK:
            self.tag = answer.headers["ETag"]
            until, code = answer.headers["X-Has-All-Until"], answer.headers["X-Site-Code"]
            self.keeping.keep(self.token, KeptEvent(code, until, content))

    def come_to(self, tokens: dict[str, str]) -> None:
        """Scan the new link of the table one is at; hands entered there before are known by it, too."""
        if self.token not in tokens:  # a table that was opened after the bundle was made
            with suppress(queue.Empty):
                self.token = self.tables.get_nowait()
        self.token, self.cookies, self.asks_at, self.tag = tokens.get(self.token, self.token), {}, 0.0, ""
        self.tables_of = {key: tokens.get(token, token) for key, token in self.tables_of.items()}

    def save_somehow(self, hand: Sent) -> None:
        self.tables_of[hand.key], self.begun[hand.key] = (
            self.token,
            time.monotonic(),
        )  # before anybody can say that it is saved
        super().save_somehow(hand)

    def post(self, hand: Sent, listen: bool) -> str:
        self.gate.wait()
        return super().post(hand, listen)
