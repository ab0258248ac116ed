"""Messages to phones: encrypted for one browser (RFC 8291), signed with this site's key (VAPID, RFC 8292)."""

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from thunee_tournaments import site_key
from thunee_tournaments.services.models import ToldPhone

SECONDS_TO_LIVE = 15 * 60  # a call that comes later helps nobody
GONE = (404, 410)  # what the service answers when the phone does not want to be told any more


class PhoneGone(Exception):
    """The browser is not reached under this address any more."""


class NotTaken(OSError):
    """The service did not take the message now; it may later."""


def public_key() -> str:
    """What a browser has to know of this site to be told by it: a point of P-256, in base64 for addresses."""
    point = site_key.push_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _base64(point)


def is_allowed(endpoint: str) -> bool:
    """Whether this address belongs to a service that browsers are reached through (`PUSH_HOSTS`)."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None:
        return False
    return any(host == known or (known.startswith(".") and host.endswith(known)) for known in settings.PUSH_HOSTS)


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether a message can be encrypted with what a browser gave: a point of P-256, and sixteen bytes."""
    try:
        point, secret = (base64.b64decode(key + "=" * (-len(key) % 4), b"-_", validate=True) for key in (p256dh, auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (binascii.Error, ValueError):
        return False
    return len(secret) == 16


def post(phone: ToldPhone, says: Mapping[str, str]) -> None:
    """Hand a message over to the service of the phone's browser. Raises PhoneGone, and NotTaken or another OSError
    where the line is down."""
    import requests
    from py_vapid import VapidException  # type: ignore[import-untyped]
    from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]

    with requests.Session() as session:
        session.max_redirects = 0
        try:
            webpush(
                {"endpoint": phone.endpoint, "keys": {"p256dh": phone.p256dh, "auth": phone.auth}},
                json.dumps(says),
                vapid_private_key=_vapid(),
                vapid_claims={"sub": f"https://{urlsplit(settings.PUBLIC_URL).hostname}"},
                ttl=SECONDS_TO_LIVE,
                timeout=settings.PUSH_TIMEOUT,
                requests_session=session,
            )
        except WebPushException as fault:
            status = fault.response.status_code if fault.response is not None else 0
            if status in GONE:
                raise PhoneGone from fault
            raise NotTaken(str(status)) from fault
        except VapidException as fault:  # it finds the site's name odd
            raise NotTaken(str(fault)) from fault


def _vapid() -> Any:
    from py_vapid import Vapid02

    return Vapid02(private_key=site_key.push_key())


def _base64(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode().rstrip("=")
