"""Everything that runs on an evening, to be killed part by part: database, web server, worker and clock."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench import planted
from tests.bench.crashing import alive
from tests.bench.crashing.disk import Disk
from tests.bench.crashing.warm import Part, celery, heat, serve
from tests.bench.processes import START_LIMIT, DidNotStart, site_answers
from tests.support.ports import free_port
from tests.support.postgres import Cluster
from thunee_tournaments.hall_server import processes

SITE, WORKER, DATABASE, BACKEND, EVERYTHING = "site", "worker", "database", "backend", "everything"
TARGETS = {"sqlite": (SITE, WORKER, EVERYTHING), "postgresql": (SITE, WORKER, DATABASE, BACKEND, EVERYTHING)}
POWER = "power"
WITH_WORKER = (WORKER, EVERYTHING, POWER)
# As the server comes, but that its files stay small, and that nothing of it stays in memory when it is killed.
POSTGRESQL = {"max_wal_size": "128MB", "min_wal_size": "32MB", "dynamic_shared_memory_type": "mmap"}
PLANTED = {
    planted.LAZY: {"synchronous_commit": "off", "wal_writer_delay": "10s"},
    planted.UNSYNCED: {"fsync": "off"},
}


class Stand:
    """The processes of one site. `strike` kills some; `recover` brings everything up again."""

    def __init__(self, logs: Path, cluster: Cluster | None, disk: Disk | None) -> None:
        self.cluster, self.disk, self.port = cluster, disk, free_port()
        heat()
        self.site = Part(serve, self.port, log=logs / "site.log")
        self.worker = Part(celery, arguments_of(processes.worker(logs)), log=logs / "worker.log")
        self.clock = Part(celery, arguments_of(processes.beat(logs)), log=logs / "clock.log")

    def strike(self, target: str, rng: random.Random) -> None:
        if target in (SITE, EVERYTHING, POWER):
            self.site.kill()
        if target in WITH_WORKER:
            self.worker.kill()
        if target in (EVERYTHING, POWER):
            self.clock.kill()
        if self.cluster and target in (DATABASE, EVERYTHING, POWER):
            kill_cluster(self.cluster)
        if self.cluster and target == BACKEND:
            kill_backend(self.cluster, rng)
        if self.disk and target == POWER:
            self.disk.cut()

    def bring_database_back(self) -> None:
        if self.cluster and self.cluster.process is not None:
            if self.cluster.process.poll() is None:
                self.cluster.wait()  # it begins anew by itself after the death of one of its processes
            else:
                self.cluster.start()

    def start(self) -> None:
        """Start whatever of the site does not run, and wait until it answers."""
        for part in (self.site, self.worker, self.clock):
            if not part.running():
                part.start()
        deadline = time.monotonic() + START_LIMIT
        while not site_answers(self.port):
            if not self.site.running() or time.monotonic() > deadline:
                raise DidNotStart(f"the site did not start:\n{self.site.log.read_text(errors='replace')[-3000:]}")
            time.sleep(0.02)

    def logs(self) -> list[Path]:
        own = [part.log for part in (self.site, self.worker, self.clock)] + ([self.cluster.log] if self.cluster else [])
        return [log for log in own if log.exists()]

    def end(self) -> None:
        for part in (self.site, self.worker, self.clock):
            part.kill()


def arguments_of(service: processes.Service) -> list[str]:
    """What follows the name of the app in a command of Celery."""
    return service.command[service.command.index("--app") + 2 :]


@contextlib.contextmanager
def own_cluster(folder: Path, data: Path) -> Iterator[Cluster]:
    """A PostgreSQL server of this run's own, that waits for the disk; what its files lie on may be unmounted after."""
    folder.mkdir(mode=0o700)
    cluster = Cluster(folder, data, POSTGRESQL | PLANTED.get(planted.planted(), {}))
    cluster.make()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def kill_cluster(cluster: Cluster) -> None:
    """SIGKILL to the server's first process and to all of its own."""
    if cluster.process is None:
        return
    own = alive.children(cluster.process.pid)
    for pid in (cluster.process.pid, *own):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    cluster.process.wait(30)
    alive.wait_until_gone(lambda: any(alive.of(pid) for pid in own))


def kill_backend(cluster: Cluster, rng: random.Random) -> None:
    """SIGKILL to one of the processes that serve the site's connections; the server then ends all others of its own."""
    assert cluster.process is not None
    first = cluster.process.pid
    own = alive.children(first)
    serving = [pid for pid in own if b"postgres: thunee " in alive.read(pid, "cmdline")]
    with contextlib.suppress(ProcessLookupError):
        os.kill(rng.choice(serving or own), signal.SIGKILL)
    alive.wait_until_gone(lambda: set(own) & set(alive.children(first)))
