"""What time it is, by the server: what open pages count their rounds down by."""

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from thunee_tournaments.tournaments.selectors import public_tournament


@require_safe
def clock(request: HttpRequest, slug: str) -> JsonResponse:
    """For readers of the event: `{"now": milliseconds since 1970}`, never kept by anybody on the way."""
    public_tournament(request.user, slug)
    response = JsonResponse({"now": int(timezone.now().timestamp() * 1000)})
    patch_cache_control(response, no_store=True)
    return response
