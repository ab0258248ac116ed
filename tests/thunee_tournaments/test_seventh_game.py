"""docs/adding-a-game.md, carried out for tournaments: an evening of whist, in a copy of the project it was added to.

The engine's half alone is in tests/engine/test_seventh_game.py.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parent.parent.parent
ENGINE, HERE = ROOT / "tests" / "engine" / "seventh", Path(__file__).resolve().parent / "seventh"
NEEDED = {"engine", "adjudication", "thunee_tournaments", "templates", "fixtures", "tests", "pyproject.toml", "dev.py"}
# What the guide copies, and where to.
NEW = {
    ENGINE / "whist" / "game.py": "engine/whist/game.py",
    ENGINE / "whist" / "parameters.py": "engine/whist/parameters.py",
    ENGINE / "whist" / "__init__.py": "engine/whist/__init__.py",
    ENGINE / "whist.toml": "engine/presets/whist.toml",
    HERE / "form.py": "thunee_tournaments/hand_form/whist.py",
    HERE / "_whist.html": "templates/hand_form/_whist.html",
}
# And the lines it adds: the file, the line before, and the line.
LINES = [
    ("engine/games.py", '    "tunge": _Known("tunge", ("tunge",)),\n', '    "whist": _Known("whist", ("whist",)),\n'),
    (
        "thunee_tournaments/tournaments/games.py",
        'over several hands. The low total wins.")},\n    ),\n',
        '    "whist": TournamentGame(_("Whist"), "Whist", {"whist": _("For tricks above six, to five points.")}),\n',
    ),
    ("thunee_tournaments/hand_form/games.py", '    "tunge": TungeForm,\n', '    "whist": WhistForm,\n'),
    (
        "thunee_tournaments/hand_form/games.py",
        "from thunee_tournaments.hand_form.typed import Body, Typed\n",
        "from thunee_tournaments.hand_form.whist import WhistForm\n",
    ),
    (
        "thunee_tournaments/presentation/stems.py",
        '    "tunge": gettext_lazy("Tunge"),\n',
        '    "whist": gettext_lazy("Whist"),\n',
    ),
]


@pytest.fixture(scope="module")
def with_whist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which whist was added as the guide says."""
    folder = tmp_path_factory.mktemp("seven")
    for path in dev.project_files():
        name = path.relative_to(ROOT)
        if name.parts[0] in NEEDED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
    for path, name in NEW.items():
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(path, folder / name)
    for name, before, line in LINES:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name}: {before}"
        (folder / name).write_text(text.replace(before, before + line), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_an_evening_of_a_seventh_game_is_played(with_whist: Path) -> None:
    evening = (HERE / "evening.py").relative_to(ROOT)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(evening)]
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "THUNEE_", "DATABASE"))
    }
    said = subprocess.run(command, cwd=with_whist, env=kept, capture_output=True, text=True, timeout=240)
    assert said.returncode == 0, said.stdout[-8000:] + said.stderr[-2000:]


@pytest.mark.parametrize("line", [line for _name, _before, line in LINES if "import" not in line])
def test_the_guide_says_each_line(line: str) -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert line.strip() in " ".join(guide.split())
