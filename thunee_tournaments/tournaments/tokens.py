"""Secret addresses: 128 bits that nobody guesses, of which only the hash is kept."""

import base64
import hashlib
import secrets

from django.utils.crypto import salted_hmac

TOKEN_BYTES = 16


def fresh() -> str:
    """A new token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def derived(purpose: str, key: str) -> str:
    """The token of a one-time key: 128 bits that only this installation can work out again. So a request that comes
    twice is answered with the same address, though it is kept nowhere."""
    mac = salted_hmac(purpose, key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:TOKEN_BYTES]).rstrip(b"=").decode()


def token_hash(token: str) -> str:
    """What is stored of a token. A plain SHA-256 is enough: the token is random, not a password somebody thought of."""
    return hashlib.sha256(token.encode()).hexdigest()
