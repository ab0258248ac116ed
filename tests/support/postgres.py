"""A PostgreSQL server of the tests' own, from the system's programs, in a temporary folder; standard library only."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.ports import free_port

PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)


class NotInstalled(Exception):
    """This machine has no PostgreSQL server."""


def programs() -> Path:
    """The folder of the newest server's programs; NotInstalled if there is none."""
    found = [folder for place in PLACES for folder in Path("/").glob(place[1:]) if (folder / "initdb").exists()]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    if not found:
        raise NotInstalled("PostgreSQL is missing: on Debian, apt-get install postgresql")

    def version(folder: Path) -> list[int]:
        said = subprocess.run([folder / "initdb", "--version"], capture_output=True, text=True, check=True).stdout
        return [int(part) for part in said.split()[2].split(".") if part.isdigit()]

    return max(found, key=version)


def as_whom() -> tuple[list[str], str | None]:
    """What to put before a command, and the user's name: the server refuses to run as root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return [], None
    import pwd

    user = next((name for name in ("postgres", "nobody") if name in {entry.pw_name for entry in pwd.getpwall()}), None)
    if user is None or not shutil.which("setpriv"):
        raise NotInstalled("PostgreSQL does not run as root, and there is no other user to run it as")
    group = pwd.getpwnam(user).pw_gid
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--"], user


def sorting(binaries: Path) -> list[str]:
    """Text in the order of a language, as on most servers, so that nothing relies on that of bytes; the servers before
    version 15 know no such order that every machine has."""
    told = subprocess.run([str(binaries / "initdb"), "--help"], capture_output=True, text=True).stdout
    by_language = ["--locale-provider=icu", "--icu-locale=en-US"] if "--icu-locale" in told else []
    return ["--locale=C", *by_language]


# What the tests write is thrown away: no need to wait for the disk. Whoever waits for a lock, or keeps others waiting,
# for longer than any test needs is told so: emptying the tables must not hang on a forgotten reader.
THROWN_AWAY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "lock_timeout": "60s",
    "idle_in_transaction_session_timeout": "240s",
}


class Cluster:
    """A server of one's own: its log, socket and password in `folder`, its data in `data`."""

    def __init__(self, folder: Path, data: Path, settings: dict[str, str]) -> None:
        self.folder, self.data, self.settings = folder, data, settings
        self.binaries, (self.prefix, self.user) = programs(), as_whom()
        self.port, self.password, self.log = free_port(), secrets.token_hex(16), folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The value for DATABASE_URL; the database is not there yet."""
        return f"postgres://thunee:{self.password}@127.0.0.1:{self.port}/thunee"

    def make(self) -> None:
        """Lay the data out on the disk."""
        (self.folder / "password").write_text(self.password)
        if self.user:
            for path in (self.folder, self.folder / "password", self.data.parent):
                shutil.chown(path, self.user)
        login = ["-U", "thunee", "--auth=scram-sha-256", f"--pwfile={self.folder / 'password'}"]
        command = [str(self.binaries / "initdb"), "-D", str(self.data), *login, "-E", "UTF8"]
        command += sorting(self.binaries)
        command += ["--no-sync"] if self.settings.get("fsync") == "off" else []
        made = subprocess.run([*self.prefix, *command], cwd=self.folder, capture_output=True, text=True)
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "max_connections": "60",
            **self.settings,
        }
        command = [*self.prefix, str(self.binaries / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait()

    def wait(self) -> None:
        """Return when it takes connections."""
        asked = [str(self.binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        deadline = time.monotonic() + 180
        while subprocess.run(asked).returncode != 0:
            if self.process is None or self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{self.log.read_text(errors='replace')[-3000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """End the sessions, then the server."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server until the block ends; gives the value for DATABASE_URL."""
    folder = Path(tempfile.mkdtemp(prefix="thunee-postgres-"))
    try:
        cluster = Cluster(folder, folder / "data", THROWN_AWAY)
        cluster.make()
        try:
            cluster.start()
            yield cluster.url
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
