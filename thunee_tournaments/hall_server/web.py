"""`python -m thunee_tournaments.hall_server.web`: the site by uvicorn, with the limits of `connections`.

No access log: it would keep the addresses of tables' links, and of visitors.
"""

import argparse
from typing import Any

import uvicorn

PATIENCE = 60  # seconds a site may be deaf before it is replaced: a busy laptop is not a broken one
OPTIONS: dict[str, Any] = {
    "http": "thunee_tournaments.hall_server.connections:Connection",
    "ws": "none",
    "lifespan": "off",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "log_level": "warning",
    "timeout_keep_alive": 5,
    "timeout_graceful_shutdown": 5,
    "timeout_worker_healthcheck": PATIENCE,
}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="thunee_tournaments.hall_server.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1, help="processes that make pages")
    parser.add_argument("--app", default="thunee_tournaments.asgi:application")
    given = parser.parse_args(arguments)
    uvicorn.run(
        given.app,
        host=given.host,
        port=given.port,
        workers=given.workers,
        **OPTIONS,
    )


if __name__ == "__main__":
    main()
