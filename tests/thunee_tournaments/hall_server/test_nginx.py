"""The configuration of nginx in deploy/, given to a real nginx: no key ever stands in a log."""

import http.server
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.nginx import configuration, in_front_of
from tests.support.ports import free_port

TOKEN = "dGhpcyBpcyBhIHRva2Vu"
PATHS = [
    f"/t/{TOKEN}",
    f"/%74/{TOKEN}",
    f"/t%2F{TOKEN}",
    f"//t/{TOKEN}",
    f"/./t/{TOKEN}",
    f"/x/..//t/{TOKEN}",
    f"/desk/invitation/{TOKEN}",
    f"/%64esk/%69nvitation/{TOKEN}",
    f"/desk/organisations/invitation/{TOKEN}",
    f"/accounts/new/{TOKEN}",
    f"/accounts/address/{TOKEN}",
    f"/accounts/password/new/1-{TOKEN}",
    f"/diwali-shield/register/{TOKEN}",
    f"/diwali-shield/%72egister/{TOKEN}",
    f"/diwali-shield/receipt/{TOKEN}",
    f"/diwali-shield/pledges/{TOKEN}",
    f"/accounts/login?next=/desk/invitation/{TOKEN}",
    f"/%61ccounts/login?next=%2Fdesk%2F%69nvitation%2F{TOKEN}",
    f"/rules?next=/t/{TOKEN}",
]


class Upstream(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """(the port of a running nginx with this configuration, the port it sends to)."""
    port, site = free_port(), free_port()
    with in_front_of(tmp_path, port, site):
        yield port, site


def ask(port: int, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as visitor:
        visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: thunee.example.org\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: visitor.recv(65536), b""))


def test_a_key_stands_in_no_log_however_it_is_written_and_whatever_goes_wrong(
    nginx: tuple[int, int], tmp_path: Path
) -> None:
    port, site = nginx
    for path in PATHS:
        assert b"502" in ask(port, path).split(b"\r\n")[0], path  # nobody answers yet: nginx complains of it
    served = http.server.ThreadingHTTPServer(("127.0.0.1", site), Upstream)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        for path in PATHS:
            assert b"200 OK" in ask(port, path), path
        assert b"200 OK" in ask(port, "/shield/")
    finally:
        served.shutdown()
        served.server_close()
    logs = {path.name: path.read_text() for path in tmp_path.glob("*.log")}
    assert "/shield/" in logs["thunee.log"]
    told = {name: [line for line in text.splitlines() if TOKEN in line] for name, text in logs.items()}
    assert not any(told.values()), told


def test_the_log_names_only_what_nginx_has_decoded() -> None:
    text = configuration()
    form = re.search(r"log_format thunee '([^']*)'", text)
    assert form
    assert not {"$request", "$request_uri", "$args", "$http_referer"} & set(re.findall(r"\$\w+", form[1]))
    assert re.findall(r"access_log (\S+) ?(\w*);", text)[0] == ("/var/log/nginx/thunee.log", "thunee")
