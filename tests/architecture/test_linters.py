"""The linters of templates and scripts find a fault that is planted, and nothing in what there is (dev.py lint)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = [sys.executable, "-m", "djlint", "--lint", "--quiet"]
SCRIPTS = [str(Path(sys.executable).with_name("oxlint")), "--deny-warnings"]
# What is written, and the rule that says no.
FAULTS_OF_TEMPLATES = {
    "<div><p>never closed</p>": "H025",
    '<p id="one" id="two">twice</p>': "H037",
    '<img src="{{ picture }}">': "H013",
    '<p style="color: red">inline</p>': "H021",
    "<p>{{tight}}</p>": "T001",
}
FAULTS_OF_SCRIPTS = {
    "docment.title = 'x';": "no-undef",
    "const unused = 1;": "no-unused-vars",
    "if (document.title == 1) document.title = '';": "eqeqeq",
    "eval(document.title);": "no-eval",
    "var old = 1; document.title = old;": "no-var",
    'import { nothing } from "./other.js"; nothing();': "named",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """An empty project with our settings of the linters."""
    for name in ("pyproject.toml", ".oxlintrc.json"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "other.js").write_text("export const something = 1;\n")
    return tmp_path


def lint(command: list[str], folder: Path) -> tuple[int, str]:
    ran = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, timeout=120)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize(("fault", "rule"), FAULTS_OF_TEMPLATES.items(), ids=FAULTS_OF_TEMPLATES.values())
def test_a_fault_in_a_template_is_found(house: Path, fault: str, rule: str) -> None:
    (house / "page.html").write_text(fault + "\n")
    code, said = lint(TEMPLATES, house)
    assert code == 1
    assert rule in said


@pytest.mark.parametrize(("fault", "rule"), FAULTS_OF_SCRIPTS.items(), ids=FAULTS_OF_SCRIPTS.values())
def test_a_fault_in_a_script_is_found(house: Path, fault: str, rule: str) -> None:
    (house / "page.js").write_text(fault + "\n")
    code, said = lint(SCRIPTS, house)
    assert code == 1
    assert f"({rule})" in said


def test_without_a_fault_nothing_is_found(house: Path) -> None:
    (house / "page.html").write_text("<p>{{ words }}</p>\n")
    assert lint(TEMPLATES, house)[0] == 0
    assert lint(SCRIPTS, house)[0] == 0


def test_what_others_wrote_is_left_alone(house: Path) -> None:
    (house / "vendor").mkdir()
    (house / "vendor" / "page.js").write_text("var old = 1;\n")
    assert lint(SCRIPTS, house)[0] == 0
