"""What is announced of an event, in place of its overview until the draw."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.public.caching import etag, page
from thunee_tournaments.teams.sign_ups import announcement_of
from thunee_tournaments.tournaments.models import Tournament


def announced_page(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """The page of an event that is not drawn; None where nothing is announced of it."""
    announcement = announcement_of(tournament)
    if not announcement.shown:
        return None
    tag = etag(request, tournament.public_id, tournament.version, announcement.takes_teams)
    context = {"announcement": announcement, "tournament": tournament}
    return page(request, tag, lambda: render(request, "public/announced.html", context))
