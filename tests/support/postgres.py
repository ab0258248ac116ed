"""A PostgreSQL server of the tests' own, from the system's programs, in a temporary folder; standard library only."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server until the block ends; gives the value for DATABASE_URL."""
    binaries, (prefix, user), port, password = programs(), as_whom(), free_port(), secrets.token_hex(16)
    folder = Path(tempfile.mkdtemp(prefix="thunee-postgres-"))
    try:
        (folder / "password").write_text(password)
        if user:
            for path in (folder, folder / "password"):
                shutil.chown(path, user)
        data = folder / "data"
        login = ["-U", "thunee", "--auth=scram-sha-256", f"--pwfile={folder / 'password'}"]
        made = subprocess.run(
            [*prefix, str(binaries / "initdb"), "-D", str(data), *login, "-E", "UTF8", "--locale=C", "--no-sync"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")
        # What these tests write is thrown away: no need to wait for the disk. Whoever waits for a lock, or keeps others
        # waiting, for longer than any test needs is told so: emptying the tables must not hang on a forgotten reader.
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(folder),
            "max_connections": "60",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "lock_timeout": "60s",
            "idle_in_transaction_session_timeout": "240s",
        }
        command = [*prefix, str(binaries / "postgres"), "-D", str(data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wait(process, binaries, port, folder / "log")
            yield f"postgres://thunee:{password}@127.0.0.1:{port}/thunee"
        finally:
            process.send_signal(signal.SIGINT)  # "fast": end the sessions, then stop
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait(process: subprocess.Popen[bytes], binaries: Path, port: int, log: Path) -> None:
    asked = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    deadline = time.monotonic() + 180
    while subprocess.run(asked).returncode != 0:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.1)
