"""The key of this site: it signs the bundles made here, and opens what other sites sealed for it.

The key is made at the first start and kept beside the database (`SITE_KEY` in the environment comes first). What others
have to know of it is its *address*; its *code* is short enough to be read out and compared.
"""

import base64
import binascii
import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from thunee_tournaments.settings.environment import VAR
from thunee_tournaments.settings.security import kept_key

FORMAT = "thunee1"  # what an address begins with
NONCE = bytes(12)  # a key seals one thing only
CODE_LENGTH = 16
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class NoAddress(ValueError):
    """This is not the address of a site."""


class CannotOpen(ValueError):
    """It was not sealed for this site, or it was changed."""


@dataclass(frozen=True)
class Address:
    """What others know of a site: the key its signatures are checked by, and the one things are sealed with."""

    signing: bytes
    sealing: bytes

    def __str__(self) -> str:
        return f"{FORMAT}.{base64.urlsafe_b64encode(self.signing + self.sealing).decode().rstrip('=')}"

    @property
    def code(self) -> str:
        """Sixteen letters and digits that stand for it: "1f0c-99ab-…"."""
        return grouped(hashlib.sha256(str(self).encode()).hexdigest()[:CODE_LENGTH])

    @classmethod
    def read(cls, text: str) -> "Address":
        """The address that a text says. Raises NoAddress."""
        start, _dot, key = text.strip().partition(".")
        try:
            both = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            both = b""
        if start != FORMAT or len(both) != 64:
            raise NoAddress(text[:80])
        return cls(both[:32], both[32:])


def grouped(code: str) -> str:
    """A code in groups of four, as it is read out."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def plain(code: str) -> str:
    """A code as somebody typed it, without what only makes it legible."""
    return "".join(sign for sign in code.lower() if sign.isalnum())


def own() -> Address:
    """The address of this site."""
    signing, sealing = _keys()
    return Address(
        signing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw),
        sealing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw),
    )


def sign(message: bytes) -> bytes:
    """This site's signature under a message."""
    return _keys()[0].sign(message)


def signed_by(address: Address, message: bytes, signature: bytes) -> bool:
    """Whether a site has signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(address.signing).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def seal(message: bytes, receiver: Address) -> bytes:
    """A message that nobody but the receiver can read. Raises NoAddress."""
    once = X25519PrivateKey.generate()
    public = once.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    try:
        shared = once.exchange(X25519PublicKey.from_public_bytes(receiver.sealing))
    except ValueError:
        raise NoAddress(str(receiver)) from None
    return public + ChaCha20Poly1305(_derived(shared, public, receiver.sealing)).encrypt(NONCE, message, None)


def unseal(sealed: bytes) -> bytes:
    """What was sealed for this site. Raises CannotOpen."""
    public, rest = sealed[:32], sealed[32:]
    try:
        shared = _keys()[1].exchange(X25519PublicKey.from_public_bytes(public))
        return ChaCha20Poly1305(_derived(shared, public, own().sealing)).decrypt(NONCE, rest, None)
    except (InvalidTag, ValueError):
        raise CannotOpen from None


def push_key() -> ec.EllipticCurvePrivateKey:
    """The key that messages to phones are signed with, by which their services know this site again (VAPID)."""
    text = settings.SITE_KEY or kept_key(VAR / "site.key")
    number = int.from_bytes(stretched(text.encode(), b"thunee: push"), "big")
    return ec.derive_private_key(number % (P256_ORDER - 1) + 1, ec.SECP256R1())


def _keys() -> tuple[Ed25519PrivateKey, X25519PrivateKey]:
    text = settings.SITE_KEY or kept_key(VAR / "site.key")
    return (
        Ed25519PrivateKey.from_private_bytes(stretched(text.encode(), b"thunee: signing")),
        X25519PrivateKey.from_private_bytes(stretched(text.encode(), b"thunee: sealing")),
    )


def _derived(shared: bytes, once: bytes, receiver: bytes) -> bytes:
    return stretched(shared, b"thunee: sealed " + once + receiver)


def stretched(secret: bytes, purpose: bytes) -> bytes:
    """Thirty-two bytes that follow from a secret, others for each purpose."""
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose).derive(secret)
