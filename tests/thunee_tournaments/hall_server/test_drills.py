"""Laptops that are destroyed among writers, by the commands that people give: nothing acknowledged is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="what is killed is found on Linux")]


def drills(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", "restore", "--keepers", "5", "--least", "1", *arguments]
    here = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(command, cwd=ROOT, env=here, capture_output=True, text=True, timeout=900)


def test_the_spare_and_the_phones_together_have_everything() -> None:
    done = drills("--drills", "1", "--by", "spare", "--copy-every", "5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 laptops destroyed" in done.stdout


def test_a_spare_that_has_stopped_listening_is_found() -> None:
    done = drills("--drills", "1", "--by", "spare", "--plant", "deaf", "--copy-every", "20")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "before the end is missing" in done.stdout
