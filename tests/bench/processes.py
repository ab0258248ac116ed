"""The web server of a site that is measured: started as on an evening, and ended at once."""

import contextlib
import http.client
import os
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

from thunee_tournaments.hall_server import processes

ROOT = Path(__file__).resolve().parent.parent.parent
START_LIMIT = 60.0
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class DidNotStart(Exception):
    """The site ended, or gave no sign of life for too long; the text holds the end of its log."""


class Server:
    """The web server, in as many processes as on an evening; `kill` is SIGKILL to each of them."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self.log = port, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = processes.web("127.0.0.1", self.port, self.log.parent).command
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + START_LIMIT
        while not site_answers(self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise DidNotStart(f"the site did not start:\n{self.log.read_text(errors='replace')[-3000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):  # it had fallen over, and left nothing behind
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(30)


def site_answers(port: int) -> bool:
    try:
        with DIRECTLY.open(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
    except (OSError, http.client.HTTPException):
        return False
