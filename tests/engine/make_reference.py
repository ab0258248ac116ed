"""Write engine/REFERENCE.md from the docstrings: `python3 -m tests.engine.make_reference`."""

import importlib
import inspect
import re
from pathlib import Path

import engine

FILE = Path(engine.__file__).parent / "REFERENCE.md"
# In the order in which one would look for them.
MODULES = (
    "", "in_play", "drawing", "files", "record", "ruling", "ledger", "replay", "profiles", "rulebook", "notation",
    "equity", "ironclad", "games", "lines", "faults", "bulk", "bulk.columns", "bulk.judging", "bulk.results",
    "bulk.parquet", "bulk.kept",
)  # fmt: skip
ELSEWHERE = re.compile(r"\bengine\.(?=[a-z])")


def reference() -> str:
    """The text: module by module what is public, with its signature and docstring."""
    kept = "What is not here is the engine's own, and may change with any version."
    parts = [f"# Reference\n\nMade from the docstrings. {kept}\n"]
    for name in MODULES:
        module = importlib.import_module(f"engine.{name}" if name else "engine")
        parts.append(f"## `thunee{'.' if name else ''}{name}`\n\n{_doc(module)}\n")
        parts += [_entry(label, value) for label, value in _public(module, name)]
    return ELSEWHERE.sub("thunee.", "\n".join(parts))


def _public(module, name):
    """Its classes and functions that are made here; of the package itself what it hands on, by name alone."""
    if not name:
        return
    for label, value in vars(module).items():
        mine = getattr(value, "__module__", "") == module.__name__
        if not label.startswith("_") and mine and (inspect.isclass(value) or inspect.isfunction(value)):
            yield label, value


def _entry(label, value) -> str:
    if inspect.isfunction(value):
        return f"### `{label}{_signature(value)}`\n\n{_doc(value)}\n"
    lines = [f"### `{label}`\n\n{_doc(value)}\n"]
    for name, member in vars(value).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property) and member.__doc__ and member.fget.__doc__:
            lines.append(f"- `{name}`: {_flat(member.__doc__)}")
        elif isinstance(member, classmethod):
            lines.append(f"- `{name}{_signature(getattr(value, name))}`: {_flat(_doc(member.__func__))}")
        elif inspect.isfunction(member) and member.__doc__:
            lines.append(f"- `{name}{_signature(member)}`: {_flat(member.__doc__)}")
    return "\n".join(lines) + ("\n" if len(lines) > 1 else "")


def _signature(function) -> str:
    written = str(inspect.signature(function, eval_str=False))
    written = re.sub(r"<function .*? at \w+>", "…", written)
    written = re.sub(r"(-> |: )'([^']*)'", r"\1\2", written)
    return re.sub(r"\(self(, )?(/, )?", "(", written).replace("engine.", "")


def _doc(value) -> str:
    return inspect.getdoc(value) or ""


def _flat(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    FILE.write_text(reference(), encoding="utf-8")
