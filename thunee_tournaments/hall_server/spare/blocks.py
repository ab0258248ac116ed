"""What has changed between two states of a database file, as blocks of it: what SQLite itself calls its pages."""

import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

MOST = 4_000_000  # bytes of blocks in one part
READ = 1 << 20
LENGTH = 4  # bytes that say how long a part's head is


class Unreadable(Exception):
    """This is no part, or not of a version that is known here."""


@dataclass(frozen=True)
class Part:
    """Some blocks of a database as it was at one moment. `blocks` of `size` bytes each are in the whole file. `digest`:
    SHA-256 of the whole file with these blocks in it; "" where more parts of the same moment follow. `keys`: what else
    the spare needs, by name; in the first part of a run alone."""

    size: int
    blocks: int
    numbers: list[int]
    content: bytes
    digest: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)

    def packed(self) -> bytes:
        """As it travels, before it is sealed."""
        head = asdict(self)
        del head["content"]
        written = json.dumps(head).encode()
        return zlib.compress(len(written).to_bytes(LENGTH, "big") + written + self.content, 1)

    def put_into(self, file: IO[bytes]) -> None:
        """Write the blocks to their places."""
        for place, number in enumerate(self.numbers):
            file.seek(number * self.size)
            file.write(self.content[place * self.size : (place + 1) * self.size])
        file.truncate(self.blocks * self.size)


def unpacked(packed: bytes) -> Part:
    """The part that travelled so. Raises Unreadable."""
    try:
        plain = zlib.decompress(packed)
        start = LENGTH + int.from_bytes(plain[:LENGTH], "big")
        return Part(content=plain[start:], **json.loads(plain[LENGTH:start]))
    except (zlib.error, ValueError, TypeError) as error:
        raise Unreadable(str(error)) from None


def size_of(database: Path) -> int:
    """How many bytes a block of this database has, as its own head says."""
    with database.open("rb") as file:
        size = int.from_bytes(file.read(18)[16:18], "big")
    return 65_536 if size == 1 else size


def parts(before: Path | None, now: Path) -> Iterator[Part]:
    """What makes the state `before` (None: nothing at all) into `now`, in as many parts as it takes; none if the two
    are the same."""
    size = size_of(now)
    if before is not None and size_of(before) != size:
        before = None
    blocks = now.stat().st_size // size
    numbers: list[int] = []
    content = bytearray()
    for number, block in _changed(before, now, size):
        if len(content) >= MOST:
            yield Part(size, blocks, numbers, bytes(content))
            numbers, content = [], bytearray()
        numbers.append(number)
        content += block
    if numbers or (before is not None and before.stat().st_size != now.stat().st_size):
        yield Part(size, blocks, numbers, bytes(content), digest(now))


def _changed(before: Path | None, now: Path, size: int) -> Iterator[tuple[int, bytes]]:
    """The blocks of `now` that stand otherwise in `before`, each with its number."""
    with now.open("rb") as new, before.open("rb") if before else io.BytesIO() as old:
        number = 0
        while fresh := new.read(READ):
            stale = old.read(READ)
            for start in range(0, len(fresh) if fresh != stale else 0, size):
                block = fresh[start : start + size]
                if block != stale[start : start + size]:
                    yield number + start // size, block
            number += len(fresh) // size


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
