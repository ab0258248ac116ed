"""A test that did not run is named in a banner, and in CI it is a failure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPS = """
from tests.support.loudly import missing

def test_with_chromium():
    missing("chromium", "install it")

def test_without_anything():
    pass
"""


LATER = """
import pytest

def test_later():
    pytest.skip("later")
"""


def run(folder: Path, ci: str, tests: str = SKIPS) -> "subprocess.CompletedProcess[str]":
    """A suite of its own, in a process of its own, with this project's plugin and nothing else."""
    (folder / "test_it.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = os.environ | {"CI": ci, "PYTHONPATH": str(ROOT)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    options = ["-p", "no:django", "-p", "no:cacheprovider", "-p", "tests.support.loudly", "-q"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_on_a_developers_machine_a_banner_says_what_was_missing(tmp_path: Path) -> None:
    ran = run(tmp_path, "")
    assert ran.returncode == 0
    assert "NOT EVERYTHING WAS TESTED" in ran.stdout
    assert "1 x chromium is missing: install it" in ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("ci", ["true", "1"])
def test_in_ci_what_is_missing_is_a_failure(tmp_path: Path, ci: str) -> None:
    ran = run(tmp_path, ci)
    assert ran.returncode == 1
    assert "chromium is missing: install it" in ran.stdout


@pytest.mark.slow
def test_in_ci_any_other_skip_is_a_failure_too(tmp_path: Path) -> None:
    ran = run(tmp_path, "true", LATER)
    assert ran.returncode == 1
    assert "1 x later" in ran.stdout
