"""What every process of a site sees and may forget: how often an address asked for what is limited, the pages that were
sent to the tables' phones.

In files below THUNEE_VAR, since what writes to the database would make each other wait; and it must never be why
somebody is not answered, so a disk that is full only means that nobody is counted and nothing is remembered.
"""

import logging
from contextlib import suppress
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

logger = logging.getLogger(__name__)


class SharedCache(FileBasedCache):
    """Django's cache in files, that forgets rather than fails."""

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        try:
            return super().get(key, default, version)
        except OSError:
            return default

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except OSError as error:
            logger.warning("not kept: %s", error)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        with suppress(OSError):
            return bool(super().add(key, value, timeout, version))
        return False
