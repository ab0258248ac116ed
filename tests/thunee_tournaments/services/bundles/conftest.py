"""Two sites: the laptop in the hall, and the club's."""

from typing import Any

import pytest

from tests.support.services.lines import Line
from tests.support.services.sites import Sites


@pytest.fixture
def sites(transactional_db: None, settings: Any) -> Sites:
    """Nobody's site yet: turn to one first."""
    return Sites(settings)


@pytest.fixture
def line(sites: Sites, monkeypatch: pytest.MonkeyPatch) -> Line:
    """What goes from the laptop to the club goes over this line."""
    return Line(sites, monkeypatch)
