"""Telling a phone when its team is called: the worker that shows the message, and what a phone asks of the site."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.public.strangers import TOO_OFTEN, UNUSABLE, SomeAnHour
from thunee_tournaments.public.team import team_of
from thunee_tournaments.services.acts import Refused, forget_phone, tell_phone
from thunee_tournaments.tournaments.selectors import require_reader, tournament_of

MOST_BYTES = 4096


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """For everybody: the script that shows a message on a phone whose pages are closed."""
    script = f"importScripts({json.dumps(static('js/push-worker.js'))});\n"
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@csrf_exempt  # it does nothing in anybody's name, and a page that is kept by caches has no token
@require_POST
def tell(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """For everybody: tell this phone when the team is called, or no more. The body is JSON: `endpoint`, and `p256dh`
    and `auth` to be told; without these, the phone is forgotten."""
    tournament = tournament_of(slug)
    require_reader(request.user, tournament)
    team = team_of(tournament, public_id)
    asked = _asked(request)
    if asked is None:
        return JsonResponse({"detail": _("This browser cannot be told.")}, status=UNUSABLE)
    if not SomeAnHour("told-phones", 200).allows(request):
        return JsonResponse({"detail": _("Too often from here. Wait an hour.")}, status=TOO_OFTEN)
    if not asked["p256dh"]:
        forget_phone(team=team, endpoint=asked["endpoint"])
        return HttpResponse(status=204)
    try:
        tell_phone(team=team, **asked, language=get_language() or "")
    except Refused as refused:
        return JsonResponse({"detail": str(refused.message)}, status=UNUSABLE)
    return HttpResponse(status=204)


def _asked(request: HttpRequest) -> dict[str, str] | None:
    """The three texts of a request; None where it is not what a page sends."""
    try:
        body: Any = json.loads(request.body[:MOST_BYTES])
    except (ValueError, RecursionError):  # the second is for brackets within brackets
        return None
    if not isinstance(body, dict):
        return None
    asked = {name: body.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    fine = all(isinstance(text, str) and "\0" not in text and text.isascii() for text in asked.values())
    return asked if fine and asked["endpoint"] else None
