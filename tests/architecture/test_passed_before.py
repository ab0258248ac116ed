"""`dev.py test --all` leaves out what `dev.py test` found right on the very same files, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import suite

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = """
import pytest
from hypothesis import given, strategies as st

def test_passes():
    pass

def test_fails():
    assert False

@pytest.fixture
def breaks_afterwards():
    yield
    assert False

def test_clears_up_badly(breaks_afterwards):
    pass

@given(st.booleans())
def test_property(one):
    pass
"""


def run(folder: Path, workers: str, **environment: str) -> str:
    (folder / "test_it.py").write_text(TESTS)
    plugins = ["-p", "tests.support.passed", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, f"--rootdir={folder}", *plugins, "-n", workers, "-rA"]
    here = {name: value for name, value in os.environ.items() if not name.startswith(("THUNEE_", "PYTEST_"))}
    found = subprocess.run(
        [*command, str(folder / "test_it.py")], cwd=ROOT, env={**here, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True,
    )  # fmt: skip
    return found.stdout + found.stderr


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_passed_is_left_out_and_what_did_not_is_asked_again(tmp_path: Path, workers: str) -> None:
    noted = tmp_path / "noted"
    first = run(tmp_path, workers, THUNEE_NOTE_PASSED=str(noted), THUNEE_EXAMPLES="0.3")
    assert "3 passed, 1 failed, 1 error" in first or "1 failed, 3 passed, 1 error" in first
    assert sorted(line.rpartition("::")[2] for line in noted.read_text().splitlines()) == [
        "test_passes",
        "test_property",
    ]
    second = run(tmp_path, workers, THUNEE_PASSED=str(noted), THUNEE_EXAMPLES="0.3")
    assert "2 not asked again" in second
    assert "1 failed, 1 passed" in second
    assert "1 error" in second
    assert "::test_passes" not in second
    more = run(tmp_path, workers, THUNEE_PASSED=str(noted), THUNEE_EXAMPLES="1")
    assert "1 not asked again" in more
    assert "1 failed, 2 passed" in more
    assert "::test_property" in more


def test_other_files_are_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    assert suite.files_digest() == "", "nothing is there to be the same"
    (tmp_path / "one.py").write_text("1")
    first = suite.files_digest()
    assert first == suite.files_digest() != ""
    (tmp_path / "one.py").write_text("2")
    assert suite.files_digest() != first
    (tmp_path / "one.py").write_text("1")
    (tmp_path / "new.py").write_text("")
    assert suite.files_digest() != first
    (tmp_path / ".gitignore").write_text("new.py\n.gitignore\n")
    assert suite.files_digest() == first
