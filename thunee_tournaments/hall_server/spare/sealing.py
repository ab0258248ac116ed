"""The code that two laptops share: what the spare asks with, and what the parts are sealed with, follow from it."""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from thunee_tournaments.site_key import grouped, plain, stretched

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another on paper
LENGTH = 20  # of a code: 99 bits, which nobody tries out
NONCE = 12


class NotOpened(Exception):
    """A part was sealed with another code, or changed on its way."""


def new_code() -> str:
    """A code to be typed on the other laptop: "k7qd-m2xp-…"."""
    return grouped("".join(secrets.choice(SIGNS) for _ in range(LENGTH)))


def is_code(text: str) -> bool:
    """Whether a text may be a code, however it is grouped."""
    return len(plain(text)) == LENGTH and set(plain(text)) <= set(SIGNS)


def asking(code: str) -> str:
    """What the spare shows to be let in. Who overhears it learns nothing of what the parts hold."""
    return stretched(plain(code).encode(), b"thunee: a spare asks").hex()


def seal(code: str, name: str, content: bytes) -> bytes:
    """The content, to be opened with the code, and under this name alone."""
    nonce = secrets.token_bytes(NONCE)
    key = ChaCha20Poly1305(stretched(plain(code).encode(), b"thunee: a part for the spare"))
    return nonce + key.encrypt(nonce, content, name.encode())


def unseal(code: str, name: str, sealed: bytes) -> bytes:
    """What was sealed under this name. Raises NotOpened."""
    key = ChaCha20Poly1305(stretched(plain(code).encode(), b"thunee: a part for the spare"))
    try:
        return key.decrypt(sealed[:NONCE], sealed[NONCE:], name.encode())
    except (InvalidTag, ValueError):
        raise NotOpened from None
