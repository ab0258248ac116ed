"""Passwords are hashed one at a time in a process: a hash is meant to take long, and pages must not wait for it.

Whoever comes while another password is being hashed is told at once to come back (`Busy`, answered by `error_pages`). A
device that has signed in before has a place of its own (`favoured`), so that a crowd of strangers cannot keep it out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher

PATIENCE = 5.0  # seconds a known device waits for another known one

_strangers, _known = BoundedSemaphore(1), BoundedSemaphore(1)
_favoured: ContextVar[bool] = ContextVar("favoured", default=False)


class Busy(Exception):
    """Another password is being hashed."""


@contextmanager
def favoured() -> Iterator[None]:
    """What is hashed within the block is hashed for somebody who is known."""
    token = _favoured.set(True)
    try:
        yield
    finally:
        _favoured.reset(token)


@contextmanager
def _place() -> Iterator[None]:
    known = _favoured.get()
    place = _known if known else _strangers
    if not place.acquire(blocking=known, timeout=PATIENCE if known else None):
        raise Busy
    try:
        yield
    finally:
        place.release()


class OneAtATime(PBKDF2PasswordHasher):
    """Django's own hash under its own name: kept passwords stay good."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> Any:
        with _place():
            return super().encode(password, salt, iterations)
