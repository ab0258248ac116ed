"""Faults put in on purpose, for the crash measurement to find. THUNEE_PLANTED says which.

    early      the site says saved before anything is (whatever is killed then loses it)
    keyless    the site writes what comes twice twice
    idle       the site gives nobody a hand to write, so that every kill is of a server that does nothing
    forgetful  the worker ticks work off before it is done
    lazy       PostgreSQL says committed while that is in its own memory alone (killing the server loses it)
    unsynced   the database does not wait for the disk (a power cut loses what it said was saved)

The first three are made here, and served by `planted_site`. The worker's is in
`planted_worker`, SQLite's in `crash_settings`, PostgreSQL's in `crashing.stand`.
"""

import asyncio
import os
import secrets
from typing import Any

EARLY, KEYLESS, IDLE, FORGETFUL, LAZY, UNSYNCED = "early", "keyless", "idle", "forgetful", "lazy", "unsynced"
ALL = (EARLY, KEYLESS, IDLE, FORGETFUL, LAZY, UNSYNCED)
OF_THE_SITE = (EARLY, KEYLESS, IDLE)
DELAY = 0.3
FORGETS_FOR = 2.0  # seconds: as long as a busy machine needs to see the tick and strike


def planted() -> str:
    return os.environ.get("THUNEE_PLANTED", "")


def keyless(site: Any) -> Any:
    from adjudication import entries

    write = entries.append_entry
    entries.append_entry = lambda *args, **said: write(*args, **{**said, "device": secrets.token_hex(8)})
    entries._require_seen = lambda *_: None  # a stale head would keep most of them out
    return site


def idle(site: Any) -> Any:
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/hand"):
            scope = {**scope, "path": "/nothing-is-here", "raw_path": b"/nothing-is-here"}
        await site(scope, receive, send)

    return application


def early(site: Any) -> Any:
    """Answer the saving of a hand at once with what a page says that saved it, and save a little later."""

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or not scope["path"].endswith("/hand"):
            await site(scope, receive, send)
            return
        message = await receive()
        while message.get("more_body"):
            more = await receive()
            message = {**more, "body": message["body"] + more.get("body", b"")}
        await send({"type": "http.response.start", "status": 302, "headers": [(b"location", b"/table")]})
        await send({"type": "http.response.body", "body": b""})
        await asyncio.sleep(DELAY)
        told = [message]

        async def again() -> Any:
            return told.pop() if told else await asyncio.Event().wait()

        async def nobody(_message: Any) -> None: ...

        await site(scope, again, nobody)

    return application
