"""The web server and the worker: started, watched, started again when they fall over, stopped in order."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from thunee_tournaments import disk

LOG_LIMIT = 5_000_000  # bytes; a longer log becomes the previous one at the next start
LOOK_EVERY = 300.0  # seconds between two looks at the disk
STEADY = 10.0  # seconds; who falls over sooner after its start will not get better by itself
STOP_LIMIT = 15.0
PR_SET_PDEATHSIG = 1
SITES = 2  # processes that make pages; while one writes to the database the others read, more would wait to write


class DidNotStart(Exception):
    """A process ended, or did not answer, before it was of any use; the text ends with the last lines of its log."""


def end_with_parent() -> None:
    """In the child, on Linux: be stopped when the watcher is killed, instead of holding its port for ever."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def allow_many_connections() -> None:
    """Let this process, and those it starts, hold as many connections as the system grants: each open page is one."""
    if sys.platform != "win32":
        import resource

        _now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Service:
    """One process of the site, with its log in `logs/<name>.log`."""

    def __init__(self, name: str, module: list[str], logs: Path) -> None:
        self.name = name
        self.command = [sys.executable, "-m", *module]
        self.log = logs / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0

    def start(self) -> None:
        self.end_group()  # what a process that fell over has left would still hold its port
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".previous.log"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # A group of its own: Ctrl-C reaches only the watcher, which stops everything in order.
                start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                preexec_fn=end_with_parent if sys.platform == "linux" else None,
            )
        self.started = time.monotonic()

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def steady(self) -> bool:
        return time.monotonic() - self.started > STEADY

    def ask_to_stop(self) -> None:
        """Let it finish what it does, and then end."""
        if self.process is not None and self.running():
            self.process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))

    def ended(self) -> None:
        """Return when it has ended, as it was asked to; after a while, end it with all that it started."""
        if self.process is None:
            return
        try:
            self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.end_group()
        self.process.wait()

    def end_group(self) -> None:
        """End what it has started and left behind, at once."""
        if self.process is not None and os.name != "nt":
            with contextlib.suppress(ProcessLookupError):  # nothing of its group is left, as it should be
                os.killpg(self.process.pid, signal.SIGKILL)

    def last_lines(self, count: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-count:]) if self.log.exists() else ""


def sites() -> int:
    """How many processes make pages: two, where there are two cores for them."""
    return min(SITES, os.cpu_count() or 1)


def web(host: str, port: int, logs: Path) -> Service:
    """The web server: one process that holds the port, and watches those that make the pages."""
    options = ["--host", host, "--port", str(port)]
    if sites() > 1:
        options += ["--workers", str(sites())]
    return Service("web", ["thunee_tournaments.hall_server.web", *options], logs)


def worker(logs: Path) -> Service:
    options = ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "info"]
    return Service("worker", ["celery", "--app", "thunee_tournaments", "worker", *options], logs)


def beat(logs: Path) -> Service:
    """The clock: a process of its own, since a worker's own does not exist on Windows and outlives a killed worker."""
    return Service("beat", ["celery", "--app", "thunee_tournaments", "beat", "--loglevel", "warning"], logs)


def answers(url: str) -> bool:
    """Whether the site is up at this address of `healthz`: also where it can only be read."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except urllib.error.HTTPError as error:
        return error.code == HTTPStatus.SERVICE_UNAVAILABLE and error.read().startswith(b"disk full")
    except (urllib.error.URLError, OSError):
        return False


def wait_until_healthy(service: Service, url: str, stopping: Callable[[], bool], limit: float = 60.0) -> None:
    """Return when `url` answers, or when `stopping()`; DidNotStart when the service ends first, or after `limit` s."""
    deadline = time.monotonic() + limit
    while not stopping() and not answers(url):
        if not service.running() or time.monotonic() > deadline:
            raise DidNotStart(
                f"The {service.name} process did not start. Its log, {service.log}, ends:\n{service.last_lines()}"
            )
        time.sleep(0.1)


def stop_all(services: list[Service]) -> None:
    for service in services:
        service.ask_to_stop()
    for service in services:
        service.ended()


def watch(
    services: list[Service], stopping: Callable[[], bool], say: Callable[[str], None], besides: Callable[[], None]
) -> None:
    """Keep the services running until `stopping()`, do what is to be done `besides` again and again, and say when the
    disk gets full; DidNotStart when a service falls over again and again."""
    looked = -LOOK_EVERY
    while not stopping():
        if time.monotonic() - looked > LOOK_EVERY:
            looked = time.monotonic()
            if (left := disk.megabytes_left()) is not None:
                say(f"The disk is nearly full: {left} MB left. Make room: when it is full, no hand can be saved.")
        for service in services:
            if service.running():
                continue
            if not service.steady():
                raise DidNotStart(
                    f"The {service.name} process ends at once. Its log, {service.log}, ends:\n{service.last_lines()}"
                )
            say(f"The {service.name} process ended by itself; it is started again. What it said is in {service.log}")
            service.start()
        besides()
        time.sleep(0.5)
