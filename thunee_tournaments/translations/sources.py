"""Texts for people in our templates and Python files, found without any tool but Python and Django.

A text counts as found where one of gettext's functions is called with a literal; a call with a variable looks up texts
that come from elsewhere, such as the engine's (`engine_words`).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

from thunee_tournaments.translations.message import Message

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("templates", "adjudication", "thunee_tournaments")
# What each of gettext's functions takes: "c" a context, "m" the message, "p" its plural.
FUNCTIONS = {
    "gettext": "m",
    "ngettext": "mp",
    "pgettext": "cm",
    "npgettext": "cmp",
}
_PYTHON_FORMAT = re.compile(r"%(\(\w+\))?[sd]")
_NOTE = re.compile(r"#\s*(Translators:.*)")
# Django's templatize writes every text of a template as a call of gettext, with literals on one line.
_LITERAL = r"""u?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_CALL = re.compile(rf"\b(n?p?gettext|_)\(({_LITERAL}(?:,\s*{_LITERAL})*)(?:,\s*count)?\)")


def messages() -> Iterator[Message]:
    """Every text in the source, file by file."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py" and "/migrations/" not in place:
                yield from in_python(path.read_text(encoding="utf-8"), place)
            elif path.suffix in (".html", ".txt") and folder == "templates":
                yield from in_template(path.read_text(encoding="utf-8"), place)


def in_python(source: str, place: str) -> Iterator[Message]:
    """The texts of a Python file."""
    tree = ast.parse(source)
    names = _names(tree)
    notes = {number: note[1] for number, line in enumerate(source.splitlines(), 1) if (note := _NOTE.search(line))}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        function = names.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if function:
            literals = [
                argument.value
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            if len(literals) >= len(FUNCTIONS[function]):
                yield _message(function, literals, place, notes.get(call.lineno - 1, ""))


def in_template(source: str, place: str) -> Iterator[Message]:
    """The texts of a template."""
    for call in _CALL.finditer(templatize(source, origin=place)):
        function = "gettext" if call[1] == "_" else call[1]
        literals = [ast.literal_eval(literal) for literal in re.findall(_LITERAL, call[2])]
        yield _message(function, literals, place, "")


def _names(tree: ast.AST) -> dict[str, str]:
    """What gettext's functions are called in a file: name → function, laziness aside."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            for alias in node.names:
                function = alias.name.removesuffix("_lazy").removesuffix("_noop")
                if function in FUNCTIONS:
                    names[alias.asname or alias.name] = function
    return names


def _message(function: str, literals: list[str], place: str, comment: str) -> Message:
    parts = dict(zip(FUNCTIONS[function], literals, strict=False))
    kind = "python-format" if _PYTHON_FORMAT.search(parts["m"]) else ""
    return Message(parts["m"], parts.get("p", ""), parts.get("c", ""), place, kind, comment)
