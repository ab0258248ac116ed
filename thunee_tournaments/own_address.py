"""The addresses of this site as they are passed on: on paper, in codes, in messages."""

from django.conf import settings
from django.http import HttpRequest


def own_address(request: HttpRequest, path: str) -> str:
    """The whole address of a path: under the site's public name where it is known, else as it was asked for."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
