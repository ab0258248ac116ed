"""What is limited is counted for all processes together, and a full disk is no reason not to answer."""

import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from django.core.cache import cache
from django.test import Client

from thunee_tournaments.shared_cache import SharedCache

COUNT = """
import sys
from thunee_tournaments.shared_cache import SharedCache
kept = SharedCache(sys.argv[1], {})
kept.add("asked", 0, 60)
print(kept.incr("asked"))
"""


@pytest.mark.slow
def test_several_processes_count_on_together(tmp_path: Path) -> None:
    counted = [
        subprocess.run([sys.executable, "-c", COUNT, str(tmp_path)], capture_output=True, text=True).stdout.strip()
        for _ in range(3)
    ]
    assert counted == ["1", "2", "3"]


def test_the_site_counts_there() -> None:
    assert isinstance(cache._connections[cache._alias], SharedCache)  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_a_full_disk_keeps_nobody_from_being_answered(client: Client) -> None:
    full = OSError(28, "No space left on device")
    with mock.patch("django.core.cache.backends.filebased.FileBasedCache.set", side_effect=full):
        assert client.get("/t/no-such-link-at-all").status_code == 404
        hand = {"format": "hand-record/1", "game": "thunee", "dealer": 0}
        assert client.post("/api/v1/adjudicate/", hand, content_type="application/json").status_code == 200
    with mock.patch("django.core.cache.backends.filebased.FileBasedCache.get", side_effect=full):
        assert cache.get("x", 5) == 5
