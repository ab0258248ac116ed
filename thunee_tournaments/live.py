"""Live updates: every open page holds a stream that says only at which version its tournament is.

`/<tournament>/live` is answered here, before Django, by server-sent events; everything else goes on to the site. A
nudge holds no data: the page then asks for its fragment, and gets it, or a 304. One reader per process looks at the
versions of the tournaments that are watched, in one query: as soon as PostgreSQL tells that one has changed, on SQLite
twice a second (`version_notices`). While nobody watches, nothing runs. Where no such process runs (gunicorn alone), the
address is not found and pages poll.
"""

import asyncio
import logging
import random
import re
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, connection

from thunee_tournaments.version_notices import Notices

logger = logging.getLogger(__name__)
Message = dict[str, Any]  # of ASGI, the scope of a request too
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Site = Callable[[Message, Receive, Send], Awaitable[None]]

ADDRESS = re.compile(r"/([-a-zA-Z0-9_]{1,60})/live")
EVERY = 0.5  # seconds between two looks at the versions, where nobody tells of a change
HEARTBEAT = 25.0  # seconds; proxies close what is silent for a minute
MOST = 10_000  # viewers of one process; who comes after them polls
SPREAD_EACH, SPREAD_MOST = 2, 4_000  # milliseconds: so long a page may wait before it asks, for each viewer; at most
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx: pass each event on at once
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(slots=True, eq=False)
class Channel:
    """One tournament that is watched: its version, and for each viewer what wakes the viewer's stream."""

    version: int
    viewers: set[asyncio.Event] = field(default_factory=set)

    @property
    def spread(self) -> int:
        """Over how many milliseconds the viewers spread their questions after a nudge."""
        return min(SPREAD_MOST, SPREAD_EACH * len(self.viewers))


def read_versions(slugs: Iterable[str]) -> dict[str, int]:
    """The versions of these tournaments as they are now, without drafts: whoever follows one is not known here.
    Raises DatabaseError, and then begins anew next time."""
    wanted = list(slugs)
    marks = ", ".join(["%s"] * len(wanted))
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT slug, version FROM tournaments_tournament WHERE slug IN ({marks}) AND status <> 'draft'",
                wanted,
            )
            versions = dict(cursor.fetchall())
    except DatabaseError:
        connection.close()
        raise
    if getattr(connection, "read_only", False):  # the disk was full: perhaps it is not any more
        connection.close()
    return versions


def close_connection() -> None:
    """Give the connection back; in the reader's own thread, as it is one for each thread."""
    connection.close()


class Hub:
    """The site with live updates in front of it: an ASGI application around another."""

    def __init__(self, site: Site, every: float = EVERY, heartbeat: float = HEARTBEAT, most: int | None = None) -> None:
        self.site, self.every, self.heartbeat = site, every, heartbeat
        self.most = most
        self.channels: dict[str, Channel] = {}
        self.watching: asyncio.Task[None] | None = None
        self.notices: Notices | None = None
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="live")  # the one thread that holds a connection

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        address = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if address is None:
            await self.site(scope, receive, send)
        else:
            await self._follow(address[1], receive, send)

    @property
    def viewers(self) -> int:
        return sum(len(channel.viewers) for channel in self.channels.values())

    async def _follow(self, slug: str, receive: Receive, send: Send) -> None:
        """One viewer's stream, until the viewer goes."""
        if self.viewers >= (MOST if self.most is None else min(MOST, self.most)):
            return await _refuse(send, 503, b"too many viewers")
        wake = asyncio.Event()
        try:
            channel = await self._join(slug, wake)
        except DatabaseError:
            return await _refuse(send, 503, b"try again")
        if channel is None:
            return await _refuse(send, 404, b"no such tournament")
        gone = asyncio.ensure_future(_disconnected(receive))
        gone.add_done_callback(lambda _: wake.set())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            # Whoever loses the stream comes back at a time of their own, not all in the second the server is back.
            await _say(send, f"retry: {random.randint(2000, 6000)}\n\n")
            sent = -1
            while not gone.done():
                wake.clear()
                if sent == channel.version:
                    await _say(send, ":\n\n")
                else:
                    sent = channel.version
                    await _say(send, f'data: {{"version": {sent}, "spread": {channel.spread}}}\n\n')
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.heartbeat * random.uniform(0.8, 1.0)):
                        await wake.wait()
        except asyncio.CancelledError:  # the server stops: the stream ends as it should, and the page comes back
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._leave(slug, wake)

    async def _join(self, slug: str, wake: asyncio.Event) -> Channel | None:
        """Begin to follow a tournament; None if there is none of this name."""
        if slug not in self.channels:
            versions = await self._ask([slug])
            if slug not in versions:
                return None
            self.channels.setdefault(slug, Channel(versions[slug]))
        channel = self.channels[slug]
        channel.viewers.add(wake)
        if self.watching is None:
            self.watching = asyncio.ensure_future(self._watch())
        return channel

    def _leave(self, slug: str, wake: asyncio.Event) -> None:
        channel = self.channels[slug]
        channel.viewers.discard(wake)
        if not channel.viewers:
            del self.channels[slug]
        if not self.channels and self.notices is not None:
            self.notices.told.set()  # nobody is left to watch for

    async def _watch(self) -> None:
        """Look at the versions for as long as anybody follows one, and wake whoever follows one that has changed."""
        async with Notices(self.every) as self.notices:
            while self.channels:
                await self.notices.next()
                try:
                    versions = await self._ask(list(self.channels))
                except DatabaseError as error:
                    logger.warning("live updates wait for the database: %s", error)
                    await asyncio.sleep(self.every)
                    continue
                for slug, version in versions.items():
                    self._tell(slug, version)
            self.watching = None  # before anything is waited for: whoever comes now begins to watch anew
        await asyncio.get_running_loop().run_in_executor(self.reader, close_connection)

    def _tell(self, slug: str, version: int) -> None:
        channel = self.channels.get(slug)
        if channel is not None and channel.version != version:
            channel.version = version
            for viewer in channel.viewers:
                viewer.set()

    async def _ask(self, slugs: list[str]) -> dict[str, int]:
        if not slugs:
            return {}
        return await asyncio.get_running_loop().run_in_executor(self.reader, read_versions, slugs)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(send: Send, status: int, why: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})
