"""The spare takes the place of the laptop that it followed: its database and its keys become those of this one."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from thunee_tournaments.hall_server import processes, restoring
from thunee_tournaments.hall_server.spare import following


class NotTaken(Exception):
    """The spare does not take over; the text says why. Nothing was changed."""


@dataclass(frozen=True)
class Taken:
    """What was taken over, until when the first laptop had nothing else, and where what stood here is kept now."""

    state: following.State
    until: datetime
    kept: list[Path]


def take_over(received: Path, database: Path) -> Taken:
    """Put what arrived in the place of the database, and its keys beside it. Neither the site nor the spare may run
    meanwhile. Nothing is overwritten. Raises NotTaken, and what `restoring.restore` raises."""
    state = following.read(received)
    if state is None:
        raise NotTaken(
            f"In {received} there is nothing to take over: no laptop was followed to its end, or it was taken over "
            "before. Then the site starts with  python3 dev.py run"
        )
    if processes.answers(f"{state.url}/healthz"):
        raise NotTaken(
            f"The site at {state.url} still answers. Two at once would each be half of an evening: stop it there "
            "(Ctrl-C) first, or take that laptop out of the network."
        )
    now, until = datetime.now(), following.answered(received)
    keys = [database.parent / name for name in following.KEYS]
    for key in keys:  # written before anything is changed: a full disk takes nothing
        following.write(new(key), state.keys[key.name])
    kept = restoring.restore(state.database(received), database)
    for key in keys:
        kept += put_in_place(key, now)
    received.replace(received.with_name(f"taken-{now:%Y%m%d-%H%M%S}"))
    return Taken(state, until, kept)


def new(key: Path) -> Path:
    """Where a key waits for its place."""
    return key.with_name(f"{key.name}.new")


def put_in_place(key: Path, now: datetime) -> list[Path]:
    """Put the key that waits in its place; where one that stood there is kept now."""
    aside = key.with_name(f"{key.stem}-{now:%Y%m%d-%H%M%S}.key")
    kept = []
    if key.exists() and key.read_text(encoding="utf-8").strip() != new(key).read_text(encoding="utf-8"):
        key.replace(aside)
        kept = [aside]
    new(key).replace(key)
    return kept
