"""That some tournament has changed, as PostgreSQL tells it the moment it is so.

`data_version.bump_version` notifies as its transaction commits; here one connection of a process that serves streams
listens. On SQLite, and while that connection is lost, whoever waits is woken by the clock.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Self

from django.db import connection

from thunee_tournaments.tournaments.data_version import NOTICES

logger = logging.getLogger(__name__)
GATHER = 0.1  # seconds in which further notices are one
SURE = 5.0  # seconds after which it is looked without a notice, too: a line can be lost without a sound
AGAIN = 2.0  # seconds until a lost connection is tried again
NOT_PSYCOPGS = {"context", "cursor_factory", "prepare_threshold"}  # what Django adds for connections of its own


class Notices:
    """What whoever looks at versions waits for, within `async with`. `every`: seconds between two looks where nobody
    tells of a change."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.told = asyncio.Event()
        self.listening = False
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if connection.vendor == "postgresql":
            self.task = asyncio.ensure_future(self._listen())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    async def next(self) -> None:
        """Wait until something has changed, or may have."""
        if self.listening:
            await asyncio.sleep(GATHER)
        with suppress(TimeoutError):
            async with asyncio.timeout(SURE if self.listening else self.every):
                await self.told.wait()
        self.told.clear()

    async def _listen(self) -> None:
        from psycopg import AsyncConnection, Error

        while True:
            try:
                async with await AsyncConnection.connect(**parameters(), autocommit=True) as line:
                    await line.execute(f"LISTEN {NOTICES}")
                    self.listening = True
                    self.told.set()  # of what changed before
                    async for _notice in line.notifies():
                        self.told.set()
            except Error as error:
                logger.warning("versions are looked at by the clock, for nothing can be heard: %s", error)
            finally:
                self.listening = False
            await asyncio.sleep(AGAIN)


def parameters() -> dict[str, Any]:
    """How the site connects to its database, for psycopg itself."""
    return {name: value for name, value in connection.get_connection_params().items() if name not in NOT_PSYCOPGS}
