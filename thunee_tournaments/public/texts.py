"""The hands of a match, or of the whole tournament, to take away as text (docs/notation.md)."""

from django.http import HttpRequest, HttpResponse

from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.public.events import of_event
from thunee_tournaments.services import queries
from thunee_tournaments.tournaments.models import Tournament


@of_event
def match_hands(_request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: the hands of a match as text (`/<tournament>/m/<match>.thn`)."""
    match = match_for(tournament, public_id)
    return _file(queries.text_of_match(match), f"{tournament.slug}-match-{match.number}.thn")


@of_event
def all_hands(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: all its hands as text (`/<tournament>/hands.thn`)."""
    return _file(queries.text_of_tournament(tournament), f"{tournament.slug}.thn")


def _file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
