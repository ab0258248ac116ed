"""The directions of imports are held by import-linter: each contract is broken once here, and is found broken."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dev
from engine import games

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("engine", "adjudication", "thunee_tournaments")
# A module, what it may not import, and the beginning of the contract that says so.
BROKEN = [
    ("engine/cards.py", "adjudication.book", "engine <- adjudication"),
    ("engine/cards.py", "django.db", "The engine imports no framework"),
    ("thunee_tournaments/teams/names.py", "thunee_tournaments.standings.metrics", "The apps import downward"),
    ("thunee_tournaments/public/home.py", "thunee_tournaments.desk.words", "The apps import downward"),
    ("thunee_tournaments/services/core/books.py", "thunee_tournaments.services.match.games", "Services come in layers"),
    ("thunee_tournaments/public/home.py", "thunee_tournaments.services.match.games", "Services are entered by"),
    ("thunee_tournaments/desk/teams/teams.py", "thunee_tournaments.desk.event.home", "The desk is divided"),
    ("thunee_tournaments/standings/metrics.py", "adjudication.entries", "Only services write"),
    ("thunee_tournaments/scoring/table.py", "adjudication.sheets", "Only services write"),
    ("adjudication/decided.py", "engine.thunee.view", "A game is asked through engine.games"),
    ("thunee_tournaments/hand_form/fields.py", "engine.thunee.sizes", "A game is asked through engine.games"),
    ("engine/tarneeb/facts.py", "engine.thunee.pack", "The games of the engine"),
    ("thunee_tournaments/teams/names.py", "thunee_tournaments.hall_server.hosts", "No app leans on"),
]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages, to be spoiled."""
    folder = tmp_path_factory.mktemp("house")
    for path in dev.project_files():
        name = path.relative_to(ROOT)
        if name.parts[0] in PACKAGES and path.suffix == ".py":
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    return folder


def linted(folder: Path) -> str:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    env = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "400"}
    said = subprocess.run([*command, "--no-cache"], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
    return said.stdout + said.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("module", "imported", "contract"), BROKEN, ids=lambda value: str(value)[:30])
def test_an_import_against_the_direction_is_found(copied: Path, module: str, imported: str, contract: str) -> None:
    before = (copied / module).read_text(encoding="utf-8")
    (copied / module).write_text(before + f"\nimport {imported}\n", encoding="utf-8")
    try:
        lines = linted(copied).splitlines()
    finally:
        (copied / module).write_text(before, encoding="utf-8")
    assert [line for line in lines if line.startswith(contract) and " BROKEN" in line], "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "contract"), [("services", "Services come in layers"), ("desk", "The desk is divided")]
)
def test_a_part_that_is_in_no_layer_is_found(copied: Path, package: str, contract: str) -> None:
    beside = copied / "thunee_tournaments" / package / "beside.py"
    beside.write_text("", encoding="utf-8")
    try:
        lines = linted(copied).splitlines()
    finally:
        beside.unlink()
    assert [line for line in lines if line.startswith(contract) and " BROKEN" in line], "\n".join(lines)


def test_the_contracts_about_games_name_every_game() -> None:
    folders = {games.load(game).__name__.rpartition(".")[0] for game in games.GAMES}  # type: ignore[attr-defined]
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    named = {one["name"]: set(one.get("modules") or one.get("forbidden_modules") or ()) for one in written}
    assert named["The games of the engine know nothing of each other"] == folders
    assert named["A game is asked through engine.games, never by its own folder"] == folders


@pytest.mark.slow
def test_as_it_is_every_direction_is_kept(copied: Path) -> None:
    assert "0 broken" in linted(copied)
