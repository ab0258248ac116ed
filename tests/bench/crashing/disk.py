"""A disk whose power can be cut: an ext4 of its own in a file, mounted by a loop device. Linux, root only.

The cut is ext4's own order for trying this out (EXT4_IOC_SHUTDOWN without a last flush): from that moment nothing
reaches the disk, and what only the kernel's memory held is gone. Mounted again, the journal is played back as after a
real cut. The kernel may write back before it is asked to, in any order, so a part of what waits is written at random
first, in every second cut. Each cut proves itself: a page that was synced has to be there, one that was not has to be
as it was before.
"""

import contextlib
import ctypes
import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEGABYTES = 1024
EXT4_IOC_SHUTDOWN = 0x8004587D
WITHOUT_FLUSHING = struct.pack("I", 2)
WRITE_NOW_AND_WAIT = 2 | 4  # SYNC_FILE_RANGE_WRITE, _WAIT_AFTER: pages only, neither names nor lengths
PAGE = 4096
LOST_AT_LEAST = 0.8  # of all cuts: anybody on this machine may call for a `sync` at the wrong moment


def in_memory() -> Path | None:
    """A folder that lies in memory, if there is one with room: what is measured is not how fast this disk is."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 2 * MEGABYTES * 2**20 else None


class NotHere(Exception):
    """The power cannot be cut on this machine; the text says why."""


class Disk:
    """Mounted at `place` until the block ends."""

    def __init__(self, rng: random.Random) -> None:
        if sys.platform != "linux" or os.geteuid() != 0:
            raise NotHere("--power needs Linux and root: it mounts a disk of its own, whose power it can cut")
        for program in ("mkfs.ext4", "mount", "umount"):
            if not shutil.which(program):
                raise NotHere(f"--power needs {program}: on Debian, apt-get install e2fsprogs mount")
        self.rng, self.cuts, self.lost, self.faults = rng, 0, 0, list[str]()
        self.folder = Path(tempfile.mkdtemp(prefix="thunee-power-", dir=in_memory()))
        self.folder.chmod(0o711)  # PostgreSQL's user passes through
        self.image, self.place = self.folder / "image", self.folder / "disk"

    def __enter__(self) -> "Disk":
        self.place.mkdir()
        with self.image.open("wb") as image:
            image.truncate(MEGABYTES * 2**20)
        try:
            made = ["mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(self.image)]
            subprocess.run(made, check=True, capture_output=True, text=True)
            self.mount()
        except subprocess.CalledProcessError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise NotHere(f"--power cannot mount a disk of its own here: {error.stderr.strip()}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if os.path.ismount(self.place):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.unmount()
        shutil.rmtree(self.folder, ignore_errors=True)

    def mount(self) -> None:
        # The journal is written when somebody asks for it, hardly ever by the clock: all the more is lost in a cut.
        command = ["mount", "-t", "ext4", "-o", "loop,commit=300", str(self.image), str(self.place)]
        subprocess.run(command, check=True, capture_output=True, text=True)

    def unmount(self) -> None:
        for patience in (0.1, 0.3, 1.0, 3.0, 0.0):
            done = subprocess.run(["umount", str(self.place)], capture_output=True, text=True)
            if done.returncode == 0:
                return
            time.sleep(patience)
        done.check_returncode()

    def note(self) -> None:
        """Write down what has to be there after the next cut. Long before it: a sync takes others along."""
        for name in ("synced", "unsynced"):
            self._write(name, self.cuts, sync=True)

    def cut(self) -> None:
        """Cut the power and switch it on again. Nobody has a file of this disk open any more."""
        self._write("unsynced", self.cuts + 1, sync=False)
        if self.rng.random() < 0.5:
            self._write_some_back()
        fd = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(fd, EXT4_IOC_SHUTDOWN, WITHOUT_FLUSHING)
        finally:
            os.close(fd)
        self.unmount()
        self.mount()
        if self._read("synced") != self.cuts:
            self.faults.append(f"cut {self.cuts + 1} lost what was synced: this is no disk to measure on")
        self.lost += self._read("unsynced") == self.cuts
        self.cuts += 1

    def proof(self) -> list[str]:
        """What is to be said against the cuts themselves."""
        if self.lost < LOST_AT_LEAST * self.cuts:
            return [*self.faults, f"only {self.lost} of {self.cuts} cuts lost what was not synced: they prove nothing"]
        return self.faults

    def _write(self, name: str, number: int, sync: bool) -> None:
        fd = os.open(self.place / name, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(fd, f"{number:<{PAGE - 1}}\n".encode(), 0)
            if sync:
                os.fsync(fd)
        finally:
            os.close(fd)

    def _read(self, name: str) -> int:
        try:
            return int((self.place / name).read_text())
        except (OSError, ValueError):
            return -1

    def _write_some_back(self) -> None:
        """Let some of the pages that wait in memory reach the disk, torn from the others."""
        libc = ctypes.CDLL(None, use_errno=True)
        for path in self.place.rglob("*"):
            if path.parent == self.place or not path.is_file() or self.rng.random() < 0.5:
                continue
            pages = path.stat().st_size // PAGE + 1
            with path.open("rb") as file:
                for _ in range(3):
                    at, count = self.rng.randrange(pages), self.rng.choice([1, 1, 2, 16])
                    libc.sync_file_range(
                        file.fileno(), ctypes.c_int64(at * PAGE), ctypes.c_int64(count * PAGE), WRITE_NOW_AND_WAIT
                    )
