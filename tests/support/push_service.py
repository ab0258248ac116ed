"""A service that reaches browsers: what the site hands over is kept, and opened as the browser of the phone would."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import http_ece  # type: ignore[import-untyped]
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HOST = "https://fcm.googleapis.com"


def coded(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser with what only it knows, and what it gives a site."""

    name: str = "one"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen letters!"

    @property
    def gives(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{HOST}/fcm/send/{self.name}", "p256dh": coded(point), "auth": coded(self.secret)}

    def opens(self, body: bytes) -> dict[str, str]:
        """What a message says; raises where it is for another browser."""
        said: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))
        return said


@dataclass
class Service:
    """What was handed over, as (address, headers, body), and what the service answers."""

    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answer: int = 201
    down: bool = False

    def post(self, _session: Any, url: str, *, data: bytes, headers: dict[str, str], **_more: Any) -> Any:
        if self.down:
            raise requests.ConnectionError("no line")
        self.taken.append((url, dict(headers), data))
        response = requests.Response()
        response.status_code, response.reason, response._content = self.answer, "", b""
        return response


@contextmanager
def service() -> Iterator[Service]:
    made = Service()
    with mock.patch("requests.Session.post", lambda self, url, **said: made.post(self, url, **said)):
        yield made


def signer(headers: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """The key of the site that signed a message, and what it claims. Raises InvalidSignature."""
    authorization = next(text for name, text in headers.items() if name.lower() == "authorization")
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    head, claims, signature = parts["t"].split(".")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    raw = decoded(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return parts["k"], json.loads(decoded(claims))
