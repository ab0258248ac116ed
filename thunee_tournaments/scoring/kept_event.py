"""The event for a table's phone to keep: its bundle, from which a site that has lost it takes it in again."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from thunee_tournaments import site_key
from thunee_tournaments.scoring import session
from thunee_tournaments.services.queries import asks_again_after, bundle_for_phones

NOTHING = 204


@require_safe
@session.table_session_required
def event(request: HttpRequest, here: session.TableSession) -> HttpResponse:
    """For a phone at its table: the event's bundle, with the code of this site beside it, up to when it has everything
    and for how long the phone need not ask; 304 where it has it already, 204 where there is none to keep."""
    tournament = here.link.tournament
    made = bundle_for_phones(tournament)
    after = str(asks_again_after(tournament, made))
    if made is None:
        return HttpResponse(status=NOTHING, headers={"X-Ask-After": after})
    tag = f'"{made.tag}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(made.content, content_type="application/zip")
        name = f"{tournament.slug}-{timezone.localtime(made.at):%Y-%m-%d-%H%M}.zip"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["ETag"] = tag
        response["X-Site-Code"] = site_key.own().code
    response["X-Has-All-Until"] = made.at.isoformat()
    response["X-Ask-After"] = after
    return response
