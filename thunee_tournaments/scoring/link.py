"""`/t/<token>`: the secret address of a table. Looking at it does nothing; pressing its button lets the phone in.

So a chat's preview robot cannot let itself in, and the token is gone from the address bar afterwards.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from thunee_tournaments.scoring import session
from thunee_tournaments.tables.links import find


@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    link = find(token)
    if link is None:
        response = render(request, "scoring/no_table.html", status=404)
    elif request.method == "POST":
        response = redirect("scoring:table")
        session.begin(request, response, link)
    else:
        response = render(request, "scoring/open.html", {"link": link})
    # Never the path, which holds the token. Not "no-referrer": with that a browser posts its form with the origin
    # "null", which the protection against forged requests must refuse.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_store=True)
    return response
