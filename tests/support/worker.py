"""A real Celery worker in a process of its own, on the test's database and a broker of the test's own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection

from tests.support.loudly import missing
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
START_LIMIT = 180.0


def eventually(holds: Callable[[], Any], within: float = 120.0, every: float = 0.1) -> Any:
    """Wait until `holds()` is true and return what it gave; fail after `within` seconds."""
    deadline = time.monotonic() + within
    while not (result := holds()):
        if time.monotonic() > deadline:
            pytest.fail(f"still not so after {within:.0f} s: {getattr(holds, '__name__', holds)}")
        time.sleep(every)
    return result


def database_url() -> str:
    """The test's database as another process names it."""
    used = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(str(used['NAME'])).as_posix()}"
    login = ":".join(quote(str(part), safe="") for part in (used["USER"], used["PASSWORD"]) if part)
    return f"postgres://{login}@{used['HOST']}:{used['PORT']}/{used['NAME']}"


class WorkerProcess:
    """`start()` returns when the worker takes tasks; `kill()` is a power cut, `stop()` the ordinary end."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.folder = folder
        self.log = folder / "worker.log"
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
            "DATABASE_URL": database_url(),
            "DATABASE_POOL": "0",
            "SECRET_KEY": "for-tests-only-" + "k9" * 20,
            "THUNEE_VAR": str(folder),
            "CELERY_BROKER_URL": broker,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, beat: bool = True) -> "WorkerProcess":
        command = [sys.executable, "-m", "celery", "--app", "thunee_tournaments", "worker", "--pool", "threads"]
        command += ["--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "info"]
        with self.log.open("ab") as log:
            offset = log.tell()
            self.process = subprocess.Popen(
                command + (["--beat"] if beat else []),
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

        def ready() -> bool:
            if self.process is not None and self.process.poll() is not None:
                pytest.fail(f"the worker did not start:\n{self.log.read_text()[-3000:]}")
            return b" ready" in self.log.read_bytes()[offset:]

        eventually(ready, START_LIMIT)
        return self

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            if how is signal.SIGTERM:
                self.process.terminate()
                try:
                    self.process.wait(60)
                except subprocess.TimeoutExpired:
                    how = signal.SIGKILL
            if how is signal.SIGKILL:
                os.killpg(self.process.pid, signal.SIGKILL)  # its clock is a child of its own, which would tick on
        self.process.wait(60)
        self.process = None


@pytest.fixture
def redis_url() -> Iterator[str]:
    """A Redis server of the test's own."""
    program = shutil.which("redis-server")
    if program is None:
        missing("redis-server", "install it (on Debian: apt-get install redis-server)")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="thunee-redis-") as folder:
        server = subprocess.Popen(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        eventually(answers)
        yield f"redis://127.0.0.1:{port}/0"
        server.terminate()
        server.wait(60)


@pytest.fixture(params=["filesystem", pytest.param("redis", marks=pytest.mark.redis)])
def broker_url(request: pytest.FixtureRequest) -> str:
    """Every test with a real worker is one test for each broker that the site supports."""
    return "filesystem://localhost//" if request.param == "filesystem" else str(request.getfixturevalue("redis_url"))


@pytest.fixture
def celery_worker_process(transactional_db: None, broker_url: str, tmp_path: Path) -> Iterator[WorkerProcess]:
    """A worker for this test's database, not started yet; what the test itself sends goes to the same broker."""
    from thunee_tournaments.celery import app
    from thunee_tournaments.settings.tasks import filesystem_broker

    worker = WorkerProcess(tmp_path, broker_url)
    before = {
        key: app.conf[key]
        for key in ("task_always_eager", "broker_url", "broker_write_url", "broker_transport_options")
    }
    options = filesystem_broker(tmp_path / "queue") if broker_url.startswith("filesystem:") else {}
    app.conf.update(
        task_always_eager=False, broker_url=broker_url, broker_write_url=broker_url, broker_transport_options=options
    )
    app.set_current()
    forget_connections(app)
    yield worker
    worker.stop()
    app.conf.update(before)
    forget_connections(app)


def forget_connections(app: Any) -> None:
    """Make the app connect anew, to the broker it is configured for now."""
    from kombu import pools

    pools.reset()
    app._pool = None
    app.amqp._producer_pool = None
