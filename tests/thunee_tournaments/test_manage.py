"""manage.py says what to do where the database was never made."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_database_without_tables_is_said_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "rejudge", "nope"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.db'}"},
    )  # fmt: skip
    assert done.returncode == 1
    said = "The database lacks tables: run `manage.py migrate` first, or name another one with DATABASE_URL."
    assert done.stderr.splitlines()[-1] == said
    assert "Traceback" not in done.stderr
