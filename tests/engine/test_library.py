"""The engine as a library of its own: built, installed where nothing else is, and used as its README says."""

import doctest
import re
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import engine
from engine import version
from engine.commands import COMMANDS
from tests.engine import make_reference

HOME = Path(engine.__file__).parent
ROOT = HOME.parent
README = HOME / "README.md"
FENCE = re.compile(r"^```.*$", re.M)  # doctest would take it for an answer
LINES = re.compile(r"^(thunee .+?)(?: {2,}#.*)?$", re.M)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with wheel and source, as `dev.py wheel` makes them."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=HOME, check=True, capture_output=True
    )
    return folder


def installed(folder, wheel):
    """An environment that holds this wheel and nothing else; answers how a program is run in it."""
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / Path(sys.executable).name
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-index", "--offline", "--python", str(python)]
    subprocess.run([*uv, str(wheel)], check=True, capture_output=True)

    def run(program, *arguments, **options):
        where = {"cwd": folder, "capture_output": True, "text": True, "encoding": "utf-8", "timeout": 120}
        return subprocess.run([str(scripts / program), *arguments], **(where | options))

    return run


@pytest.fixture(scope="module")
def alone(built, tmp_path_factory):
    [wheel] = built.glob("*.whl")
    return installed(tmp_path_factory.mktemp("alone"), wheel)


def test_the_readme_runs_where_nothing_but_the_wheel_is(alone, tmp_path):
    text = FENCE.sub("", README.read_text(encoding="utf-8"))
    assert len(doctest.DocTestParser().get_examples(text)) > 20
    file = tmp_path / "README.md"
    file.write_text(text, encoding="utf-8")
    ran = alone("python", "-X", "utf8", "-m", "doctest", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_every_command_of_the_readme_does_something(alone):
    said = LINES.findall(README.read_text(encoding="utf-8"))
    assert {line.split()[1] for line in said} == set(COMMANDS)
    assert alone("thunee", "play", "--seed", "1", "--hands", "3", "-o", "evening.thn").returncode == 0
    assert alone("thunee", "convert", "evening.thn", "-o", "hands.jsonl").returncode == 0
    folder = Path(alone("python", "-c", "import os; print(os.getcwd())").stdout.strip())
    first = (folder / "hands.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (folder / "hand.json").write_text(first, encoding="utf-8")
    for line in said:
        ran = alone(*shlex.split(line), input="on\nwhy\n")
        assert ran.returncode in (0, 1), (line, ran.stderr)
        assert "Traceback" not in ran.stderr, line
        assert ran.stdout or "-o" in line or ran.returncode == 1, line


def test_the_library_judges_as_the_site_does_to_the_letter(alone):
    program = "import thunee.version as it; print(it.digest(), it.__version__)"
    assert alone("python", "-c", program).stdout.split() == [version.digest(), engine.__version__]
    assert alone("thunee", "--version").stdout.split() == ["thunee-engine", engine.__version__]
    assert alone("python", "-m", "thunee", "rules", "TH-KHAN-2").stdout.startswith("TH-KHAN-2")


def test_what_is_installed_needs_nothing_else_and_says_its_types(alone):
    program = (
        "import sys, importlib.metadata as it; from pathlib import Path; import thunee\n"
        "names = {d.metadata['Name'] for d in it.distributions()}\n"
        "print(names, (Path(thunee.__file__).parent / 'py.typed').exists(), it.requires('thunee-engine'))"
    )
    extras = ["numpy>=2; extra == 'bulk'", "pyarrow>=17; extra == 'bulk'"]
    assert alone("python", "-c", program).stdout.strip() == f"{{'thunee-engine'}} True {extras}"


def test_the_source_builds_the_same_wheel(built, tmp_path):
    [source], [wheel] = built.glob("*.tar.gz"), built.glob("*.whl")
    subprocess.run([sys.executable, "-m", "tarfile", "-e", str(source), str(tmp_path)], check=True)
    [unpacked] = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "again")],
        cwd=unpacked, check=True, capture_output=True,
    )  # fmt: skip
    [again] = (tmp_path / "again").iterdir()
    assert again.read_bytes() == wheel.read_bytes()


def test_nothing_of_the_engine_knows_what_the_folder_is_called():
    named = re.compile(r"^\s*(from|import) engine\b", re.M)
    assert [path.name for path in HOME.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))] == []


def test_the_licence_goes_with_it():
    assert (HOME / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_version_has_its_place_among_the_changes():
    assert f"\n## {engine.__version__}" in (HOME / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_reference_says_what_the_docstrings_say():
    written = make_reference.FILE.read_text(encoding="utf-8")
    assert written == make_reference.reference(), "python3 -m tests.engine.make_reference"
