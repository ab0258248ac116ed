"""The word by which a tournament stands in addresses and commands."""

import re
from collections.abc import Callable

from django.utils.text import slugify

MAX_SLUG = 60
# First parts of addresses that are, or may become, the site's own.
_RESERVED = (
    "about accounts admin api archive assets audit calendar contact create dashboard desk docs events export "
    "favicon.ico fundraising hall healthz help home import index invitation legal link links live login logout manage "
    "manifest.json media metrics new news offline privacy profile push robots.txt rules schema scoring search "
    "settings signup sitemap.xml site solver sources spare sse start static status stream styleguide sw.js t table "
    "tables team teams organisations preferences terms test tournament tournaments user users verify well-known "
)
RESERVED = frozenset(_RESERVED.split())
_SHAPE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def complaint(slug: str) -> str | None:
    """Why a slug cannot be used: "empty", "shape", "too_long" or "reserved"; None if it can."""
    if not slug:
        return "empty"
    if len(slug) > MAX_SLUG:
        return "too_long"
    if not _SHAPE.fullmatch(slug):
        return "shape"
    return "reserved" if slug in RESERVED else None


def propose(name: str, taken: Callable[[str], bool]) -> str:
    """A free slug for a tournament of this name; `taken` says whether a slug is in use.

    A name without Latin letters or digits gives "tournament-2" and so on.
    """
    stem = slugify(name)[: MAX_SLUG - 4].strip("-_").replace("_", "-")
    stem = re.sub(r"-{2,}", "-", stem) or "tournament"
    candidate, number = stem, 1
    while complaint(candidate) or taken(candidate):
        number += 1
        candidate = f"{stem}-{number}"
    return candidate
