"""manage.py says what to do where the database was never made, or the Python is not the one with the packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_database_without_tables_is_said_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "rejudge", "nope"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.db'}"},
    )  # fmt: skip
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith("The database lacks tables: run `manage.py migrate` first, or name another one")
    assert "THUNEE_VAR" in said
    assert "Traceback" not in done.stderr


def test_a_python_without_the_packages_is_said_in_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "manage.py", "check"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("This Python lacks the site's packages.")
    assert ".venv" in done.stderr
