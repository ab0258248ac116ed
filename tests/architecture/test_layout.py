"""The house has the rooms that were planned, and none of them is overcrowded."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import dev
from engine import games

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = {".ci", "adjudication", "deploy", "docs", "engine", "fixtures", "templates", "tests", "thunee_tournaments"}
LINES = 400
WIDEST = 160  # signs of a line of a template
LONGEST = 50  # lines of a function of the product; a test of a whole evening may be twice as long
IN_ONE_PIECE = {"adjudication/verify.py": 680}  # whoever doubts the site takes this one file away


def modules() -> list[Path]:
    return [path for path in dev.project_files() if path.suffix == ".py" and "migrations" not in path.parts]


def test_the_folders_at_the_top_are_those_of_the_design() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in dev.project_files() if len(path.relative_to(ROOT).parts) > 1}
    assert found <= FOLDERS


def test_no_module_is_too_long_to_read_in_one_go() -> None:
    counts = {path.relative_to(ROOT).as_posix(): lines_of(path) for path in modules()}
    long = {name: count for name, count in counts.items() if count > IN_ONE_PIECE.get(name, LINES)}
    assert not long, f"more lines than the {LINES} that a module may have: {long}"


def wide_lines(text: str) -> list[str]:
    """The lines of a template that are too long: number and signs of each."""
    lines = enumerate(text.splitlines(), 1)
    return [f"line {number}, {len(line)} signs" for number, line in lines if len(line) > WIDEST]


def long_functions(text: str, most: int) -> list[str]:
    """The functions of a module with more lines than so many."""
    return [
        f"{node.name}, {lines} lines"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > most
    ]


def test_no_line_of_a_template_is_too_long_to_be_read() -> None:
    templates = [path for path in dev.project_files() if path.is_relative_to(ROOT / "templates")]
    wide = {path.name: lines for path in templates if (lines := wide_lines(path.read_text(encoding="utf-8")))}
    assert not wide, f"more than {WIDEST} signs: break the line at tags, or make a part of its own"


def test_no_function_is_too_long_to_be_read_at_once() -> None:
    long = {}
    for path in modules():
        most = 2 * LONGEST if path.is_relative_to(ROOT / "tests") else LONGEST
        if functions := long_functions(path.read_text(encoding="utf-8"), most):
            long[path.relative_to(ROOT).as_posix()] = functions
    assert not long


def test_what_is_too_long_is_found() -> None:
    body = "    pass\n" * LONGEST
    assert long_functions(f"def deal():\n{body}", LONGEST) == [f"deal, {LONGEST + 1} lines"]
    assert not long_functions(f"def deal():\n{body[:-9]}", LONGEST)
    assert wide_lines("short\n" + "x" * (WIDEST + 1)) == [f"line 2, {WIDEST + 1} signs"]


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_module_with_code_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in modules()
        if path.name not in {"apps.py", "__init__.py"} and is_silent(path.read_text(encoding="utf-8"))
    ]
    assert not silent


def is_silent(text: str) -> bool:
    """Whether a module has code and does not say what it is for."""
    tree = ast.parse(text)
    return bool(tree.body) and ast.get_docstring(tree) is None


def test_a_module_that_says_nothing_is_found() -> None:
    assert is_silent("import os")
    assert not is_silent('"""Deals."""\nimport os')
    assert not is_silent("")


def test_every_app_has_its_place_in_the_order_of_imports() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if "containers" in contract)
    placed = {name.strip().strip("()") for layer in layers for name in layer.split("|")}
    apps = {path.parent.name for path in (ROOT / "thunee_tournaments").glob("*/apps.py")}
    assert apps <= placed, "name it in the layers of pyproject.toml"


def all_tests() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in modules():
        if path.name.startswith("test_"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield path, node


def test_the_name_of_a_test_is_a_sentence() -> None:
    short = [f"{path.name}: {node.name}" for path, node in all_tests() if len(node.name.split("_")) < 4]
    assert not short


def test_what_tests_share_is_in_support_and_no_test_module_leans_on_another() -> None:
    tests = [path for path in modules() if path.is_relative_to(ROOT / "tests")]
    leaning = {str(path.relative_to(ROOT)): names for path in tests if (names := leans_on(path.read_text("utf-8")))}
    assert not leaning


def leans_on(text: str) -> list[str]:
    """The test modules that a module imports, or imports from."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
            names += [*(node.module or "").split("."), *(alias.name for alias in node.names)]
    return [name for name in names if name.startswith("test_")]


def test_a_test_module_that_leans_on_another_is_found() -> None:
    assert leans_on("from tests.engine.test_cards import PACK") == ["test_cards"]
    assert leans_on("from tests.engine import test_cards") == ["test_cards"]
    assert not leans_on("from tests.support.worlds import world")


def test_no_test_hides_another_of_the_same_name() -> None:
    seen: set[tuple[Path, str]] = set()
    twice = []
    for path in modules():
        if path.name.startswith("test_"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    twice += [f"{path.name}: {node.name}"] if (path, node.name) in seen else []
                    seen.add((path, node.name))
    assert not twice


@pytest.mark.parametrize("name", ["adjudicate", "adjudicate_game"])
def test_only_judging_asks_the_engine_for_a_ruling(name: str) -> None:
    askers = {
        str(path.relative_to(ROOT))
        for path in modules()
        if path.is_relative_to(ROOT / "adjudication") or path.is_relative_to(ROOT / "thunee_tournaments")
        if names_from_the_engine(path) & {name}
    }
    assert askers <= {"adjudication/judging.py"}


# A form for a family of games asks which of them it is; so does what the games of a folder share.
AMONG_ITS_OWN = {"thunee_tournaments/hand_form/tarneeb.py"}


def test_nobody_outside_the_engine_asks_which_game_it_is() -> None:
    asked = re.compile(rf'[!=]= "({"|".join(map(re.escape, games.GAMES))})"')
    asking = {
        str(path.relative_to(ROOT))
        for path in modules()
        if path.is_relative_to(ROOT / "adjudication") or path.is_relative_to(ROOT / "thunee_tournaments")
        if asked.search(path.read_text(encoding="utf-8"))
    }
    assert asking == AMONG_ITS_OWN, "ask what the game is like: engine.games.traits"


def names_from_the_engine(path: Path) -> set[str]:
    """What a module takes out of `engine`: by `from engine import x`, or as `engine.x`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "engine":
            if node.module == "engine.commands":
                continue  # a command line of the engine's, passed on whole
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
            names.add(node.attr)
    return names
