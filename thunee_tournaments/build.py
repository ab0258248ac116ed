"""What the site is made from, as one short word: with every update it changes, and no older answer counts any more."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def build() -> str:
    """A fingerprint of everything answers are made from, taken once when the process first needs it."""
    seen = hashlib.sha256()
    root = Path(settings.ROOT)
    for folder in ("templates", "thunee_tournaments", "engine", "adjudication"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".html", ".py", ".css", ".js", ".mo", ".toml", ".svg"}:
                stat = path.stat()
                seen.update(f"{path.relative_to(root)}:{stat.st_size}:{stat.st_mtime_ns};".encode())
    return seen.hexdigest()[:12]
