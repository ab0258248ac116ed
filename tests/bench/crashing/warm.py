"""The site's processes, each a fork of one that has imported everything: two hundred restarts would else be imports.

They do what `hall_server.processes` starts on an evening, and differ in nothing but how they came to have their
modules.
"""

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.crashing import alive
from thunee_tournaments.hall_server import processes, web

CONTEXT = multiprocessing.get_context("forkserver")


def heat() -> None:
    """Import everything once. To be called when the environment is complete."""
    CONTEXT.set_forkserver_preload(["tests.bench.crashing.warmed"])


class Part:
    """One part of the site, with all that it forks; `kill` is SIGKILL to each."""

    def __init__(self, act: Callable[..., None], *said: Any, log: Path) -> None:
        self.act, self.said, self.log = act, said, log
        self.process: Any = None

    def start(self) -> None:
        self.process = CONTEXT.Process(target=run, args=(self.act, self.said, str(self.log)))
        self.process.start()

    def running(self) -> bool:
        return self.process is not None and bool(self.process.is_alive())

    def kill(self) -> None:
        if self.process is None:
            return
        for send in (os.killpg, os.kill):  # the latter for one that has no group of its own yet
            with contextlib.suppress(ProcessLookupError):
                send(self.process.pid, signal.SIGKILL)
        self.process.join(30)
        alive.wait_until_gone(lambda: alive.group(self.process.pid))  # else the port is still taken


def run(act: Callable[..., None], said: tuple[Any, ...], log: str) -> None:
    """In the new process: a group of its own, its output in the log, and no life beyond that of the measurement."""
    os.setsid()
    processes.end_with_parent()
    fd = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(fd, 1)
    os.dup2(fd, 2)
    act(*said)


def serve(port: int) -> None:
    """The web server: one process that holds the port, and those that make the pages."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(2048)
        for _ in range(processes.sites()):
            if os.fork() == 0:
                processes.end_with_parent()
                make_pages(listening)
                os._exit(1)
        os.wait()  # nobody of them ends by itself
        os.killpg(0, signal.SIGKILL)


def make_pages(listening: socket.socket) -> None:
    import uvicorn

    from tests.bench.planted import OF_THE_SITE, planted

    if planted() in OF_THE_SITE:
        from tests.bench.planted_site import application
    else:
        from thunee_tournaments.asgi import application
    uvicorn.Server(uvicorn.Config(application, **web.OPTIONS)).run(sockets=[listening])


def celery(arguments: list[str]) -> None:
    """The worker or the clock."""
    from tests.bench.planted import FORGETFUL, planted

    if planted() == FORGETFUL:
        from tests.bench.planted_worker import app
    else:
        from thunee_tournaments.celery import app
    sys.argv = ["celery", *arguments]
    app.start(arguments)
