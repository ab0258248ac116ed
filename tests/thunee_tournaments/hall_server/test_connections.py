"""Connections that ask for nothing, or never end, keep nobody out."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
import uvicorn

from tests.support.ports import free_port
from tests.support.worker import eventually
from thunee_tournaments.hall_server import connections
from thunee_tournaments.hall_server.connections import Connection

HALF_OPEN = 300
CAP = 60


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers "done", after all that was sent came; at /long only after a while, at /wide with a lot."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message.get("more_body", False)
    await asyncio.sleep(1.5 if scope["path"] == "/long" else 0)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(16 if scope["path"] == "/wide" else 0):
        await send({"type": "http.response.body", "body": b"x" * 500_000, "more_body": True})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server with short limits, and a low cap."""
    for name in ("HEADERS", "BODY", "STALLED"):
        monkeypatch.setattr(connections, name, 0.6)
    monkeypatch.setattr(Connection, "most", CAP)
    monkeypatch.setattr(Connection, "waiting", {})
    yield from serving(Connection)


def serving(protocol: Any, shared: bool = False) -> Iterator[int]:
    """A server; `shared`: its port is bound beforehand, as where several processes have it."""
    port = free_port()
    config = uvicorn.Config(app, port=port, http=protocol, lifespan="off", log_level="critical", timeout_keep_alive=1)
    server = uvicorn.Server(config)
    sockets = [config.bind_socket()] if shared else None
    thread = threading.Thread(target=server.run, args=[sockets], daemon=True)
    thread.start()
    eventually(lambda: server.started)
    try:
        yield port
    finally:
        server.should_exit = server.force_exit = True
        thread.join(60)


def opened(port: int, sent: bytes = b"") -> socket.socket:
    visitor = socket.create_connection(("127.0.0.1", port), timeout=60)
    visitor.sendall(sent)
    return visitor


def answer(visitor: socket.socket) -> bytes:
    """Everything until the server closes; b"" if it says nothing."""
    came = b""
    try:
        while piece := visitor.recv(65536):
            came += piece
    except ConnectionResetError:
        pass
    return came


ASK = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
HALF = [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf"]


@pytest.mark.parametrize("sent", HALF, ids=["nothing", "half a head", "half a body"])
def test_what_is_never_finished_is_closed_in_time(port: int, sent: bytes) -> None:
    with opened(port, sent) as visitor:
        began = time.monotonic()
        assert answer(visitor) == b""
        assert time.monotonic() - began < 30


@pytest.mark.slow
def test_a_byte_now_and_then_buys_no_time(port: int) -> None:
    with opened(port, b"GET / HTTP/1.1\r\n") as visitor:
        began = time.monotonic()
        with suppress(ConnectionResetError, BrokenPipeError):
            while time.monotonic() - began < 60:
                visitor.sendall(b"X-A: 1\r\n")
                time.sleep(0.1)
        assert time.monotonic() - began < 50


@pytest.mark.slow
def test_half_a_second_request_is_closed_in_time_too(port: int) -> None:
    with opened(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /again HTTP/1.1\r\nX-") as visitor:
        assert answer(visitor).count(b"200 OK") == 1


def test_two_requests_in_one_are_both_answered(port: int) -> None:
    with opened(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + ASK) as visitor:
        assert answer(visitor).count(b"200 OK") == 2


@pytest.mark.slow
def test_an_answer_that_takes_its_time_is_waited_for(port: int) -> None:
    with opened(port, ASK.replace(b"GET /", b"GET /long")) as visitor:
        assert answer(visitor).endswith(b"done\r\n0\r\n\r\n")


@pytest.mark.slow
def test_an_answer_nobody_takes_is_given_up(port: int) -> None:
    with opened(port) as visitor:
        visitor.sendall(ASK.replace(b"GET /", b"GET /wide"))
        time.sleep(3)
        assert not answer(visitor).endswith(b"done\r\n0\r\n\r\n")


@pytest.mark.parametrize("sent", HALF, ids=["nothing", "half a head", "half a body"])
def test_however_many_are_half_open_whoever_asks_is_answered(
    port: int, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEADERS", "BODY"):
        monkeypatch.setattr(connections, name, 600.0)  # only the cap is at work
    with ExitStack() as held:
        for _ in range(HALF_OPEN):
            held.enter_context(opened(port, sent))
        with opened(port, ASK) as visitor:
            assert b"200 OK" in answer(visitor)
        eventually(lambda: len(Connection.waiting) <= CAP)


@pytest.mark.slow
def test_when_every_connection_is_at_work_the_next_is_told_to_come_back(port: int) -> None:
    with ExitStack() as held:
        busy = [held.enter_context(opened(port, ASK.replace(b"GET /", b"GET /long"))) for _ in range(CAP)]
        time.sleep(0.3)
        with opened(port, ASK) as visitor:
            said = answer(visitor)
            assert not said or b"503" in said
        assert all(b"200 OK" in answer(one) for one in busy)


def test_the_cap_is_well_below_the_files_a_process_may_open() -> None:
    import resource

    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert connections.most() <= files * 3 // 4 + 16


@pytest.mark.parametrize("shared", [True, False])
def test_no_part_of_an_answer_waits_for_the_one_before_it_to_be_acknowledged(shared: bool) -> None:
    at_once = []

    class Noted(Connection):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            held = transport.get_extra_info("socket")
            at_once.append(held.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    server = serving(Noted, shared)
    try:
        with socket.create_connection(("127.0.0.1", next(server)), timeout=10) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200" in line.recv(100)
    finally:
        with suppress(StopIteration):
            next(server)
    assert at_once == [1]
