"""Which game, which format: nobody asks by name. A game is a `GameInfo`, a format a `Format`, and each says what it is
like; so a seventh game and an eighth format find no place that forgot them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import dev
from engine import games
from thunee_tournaments.brackets.formats.catalogue import FORMATS

ROOT = Path(__file__).resolve().parent.parent.parent
# A game's own form, of which another game takes most.
MAY = {"thunee_tournaments/hand_form/tarneeb.py"}
NAMES = {*FORMATS, *games.GAMES}


def modules() -> Iterator[Path]:
    for path in dev.project_files():
        parts = path.relative_to(ROOT).parts
        if parts[0] in ("adjudication", "thunee_tournaments") and path.suffix == ".py" and "migrations" not in parts:
            yield path


def asked_of(text: str) -> list[int]:
    """The lines on which a `format` or a `game` is compared with a name, or a module is asked what it has."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Compare) and _of_which(node))
        or (isinstance(node, ast.Call) and _called(node.func) == "hasattr" and _called(node.args[0]) == "game")
    ]


def _of_which(node: ast.Compare) -> bool:
    parts = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
    named = any(isinstance(part, ast.Constant) and part.value in NAMES for part in parts)
    return named and any(_called(part) in ("format", "format_", "game") for part in parts)


def _called(part: ast.AST) -> object:
    if isinstance(part, ast.Attribute):
        return part.attr
    if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Constant):
        return part.slice.value
    return part.id if isinstance(part, ast.Name) else ""


def test_no_code_asks_for_a_game_or_a_format_by_name() -> None:
    asked = {
        name: lines
        for path in modules()
        if (name := path.relative_to(ROOT).as_posix()) not in MAY
        and (lines := asked_of(path.read_text(encoding="utf-8")))
    }
    assert not asked, f"ask what it is like (`GameInfo`, `Format`): {asked}"


def test_no_template_asks_for_a_game_or_a_format_by_name() -> None:
    asked = [
        f"{path.name}:{number}"
        for path in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in NAMES
        if f'format == "{name}"' in line or f'game == "{name}"' in line
    ]
    assert not asked


def test_asking_by_name_is_noticed() -> None:
    for asking in (
        'if stage.format == "swiss": pass',
        'if stage["format"] in ("groups", "league"): pass',
        'if "thunee" != sheet.game: pass',
        'if hasattr(game, "ended"): pass',
    ):
        assert asked_of(asking) == [1]
    assert not asked_of('if row["round"] == "final": pass')
