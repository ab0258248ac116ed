"""Scorekeepers who wait while the evening goes on elsewhere; when and at which table each hand was saved; and the pages
that stay open where they have been."""

import http.client
import json
import queue
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from tests.bench.crashing.keepers import Keeper, Ledger
from tests.bench.phones import Phone, Sent
from tests.bench.restoring.from_phones import Keeping, KeptEvent


class TimedLedger(Ledger):
    """A ledger that notes when each hand was first said to be saved."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, float] = {}

    def acknowledge(self, hand: Sent) -> None:
        super().acknowledge(hand)
        self.times.setdefault(hand.key, time.monotonic())


BESIDE = {"head", "key", "action", "csrfmiddlewaretoken"}  # what a form sends beside what was typed
SOON = 60.0  # seconds after which a phone asks again that was not answered


class OpenPage(Phone):
    """A phone that lies at a table with its page open, also when its scorekeeper has gone on to another: it keeps the
    event, as static/js/table/kept_event.js does."""

    def __init__(self, port: int, token: str, cookies: dict[str, str], keeping: Keeping) -> None:
        super().__init__(port, token, token, threading.Event(), 0)
        self.cookies, self.keeping = cookies, keeping
        self.asks_at, self.tag = 0.0, ""

    def look(self) -> None:
        """Fetch the event where it is time to."""
        if time.monotonic() < self.asks_at:
            return
        try:
            self.asks_at = time.monotonic() + self.fetched()
        except (OSError, http.client.HTTPException):
            self.asks_at = time.monotonic() + SOON

    def fetched(self) -> float:
        """Seconds until it is time again."""
        if "thunee_table" not in self.cookies:
            self.let_in(self.keeping.pins.get(self.token, ""))
        connection = self.connect()
        try:
            connection.request("GET", "/table/event", headers={**self.headers(), "If-None-Match": self.tag})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status == HTTPStatus.OK:
            self.tag = answer.headers["ETag"]
            until, code = answer.headers["X-Has-All-Until"], answer.headers["X-Site-Code"]
            self.keeping.keep(self.token, KeptEvent(code, until, content))
        return float(answer.headers.get("X-Ask-After", 300))


class Scripted(Keeper):
    """A scorekeeper whose phone sends its hands as its script does (static/js/table/send.js)."""

    def request_with(self, hand: Sent) -> tuple[str, str, dict[str, str]]:
        typed = {name: text for name, text in hand.typed.items() if name not in BESIDE}
        whole = {"key": hand.key, "device": f"phone-{hand.key}", "head": hand.typed["head"], "typed": typed}
        headers = {"Content-Type": "application/json", "X-CSRFToken": hand.typed["csrfmiddlewaretoken"]}
        return f"/table/{hand.sheet}/queue", json.dumps({**whole, "stamp": hand.stamp}), {**hand.headers, **headers}

    def is_saved(self, hand: Sent, answer: http.client.HTTPResponse, body: bytes) -> bool:
        if answer.status != HTTPStatus.OK:
            return False
        stamp = json.loads(body)["stamp"]
        hand.stamp = hand.stamp or stamp  # the first one: what the record said then
        return True


class Rememberer(Scripted):
    """A scorekeeper who waits while `gate` is closed, and knows at which table each hand was entered."""

    gate = threading.Event()
    keeping: Keeping | None = None  # where what all phones have is gathered

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tables_of: dict[str, str] = {}  # of each hand, by key and in their order, the token of its table
        self.begun: dict[str, float] = {}  # when each was entered
        self.pages: dict[str, OpenPage] = {}  # at the tables one has been at, by token

    def enter_a_hand(self) -> bool:
        self.gate.wait()
        if "thunee_table" not in self.cookies:
            self.let_in()
        self.stay_open()
        for page in self.pages.values():
            page.look()
        return super().enter_a_hand()

    def let_in(self, pin: str = "") -> None:
        super().let_in(pin or (self.keeping.pins.get(self.token, "") if self.keeping else ""))

    def stay_open(self) -> None:
        """The page of the table one is at; it stays open there."""
        if self.keeping is not None and self.token not in self.pages and "thunee_table" in self.cookies:
            self.pages[self.token] = OpenPage(self.port, self.token, self.cookies, self.keeping)

    def come_to(self, tokens: dict[str, str]) -> None:
        """Scan the new links of the tables one has been at; hands entered there before are known by them, too."""
        if self.token not in tokens:  # a table that was opened after the bundle was made
            with suppress(queue.Empty):
                self.token = self.tables.get_nowait()
        self.token, self.cookies = tokens.get(self.token, self.token), {}
        self.tables_of = {key: tokens.get(token, token) for key, token in self.tables_of.items()}
        others = [
            (tokens[at], page.keeping) for at, page in self.pages.items() if tokens.get(at, self.token) != self.token
        ]
        self.pages = {token: OpenPage(self.port, token, {}, keeping) for token, keeping in others}

    def save_somehow(self, hand: Sent) -> None:
        self.tables_of[hand.key], self.begun[hand.key] = (
            self.token,
            time.monotonic(),
        )  # before anybody can say that it is saved
        super().save_somehow(hand)

    def post(self, hand: Sent, listen: bool) -> str:
        self.gate.wait()
        return super().post(hand, listen)
