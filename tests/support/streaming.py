"""The site as uvicorn serves it, with live updates, in this process and on the test's database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from tests.support.ports import free_port
from tests.support.worker import eventually


@contextmanager
def streaming_site() -> Iterator[str]:
    """Its address, until the block ends. The test must commit what the site is to see (`transaction=True`)."""
    from thunee_tournaments.asgi import site
    from thunee_tournaments.live import Hub

    port = free_port()
    config = uvicorn.Config(
        Hub(site),
        port=port,
        lifespan="off",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    eventually(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(60)
