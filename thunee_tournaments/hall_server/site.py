"""The site for an asynchronous server: pages are made by a few threads of our own, first come first served.

Django gives every request a thread. When a whole hall saves at once, twenty threads then fight over one interpreter
and one lock of the database, and everybody waits for everybody. A queue in front of a few threads is several times
quicker, and fair. What is slow on the network waits outside: the request is read before, the answer sent after.

Several processes do this side by side (`processes.web`), for one uses one core. In each, the thread that holds the
database's lock for writing must not wait long for the interpreter, which it gives up with every statement: so threads
take turns quickly.
"""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import set_script_prefix

TURN = 0.001  # seconds a thread keeps the interpreter while others want it; Python's own are five
THREADS = 2  # more would only wait for each other; with one, a long list would hold up the hall
MOST_BYTES = 4_000_000  # of a request: twice what any page takes, so that the page itself can say that it is too much
POURED_AWAY = 10 * MOST_BYTES  # of what is too much: whoever is cut off while sending does not read the answer
POURING = 10.0  # seconds for that

Receive = Callable[[], Awaitable[Any]]


class TooLong(Exception):
    """More was sent than any page takes."""


def at_most(receive: Receive) -> Receive:
    """`receive`, until more than MOST_BYTES came: TooLong then. A request is kept on disk while it is read, and nobody
    may fill the disk the evening is written to."""
    came = 0

    async def counted() -> Any:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > MOST_BYTES:
            raise TooLong
        return message

    return counted


async def pour_away(receive: Receive) -> None:
    """Take the rest of a request that is too long, and keep none of it; within bounds."""
    came = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(POURING):
            while came < POURED_AWAY:
                message = await receive()
                came += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def too_long() -> HttpResponse:
    return HttpResponse(render_to_string("413.html"), status=413, headers={"Connection": "close"})


class Site(ASGIHandler):
    """Django's handler, with its middleware and views in threads that are kept."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(THREADS, "page")
        sys.setswitchinterval(TURN)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["type"] != "http":
            raise ValueError(f"nothing here answers {scope['type']}")
        in_turn = asyncio.get_running_loop().run_in_executor
        try:
            body = await self.read_body(at_most(receive))
        except RequestAborted:
            return
        except TooLong:
            await pour_away(receive)
            await self.send_response(await in_turn(self.threads, too_long), send)
            return
        try:
            response = await in_turn(self.threads, self.answer, scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await in_turn(self.threads, response.close)
        finally:
            body.close()

    def answer(self, scope: dict[str, Any], body: Any) -> HttpResponseBase:
        """The whole of Django, in one thread: what it keeps for each thread (database, language) stays together."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__  # noqa: SLF001 (Django tells its signals by it who has answered)
        if not response.streaming:
            response.close()
        return response
