"""The door for a spare laptop, which follows this one and can take its place (`hall_server.spare`).

Who serves the site from a laptop puts sealed parts of the database into a folder; here they are handed out to whoever
knows the code, and it is noted how far the spare has come, for the desk. Without that folder there is no such address.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

ASKING, NEWEST, SEEN = "asking", "newest.json", "seen.json"
BYTES = "application/octet-stream"
SILENT = timedelta(seconds=60)  # a spare that did not ask for so long has gone


@dataclass(frozen=True)
class Seen:
    """How far the spare has come: it asked at `asked_at`, and had everything at `whole_at`; None: never yet."""

    asked_at: datetime | None = None
    whole_at: datetime | None = None

    @property
    def silent(self) -> bool:
        """Whether it has asked, and does so no more."""
        return self.asked_at is not None and timezone.now() - self.asked_at > SILENT


def folder() -> Path:
    """Where the parts lie while a spare may follow."""
    return Path(settings.VAR) / "spare"


def file_of(run: str, number: int) -> Path:
    """The file of one part; a run of parts begins with the whole database."""
    return folder() / f"{run}-{number}.part"


def seen() -> Seen | None:
    """What is known of the spare; None where none may follow."""
    if not (folder() / ASKING).exists():
        return None
    try:
        kept = json.loads((folder() / SEEN).read_text(encoding="utf-8"))
        return Seen(*(datetime.fromisoformat(kept[name]) if kept[name] else None for name in ("asked", "whole")))
    except (OSError, ValueError, KeyError, TypeError):
        return Seen()


def forget() -> None:
    """What was noted of a spare that is put away; whatever asks again is noted anew."""
    with suppress(OSError):
        (folder() / SEEN).unlink(missing_ok=True)


@require_safe
@never_cache
def newest(request: HttpRequest) -> HttpResponse:
    """Which run of parts there is now, and how many; the spare says in `has` how far it has come. 404 where none may
    follow, 403 without the code."""
    if (refused := _refused(request)) is not None:
        return refused
    try:
        there = json.loads((folder() / NEWEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise Http404("nothing is ready yet") from None
    _note(whole=request.GET.get("has") == f"{there['run']}-{there['number']}")
    return JsonResponse(there)


@require_safe
@never_cache
def part(request: HttpRequest, run: str, number: int) -> HttpResponse:
    """One part, sealed. 404 where it is not there (any more), 403 without the code."""
    if (refused := _refused(request)) is not None:
        return refused
    try:
        return HttpResponse(file_of(run, number).read_bytes(), content_type=BYTES)
    except OSError:
        raise Http404("there is no such part") from None


def _refused(request: HttpRequest) -> HttpResponse | None:
    """What is answered to whoever may not ask. Raises Http404 where nobody may."""
    try:
        expected = (folder() / ASKING).read_text(encoding="utf-8")
    except OSError:
        raise Http404("no spare may follow") from None
    if constant_time_compare(request.headers.get("Authorization", ""), f"Spare {expected}"):
        return None
    return HttpResponseForbidden("the code is not that of this laptop\n", content_type="text/plain; charset=utf-8")


def _note(whole: bool) -> None:
    """Keep how far the spare has come; a full disk does not take even this."""
    before, now = seen() or Seen(), timezone.now()
    whole_at = now if whole else before.whole_at
    content = {"asked": now.isoformat(), "whole": whole_at.isoformat() if whole_at else None}
    with suppress(OSError):
        unfinished = folder() / f"{SEEN}.part"
        unfinished.write_text(json.dumps(content), encoding="utf-8")
        unfinished.replace(folder() / SEEN)
