"""`/t/<token>`: the secret address of a table. Looking at it does nothing; pressing its button lets the phone in.

So a chat's preview robot cannot let itself in, and the token is gone from the address bar afterwards. The first phone
needs nothing more; a further one, to which the link was forwarded, the PIN that only the desk can see.

A token has 128 bits, so nobody guesses one; who tries all the same is slowed down (counted in Django's cache: without
one that is shared, by each process for itself). A link that works is never slowed down: a whole hall may share one
address with whoever tries.
"""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from thunee_tournaments.client_address import client_address
from thunee_tournaments.scoring import session
from thunee_tournaments.tables.admitting import DIGITS, Answer, Door, admit, look
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import TableLink

MOST_WRONG = 60  # links that do not work, in PERIOD, from one network address
PERIOD = 60  # seconds
STATUS = {Door.WRONG: 422, Door.TOO_FAST: 429, Door.LOCKED: 429}


@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """For everybody who has the link of a table: the phone that opens it first is let in, a further one types the
    PIN."""
    response = _answer(request, token)
    # Never the path, which holds the token. Not "no-referrer": with that a browser posts its form with the origin
    # "null", which the protection against forged requests must refuse.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_store=True)
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    link = find(token)
    if link is not None:
        return _opened(request, link)
    key = f"wrong-links-{client_address(request)[:64]}"
    if cache.get(key, 0) >= MOST_WRONG:
        response = render(request, "scoring/no_table.html", {"too_many": True}, status=429)
        response["Retry-After"] = str(PERIOD)
        return response
    cache.add(key, 0, PERIOD)
    try:
        cache.incr(key)
    except ValueError:  # it ended between the two lines
        cache.set(key, 1, PERIOD)
    return _nothing(request)


def _opened(request: HttpRequest, link: TableLink) -> HttpResponse:
    device = session.known_device(request) or session.new_device()
    if request.method != "POST":
        response = _door(request, link, look(link, device), 200)
        session.name_phone(request, response, device)
        return response
    answer = admit(link, device, request.POST.get("pin", "").strip())
    if answer.door == Door.IN:
        response = redirect("scoring:table")
        session.begin(request, response, link, device)
        return response
    if answer.door == Door.ENDED:
        return _nothing(request)
    return _door(request, link, answer, STATUS.get(answer.door, 200))


def _door(request: HttpRequest, link: TableLink, answer: Answer, status: int) -> HttpResponse:
    context = {"link": link, "door": answer.door.value, "left": answer.left, "digits": DIGITS}
    return render(request, "scoring/open.html", context, status=status)


def _nothing(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/no_table.html", status=404)
