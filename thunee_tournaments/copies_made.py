"""What is known of the copies of this machine's database: written by who watches the site, read by the desk."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.utils import timezone

NAME = "copies.json"


@dataclass(frozen=True)
class CopiesMade:
    """When the last good copy was made (None: never yet), whether none could be made since, and the folders beside the
    site's own that took none."""

    at: datetime | None = None
    failed: bool = False
    missing: list[str] = field(default_factory=list)


def read() -> CopiesMade | None:
    """What is known; None where nothing is: on a server, in a demo, before the first copy."""
    try:
        kept = json.loads((settings.VAR / NAME).read_text(encoding="utf-8"))
        at = datetime.fromisoformat(kept["at"]) if kept["at"] else None
        return CopiesMade(at, kept["failed"] is True, [str(folder) for folder in kept["missing"]])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(made: bool, missing: Sequence[str]) -> None:
    """Note a copy that was made now, or that could not be; a full disk does not take even this."""
    before = read()
    at = timezone.now() if made else before.at if before else None
    content = {"at": at.isoformat() if at else None, "failed": not made, "missing": list(missing)}
    with suppress(OSError):
        unfinished = settings.VAR / f"{NAME}.part"
        unfinished.write_text(json.dumps(content), encoding="utf-8")
        unfinished.replace(settings.VAR / NAME)
