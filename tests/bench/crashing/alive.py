"""Which processes there are, by what the kernel says of them (Linux)."""

import time
from collections.abc import Callable
from pathlib import Path

THREADS = 17  # place of their number in `of`
DYING = 30.0  # seconds the kernel may take to clear up after a SIGKILL


def children(parent: int) -> list[int]:
    """The living processes that this one has started."""
    return [pid for pid in everybody() if of(pid)[1:2] == [str(parent).encode()]]


def group(leader: int) -> list[int]:
    """The living processes of this one's group."""
    return [pid for pid in everybody() if of(pid)[2:3] == [str(leader).encode()]]


def everybody() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def of(pid: int) -> list[bytes]:
    """State, parent, group and so on; nothing if it does not live any more: its first thread may have ended while
    another still holds its files and ports."""
    said = read(pid, "stat").rpartition(b")")[2].split()
    return [] if said[:1] == [b"Z"] and int(said[THREADS]) <= 1 else said


def read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def wait_until_gone(living: Callable[[], object]) -> None:
    """Return when it finds nobody any more."""
    deadline = time.monotonic() + DYING
    while living() and time.monotonic() < deadline:
        time.sleep(0.01)
