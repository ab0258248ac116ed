"""Databases of earlier versions, kept to be brought up to date."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "kept" / "databases"


def manage(file: Path, *command: str, code: str = "") -> str:
    """What a command of the site, or a piece of code, says on the database in this file."""
    env = {
        **os.environ, "DATABASE_URL": f"sqlite:///{file}", "SECRET_KEY": "x" * 50, "THUNEE_VAR": str(file.parent),
        "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
    }  # fmt: skip
    asked = [sys.executable, "-c", code] if code else [sys.executable, "manage.py", *command]
    done = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def migrate(file: Path) -> str:
    """Bring the database in this file up to date."""
    return manage(file, "migrate")
