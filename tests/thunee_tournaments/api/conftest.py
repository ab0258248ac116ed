"""The tournament in mid-play that the public pages are tested with, too; and no memory of earlier requests."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.thunee_tournaments.public.conftest import correct, event, organiser, win, write

__all__ = ["correct", "event", "organiser", "win", "write"]


@pytest.fixture(autouse=True)
def _nobody_has_asked_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
