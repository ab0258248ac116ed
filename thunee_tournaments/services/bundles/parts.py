"""What of a bundle is new beside the one that the other side has: the rest need not travel.

A part is a ZIP of its own: which bundle it goes on from, the new manifest and its signature, and for each file that
changed either its lines, most of which are named by where they stood before, or the whole of it.
"""

import io
import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.bundles.faults import bent, unreadable

BASE = "base"
LINES = ".lines"
MOST_SENT = 50_000_000  # bytes of all files that came over the line: nobody has looked yet who sent them
Files = dict[str, bytes]
Step = list[int] | str  # lines of before, as [from, how many]; or new ones as they are


def part_of(before: Files, now: Files) -> bytes:
    """What has to travel to make `now` out of `before` (the files of two bundles)."""
    travels: Files = {BASE: container.name_of(before).encode()}
    for name, content in now.items():
        if before.get(name) == content:
            continue
        if name.endswith(".jsonl") and name in before:
            travels[name + LINES] = json.dumps(list(_steps(before[name], content)), ensure_ascii=False).encode()
        else:
            travels[name] = content
    return container.zipped(travels)


def is_part(files: Files) -> bool:
    """Whether this is what is new of a bundle, and no whole one."""
    return BASE in files


def put_together(before: Files, part: Files) -> Files:
    """The files of the whole bundle. What it holds is not checked here. Refused: other_base, bent."""
    if part[BASE].decode("ascii", "replace") != container.name_of(before):
        raise unreadable(_("it goes on from another bundle than the one that is here."), code="other_base")
    now = {name: content for name, content in part.items() if name != BASE and not name.endswith(LINES)}
    for name, content in part.items():
        if name.endswith(LINES):
            whole = name.removesuffix(LINES)
            now[whole] = _follow(before.get(whole, b""), container.parsed(content, name), name)
    names = container.manifest_of(now)["files"]
    kept = {name: content for name, content in before.items() if name in names and name not in now}
    return {**kept, **now}


def _steps(before: bytes, now: bytes) -> Iterator[Step]:
    stood = {line: place for place, line in enumerate(before.splitlines(keepends=True))}
    start = count = 0
    fresh: list[bytes] = []
    for line in now.splitlines(keepends=True):
        place = stood.get(line)
        if count and place == start + count:
            count += 1
            continue
        if count:
            yield [start, count]
            count = 0
        if place is None:
            fresh.append(line)
            continue
        if fresh:
            yield b"".join(fresh).decode()
            fresh = []
        start, count = place, 1
    if count:
        yield [start, count]
    if fresh:
        yield b"".join(fresh).decode()


def _follow(before: bytes, steps: Any, name: str) -> bytes:
    lines = before.splitlines(keepends=True)
    made = io.BytesIO()
    for step in steps if isinstance(steps, list) else [None]:
        match step:
            case str():
                made.write(step.encode("utf-8", "surrogatepass"))
            case [int(start), int(count)] if 0 <= start <= start + count <= len(lines):
                made.write(b"".join(lines[start : start + count]))
            case _:
                raise bent(f"{name} cannot be followed.")
        if made.tell() > MOST_SENT:
            raise bent(f"{name} is too large.")
    return made.getvalue()


def unzipped(content: bytes) -> Files:
    """The files of a part or a whole bundle. Refused: unreadable."""
    allowed = {*container.KNOWN, BASE, *(name + LINES for name in container.KNOWN)}
    return container.unzipped(content, allowed, MOST_SENT)
