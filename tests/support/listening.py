"""A program that listens: a server on this machine that keeps what it is sent and answers as it is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Listener:
    """`got`: the headers and body of each request; `answers`: the status of the next ones, 200 when none is left."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.url = ""


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener at its own address."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status = listener.answers.pop(0) if listener.answers else 200
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", listener.url + "elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_args: Any) -> None:
            """It says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.url = f"http://127.0.0.1:{server.server_address[1]}/thunee"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
