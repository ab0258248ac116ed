"""Who gets to see the desk: somebody who is signed in, and only what is theirs. Everything else is not there (404).

Each page says in its first words whom it is for. Organisers may do all that anybody with a role may, chief referees all
that referees may.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from thunee_tournaments.tournaments.models import Role
from thunee_tournaments.tournaments.selectors import held_by, organisation_for, part_in, tournament_and_roles

# Who decides in spite of a conflict of interest, saying why.
CHIEFS = frozenset({Role.Name.ORGANISER.value, Role.Name.CHIEF_REFEREE.value})

View = Callable[..., HttpResponse]

ORGANISERS = frozenset({Role.Name.ORGANISER.value})
REFEREES = ORGANISERS | {Role.Name.CHIEF_REFEREE.value, Role.Name.REFEREE.value}
WRITERS = REFEREES | {Role.Name.SCOREKEEPER.value}
TREASURY = ORGANISERS | {Role.Name.TREASURER.value}
ANYBODY = frozenset(Role.Name.values)  # whoever has a role in the tournament
LOOKING = ("GET", "HEAD")
STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class DeskRequest(HttpRequest):
    """A request of somebody who is signed in. `roles`: what they are in the tournament the page is about."""

    user: User
    roles: frozenset[str] = frozenset()


def signed_in(view: View) -> View:
    """A page for whoever has an account; others are asked to sign in, and come back to where they were. Where the site
    wants a second step of everybody (`SECOND_STEP`), whoever has none sets it up first; their account says why."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_way_back(request, kwargs.get("slug")))
        if settings.SECOND_STEP == "required" and not is_mfa_enabled(request.user, STEPS):
            return redirect(f"{reverse('account')}#second-step")
        return private(view(request, *args, **kwargs))

    return wrapper


def page_for(
    acting: frozenset[str], looking: frozenset[str] = frozenset(), *, in_a_copy: bool = False
) -> Callable[[View], View]:
    """A page of one tournament, for who has one of these roles: the view is given the tournament in place of the slug.

    Whoever has only a `looking` role may see the page, and sends nothing to it. For all others it is not there (404).
    It is looked at and sent to; a page that takes less says so above this. In a copy of an event that another site
    keeps everybody only looks, but at a page that says `in_a_copy`.
    """

    def decorate(view: View) -> View:
        @require_http_methods([*LOOKING, "POST"])
        @wraps(view)
        @signed_in
        def wrapper(request: DeskRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponse:
            tournament, request.roles = tournament_and_roles(request.user, slug)
            held = held_by(request.user, tournament) if in_a_copy else request.roles
            if not held & (acting | looking if request.method in LOOKING else acting):
                raise Http404("no such page for this role")
            return view(request, tournament, *args, **kwargs)

        return wrapper

    return decorate


organiser_page = page_for(ORGANISERS)
referee_page = page_for(REFEREES)
organiser_page_of_a_copy_too = page_for(ORGANISERS, in_a_copy=True)


def organisation_page(view: View) -> View:
    """A page of an organisation, for its members: the view is given the organisation in place of its id."""

    @require_http_methods([*LOOKING, "POST"])
    @wraps(view)
    @signed_in
    def wrapper(request: DeskRequest, *args: Any, organisation_id: str, **kwargs: Any) -> HttpResponse:
        organisation = organisation_for(request.user, organisation_id)
        request.roles = frozenset({part_in(request.user, organisation)})
        return view(request, organisation, *args, **kwargs)

    return wrapper


def holders_page(view: View) -> View:
    """A page of an organisation, for its organisers alone: it is not there for other members (404)."""

    @wraps(view)
    def wrapper(request: DeskRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.roles & ORGANISERS:
            raise Http404("no such page for this part")
        return view(request, *args, **kwargs)

    return organisation_page(wrapper)


def private(response: HttpResponse) -> HttpResponse:
    """Nobody else may keep this page, and no search engine may list it. What holds a secret says no_store itself."""
    patch_cache_control(response, private=True, no_cache=True)
    response["X-Robots-Tag"] = "noindex"
    return response


def unkept(response: HttpResponse) -> HttpResponse:
    """A page with PINs or passwords on it: whoever takes the browser next must not go back to it."""
    patch_cache_control(response, no_store=True)
    return response


def secret(response: HttpResponse) -> HttpResponse:
    """A page with tokens on it, or in its address: not kept anywhere, and the address told to nobody."""
    patch_cache_control(response, no_store=True)
    # Not "no-referrer": with that a browser posts its forms (to sign out) with the origin "null", which is refused.
    response["Referrer-Policy"] = "strict-origin"
    return response


def _way_back(request: HttpRequest, slug: str | None) -> str:
    """Where to go after signing in: an act that was not let in is not repeated, its tournament is shown instead."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    return reverse("desk:overview", args=[slug]) if slug else reverse("desk:home")
