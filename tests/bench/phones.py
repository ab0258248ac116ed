"""Simulated scorekeepers on a bad network: they use the real pages, and lose, delay and double their requests.

Every one keeps what it was told in its own words: which keys the server acknowledged, which it refused.
"""

import http.client
import random
import re
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from urllib.parse import urlencode

TIMEOUT = 10.0
ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
HEAD = re.compile(r'name="head" value="([0-9a-f]{64})"')
HAND = re.compile(r'href="/table/([\w-]+)/hand"')


@dataclass
class Sent:
    """One hand as it was sent: where to, what, and every answer it ever got."""

    sheet: str
    key: str
    typed: dict[str, str]
    answers: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)  # the cookies of the table it belongs to
    acknowledged: bool = False
    stamp: dict[str, str] | None = None  # what the site signed for it, where the phone keeps that


class Phone(threading.Thread):
    """A scorekeeper who enters hands at a table until told to stop."""

    def __init__(self, port: int, token: str, seed: str, stop: threading.Event, pause: float) -> None:
        super().__init__(daemon=True)
        self.port, self.token, self.stop, self.pause = port, token, stop, pause
        self.rng = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.sent: list[Sent] = []
        self.late: deque[Sent] = deque(maxlen=5)
        self.failures: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                if not self.enter_a_hand():
                    self.stop.wait(0.3)
            except (OSError, http.client.HTTPException):
                self.stop.wait(self.rng.uniform(0.05, 0.3))  # the server is down: a person presses again
            self.stop.wait(self.rng.uniform(0, self.pause))

    def enter_a_hand(self) -> bool:
        """Enter the next hand of the match at this table; False if there is none."""
        if "thunee_table" not in self.cookies:
            self.let_in()
        found = HAND.search(self.get("/table"))
        if not found:
            return False
        page = self.get(f"/table/{found[1]}/hand")
        head, csrf = HEAD.search(page), CSRF.search(page)
        if not head or not csrf:
            return False
        key = str(uuid.UUID(int=self.rng.getrandbits(128)))
        typed = {**a_hand(self.rng), "head": head[1], "key": key, "action": "save", "csrfmiddlewaretoken": csrf[1]}
        hand = Sent(found[1], key, typed, headers=self.headers())
        self.sent.append(hand)
        self.save_somehow(hand)
        return True

    def save_somehow(self, hand: Sent) -> None:
        """Press Save on a network like that of a hall, until there is an answer or patience ends."""
        luck = self.rng.random()
        if luck < 0.10:  # lost on its way there; it may still turn up much later
            self.late.append(hand)
        elif luck < 0.25:  # pressed twice
            second = threading.Thread(target=self.post_quietly, args=(hand,))
            second.start()
            self.post_quietly(hand)
            second.join()
        elif luck < 0.40:  # the answer is lost
            self.post_quietly(hand, listen=False)
        else:
            self.post_quietly(hand)
        for _ in range(self.rng.choice([0, 3, 12])):
            if {ACKNOWLEDGED, REFUSED} & set(hand.answers) or self.stop.is_set():
                break
            time.sleep(self.rng.uniform(0.05, 0.4))
            self.post_quietly(hand)
        if self.late and self.rng.random() < 0.2:  # something old comes through at last
            self.post_quietly(self.late.popleft())
        if self.rng.random() < 0.1:
            self.late.append(hand)

    def post_quietly(self, hand: Sent, listen: bool = True) -> None:
        try:
            hand.answers.append(self.post(hand, listen))
        except (OSError, http.client.HTTPException):
            hand.answers.append(UNKNOWN)

    def post(self, hand: Sent, listen: bool) -> str:
        connection, asked = self.connect(), time.monotonic()
        try:
            connection.request("POST", *self.request_with(hand))
            if not listen:
                time.sleep(self.rng.uniform(0, 0.2))
                return UNKNOWN
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        if answer.status >= 500:
            self.failed(asked, answer.status, f"on saving: {body[-300:]!r}")
        if self.is_saved(hand, answer, body):
            return ACKNOWLEDGED
        # 404: another match is at this table by now. That says nothing about what was sent before.
        return REFUSED if answer.status in (409, 422) else UNKNOWN

    def request_with(self, hand: Sent) -> tuple[str, str, dict[str, str]]:
        """Where to and what a phone without scripts sends: path, body, headers."""
        return f"/table/{hand.sheet}/hand", urlencode(hand.typed), {**hand.headers, **FORM}

    def is_saved(self, hand: Sent, answer: http.client.HTTPResponse, body: bytes) -> bool:
        """Whether this answer says so."""
        return answer.status == 302 and answer.headers["Location"] == "/table"

    def let_in(self, pin: str = "") -> None:
        page = self.get(f"/t/{self.token}")
        found = CSRF.search(page)
        if found is None:
            raise http.client.HTTPException("the link does not open")
        connection = self.connect()
        try:
            typed = urlencode({"csrfmiddlewaretoken": found[1], **({"pin": pin} if pin else {})})
            connection.request("POST", f"/t/{self.token}", typed, {**self.headers(), **FORM})
            self.keep_cookies(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str) -> str:
        connection, asked = self.connect(), time.monotonic()
        try:
            connection.request("GET", path, headers=self.headers())
            answer = connection.getresponse()
            self.keep_cookies(answer)
            body = answer.read().decode(errors="replace")
        finally:
            connection.close()
        if answer.status >= 500:
            self.failed(asked, answer.status, f"on {path}: {body[-300:]}")
        return body

    def failed(self, asked: float, status: int, said: str) -> None:
        """The site answered that it is at fault."""
        self.failures.append(f"{status} {said}")

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    def keep_cookies(self, answer: http.client.HTTPResponse) -> None:
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.split(";", 1)[0].partition("=")
            self.cookies[name] = value


def a_hand(rng: random.Random) -> dict[str, str]:
    """What somebody types: mostly plain hands with or without a call, sometimes a thunee."""
    trumper = rng.randrange(4)
    if rng.random() < 0.25:
        return {
            "trumper": str(trumper), "declared": "thunee", "declared_seat": str(trumper), "declared_lost_to": "won",
        }  # fmt: skip
    return {
        "trumper": str(trumper),
        "points": str(rng.choice([60, 85, 95, 104, 120, 150])),
        "points_of": "counting",
        "last_trick": str(rng.randrange(4)),
        "call": str(rng.choice([0, 0, 10, 20])),
    }
