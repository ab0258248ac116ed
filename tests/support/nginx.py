"""A real nginx with a configuration of deploy/, on a port of its own, in front of what it is given."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.loudly import missing
from tests.support.worker import eventually

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
OWN_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configuration() -> str:
    """The configuration that operators are given."""
    return (DEPLOY / "nginx.conf").read_text(encoding="utf-8")


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def in_front_of(folder: Path, port: int, site: int, live: int = 0, static: Path | None = None) -> Iterator[None]:
    """It runs at this port, without TLS but saying so, and sends to these."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if program is None:
        missing("nginx", "on Debian apt-get install nginx-light")
    text = configuration().split("server {\n    listen 80;")[0]
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}").replace("Proto $scheme", "Proto https")
    text = re.sub(r" *ssl_certificate.*\n", "", text).replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = text.replace("127.0.0.1:8001", f"127.0.0.1:{live or site}").replace("/srv/thunee/var", str(static or folder))
    text = text.replace("/var/log/nginx/", f"{folder}/").replace("/var/cache/nginx/thunee", f"{folder}/cache")
    temporary = "".join(f"{name}_temp_path {folder}/{name};\n" for name in OWN_FOLDERS)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log info;\nevents {{}}\n"
    user = "user root;\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"{user}{whole}http {{\n{temporary}{text}}}\n")
    with subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")]) as running:
        try:
            eventually(lambda: answers(port))
            yield
        finally:
            running.terminate()
