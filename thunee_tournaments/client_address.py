"""Where a request came from, when proxies of our own stand in front."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address our outermost proxy was called from; without a proxy, the one that called us.

    Each proxy appends the address it was called from to X-Forwarded-For, so the one that counts stands as many places
    from the end as there are proxies. What stands before it is what the visitor claims, and is not read.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    proxies: int = settings.TRUSTED_PROXIES
    if not proxies:
        return direct
    passed = [part.strip() for part in str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
    return passed[-proxies] if len(passed) >= proxies else direct
