"""A test that hangs fails and lets the others go on, also at its second try and while it clears up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HANGS = """
import pytest, time

def test_hangs_at_every_try():
    time.sleep(60)

@pytest.fixture
def never_cleared():
    yield
    time.sleep(60)

def test_fails_and_then_clears_up_for_ever(never_cleared):
    assert False

def test_after_them():
    pass
"""


@pytest.mark.slow
def test_every_try_and_every_clearing_up_ends(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(HANGS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    options = ["-p", "no:django", "-p", "no:cacheprovider", "-p", "tests.support.time_limit", "-q", "-rfER"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--timeout=3", "--reruns=1", str(tmp_path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert "2 failed, 1 passed" in ran.stdout, ran.stdout
