"""Two laptops for the tests of the spare."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.hall_server.two_laptops import First, Spare


@pytest.fixture
def first(tmp_path: Path, settings: Any) -> First:
    settings.VAR = tmp_path / "first"
    return First(tmp_path / "first")


@pytest.fixture
def spare(first: First, tmp_path: Path) -> Spare:
    return Spare(first, tmp_path / "spare" / "received")
