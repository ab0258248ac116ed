"""A request to the site as the hall server answers it."""

import asyncio
from typing import Any

from thunee_tournaments.hall_server import site


def scope(path: str = "/healthz", method: str = "GET") -> dict[str, Any]:
    headers = [(b"host", b"localhost")]
    return {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}


async def ask(
    served: site.Site, said: dict[str, Any], body: asyncio.Future[bytes] | None = None
) -> list[dict[str, Any]]:
    """One request; `body` comes when it comes."""
    sent = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": await body if body else b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await served(said, receive, send)
    return sent
