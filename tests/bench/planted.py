"""The site with a fault put in on purpose, for the crash measurement to find: uvicorn serves this `application`.

THUNEE_PLANTED says which: "early" says saved before anything is (a power cut then loses it), "keyless" writes what
comes twice twice.
"""

import asyncio
import os
import secrets
from typing import Any

from thunee_tournaments.asgi import application as site

EARLY, KEYLESS = "early", "keyless"
DELAY = 0.3


def keyless() -> None:
    from adjudication import entries

    write = entries.append_entry
    entries.append_entry = lambda *args, **said: write(*args, **{**said, "device": secrets.token_hex(8)})
    entries._require_seen = lambda *_: None  # a stale head would keep most of them out


async def early(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer the saving of a hand at once with what a page says that saved it, and save a little later."""
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


application: Any = site
if os.environ.get("THUNEE_PLANTED") == EARLY:
    application = early
elif os.environ.get("THUNEE_PLANTED") == KEYLESS:
    keyless()
