"""`/healthz`: whether this process serves and reaches its database; for machines, so in no language and uncached."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from thunee_tournaments import disk


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """200 "ok", with a word where the disk is nearly full; 503 when the database does not answer or nothing can be
    written."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer\n", status=503, content_type="text/plain")
    left = disk.megabytes_left()
    if getattr(connection, "read_only", False) or (left is not None and left * disk.MB < disk.FULL):
        return HttpResponse("disk full: nothing can be saved\n", status=503, content_type="text/plain")
    text = "ok\n" if left is None else f"ok, but the disk is nearly full: {left} MB left\n"
    return HttpResponse(text, content_type="text/plain")
