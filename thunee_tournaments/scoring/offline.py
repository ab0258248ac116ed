"""What lets the table's pages open without network: the service worker's script, and the page for when all else fails.

The script is served below /table, with leave to cover /table itself. It names the build, so that every update of the
site is one of the worker too, and the files a page needs.
"""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import condition, require_safe

from thunee_tournaments.build import build

SCOPE = "/table"
SHELL = (
    "css/phone.css",
    "icons/icon.svg",
    "js/scoring.js",
    "js/clock.js",
    "js/table/start.js",
    "js/table/store.js",
    "js/table/send.js",
    "js/table/panel.js",
    "js/table/entry.js",
    "js/table/faults.js",
    "js/table/preview.js",
    "js/table/follow.js",
    "js/table/cards.js",
    "js/table/live_ruling.js",
    "js/game/play.js",
    "js/game/calls.js",
    "js/game/moments.js",
    "js/game/result.js",
    "js/table/standing.js",
    "js/table/handover.js",
    "js/vendor/lean-qr.js",
)


def _tag(_request: HttpRequest) -> str:
    return f'"{build()}"'


@require_safe
@condition(etag_func=_tag)  # browsers ask for it with every page
def worker(_request: HttpRequest) -> HttpResponse:
    """For everybody: the service worker: which build, which files, and the script that does the work."""
    known = {
        "build": build(),
        "shell": [static(name) for name in SHELL],
        "offline": reverse("scoring:offline"),
        "static": settings.STATIC_URL,
        "skip": [reverse("scoring:state"), reverse("scoring:worker")],
        "patience": settings.PHONE_PATIENCE,
    }
    script = f"self.KNOWN = {json.dumps(known)};\nimportScripts({json.dumps(static('js/table/worker.js'))});\n"
    response = HttpResponse(script, content_type="text/javascript")
    response["Service-Worker-Allowed"] = SCOPE
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """For everybody: shown by the worker instead of a page that was never opened with network."""
    response = render(request, "scoring/offline.html")
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response
