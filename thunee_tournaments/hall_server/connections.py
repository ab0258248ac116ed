"""Connections that keep nobody else out: a time limit for what a visitor sends and takes, and a cap on their number.

uvicorn limits only how long a connection may rest after an answer. One that never finishes its request, or never takes
its answer, would be held for ever, and so many of them use up the files a process may open. Streams of live updates are
answers that go on; they end when nobody takes what is written.
"""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS = 10.0  # seconds until a request's head has come
BODY = 60.0  # seconds until the rest has come: a long list over a bad network
STALLED = 60.0  # seconds in which something of the answer has to be taken
MOST = 12_000
SPARE = 4  # one file in so many is kept for the database, logs and static files
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def most() -> int:
    """How many connections this process holds: well below the files the system lets it open."""
    try:
        import resource
    except ImportError:  # Windows counts differently
        return min(MOST, 2_000)
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else max(16, min(MOST, files - files // SPARE))


def _send_at_once(transport: asyncio.Transport) -> None:
    """Have the system send each part of an answer as it is written. It would keep the second one back until the first
    is acknowledged, 40 ms later; asyncio sees to that, but not for a port that uvicorn shares among processes."""
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # some systems refuse it once the visitor has gone again
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Connection(H11Protocol):
    """One visitor's connection. `waiting`: those of this process that have no whole request, the oldest first."""

    waiting: "dict[Connection, None]" = {}
    most = most()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.limit: asyncio.TimerHandle | None = None
        self.limited_for: Any = None
        self.stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _send_at_once(transport)
        if len(self.connections) > self.most and not self._make_room():
            transport.write(REFUSED)
            transport.close()
            return
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unlimited()
        self._taken()
        self.waiting.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stall = self.stall or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _look(self) -> None:
        """Set the limit for what this connection waits for, unless it runs already."""
        wanted = self._awaited()
        if self.transport.is_closing() or wanted is None:
            self.waiting.pop(self, None)
            self._unlimited()
            return
        self.waiting.setdefault(self)
        if wanted == self.limited_for:
            return
        self._unlimited()
        if wanted:
            self.limited_for = wanted
            self.limit = self.loop.call_later(BODY if wanted == "body" else HEADERS, self.transport.close)

    def _awaited(self) -> str | None:
        """What has to come: the "head" or the "body" of a request; "" when uvicorn counts the rest after an answer;
        None when a request is whole."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is not h11.IDLE:
            return None
        return "head" if self.timeout_keep_alive_task is None else ""

    def _make_room(self) -> bool:
        """End the connection that has waited longest without a request; whether there was one."""
        oldest = next(iter(self.waiting), None)
        if oldest is None:
            return False
        self.waiting.pop(oldest)
        oldest.transport.abort()
        return True

    def _unlimited(self) -> None:
        if self.limit is not None:
            self.limit.cancel()
        self.limit = self.limited_for = None

    def _taken(self) -> None:
        if self.stall is not None:
            self.stall.cancel()
        self.stall = None
