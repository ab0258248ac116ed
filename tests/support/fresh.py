"""A new database in a moment: all migrations take ten seconds of a processor, so they are made once, and copied. On
SQLite for the files of the project as they are; on a PostgreSQL server of the tests' own in what new databases are
copied from."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "var" / "fresh"


def database(path: Path) -> None:
    """Put a migrated, empty SQLite database there, unless there is one."""
    if not path.exists():
        shutil.copyfile(_template(), path)


def in_new_ones(url: str) -> None:
    """Every database that is made on this server from now on is migrated already."""
    _migrate(url.rpartition("/")[0] + "/template1", KEPT.parent)


def _template() -> Path:
    kept = KEPT / f"{_digest()}.sqlite3"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            made = Path(folder) / "site.sqlite3"
            _migrate(f"sqlite:///{made.as_posix()}", Path(folder))
            made.replace(kept)  # whoever makes one beside this makes the same
    return kept


def _migrate(url: str, folder: Path) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings"}
    environment |= {"DATABASE_URL": url, "THUNEE_VAR": str(folder), "SECRET_KEY": "x" * 50}
    command = [sys.executable, "-m", "django", "migrate", "--verbosity=0", "--skip-checks"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def _digest() -> str:
    """Of every migration of ours, and of what is installed."""
    files = sorted(path for path in ROOT.glob("*/**/migrations/*.py") if ".venv" not in path.parts)
    content = hashlib.sha256(sys.version.encode())
    for path in filter(Path.exists, [*files, ROOT / "run.lock"]):
        content.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return content.hexdigest()[:24]
