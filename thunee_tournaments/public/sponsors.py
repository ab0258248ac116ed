"""The logos of an event's sponsors."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from thunee_tournaments.fundraising.models import Sponsor
from thunee_tournaments.public.caching import answer, etag
from thunee_tournaments.tournaments.selectors import require_reader, tournament_of


@require_safe
def logo(request: HttpRequest, slug: str, sponsor_id: str) -> HttpResponse:
    """For everybody: the logo of a sponsor, a PNG that was made here."""
    tournament = tournament_of(slug)
    require_reader(request.user, tournament)
    sponsor = Sponsor.objects.filter(tournament=tournament, public_id=sponsor_id).exclude(mark="").first()
    if sponsor is None:
        raise Http404("no such logo")
    tag = etag(request, sponsor.public_id, sponsor.mark)
    return answer(request, tag, lambda: HttpResponse(bytes(sponsor.logo), content_type="image/png"))
