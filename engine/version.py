"""Which engine this is: a digest of what judges, the code of the rules and the presets.

A ruling is stored with it, so that whoever reads the ruling later knows whether the rules have been another's since. It
is of the files' text, not of a number somebody has to remember to raise; what only writes hands down or looks ahead,
and never says what a hand is worth, is left out.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

__version__ = "0.1.0"  # of the library, by the rules of semantic versioning

HOME = Path(__file__).parent
# These judge nothing: the batch judge (held equal to the single one), the solver, hands as text, in play, drawn or
# asked for on a command line, records as a schema.
ASIDE = frozenset(
    {
        "__main__.py",
        "bulk",
        "commands",
        "drawing.py",
        "equity.py",
        "files.py",
        "in_play.py",
        "lines.py",
        "notation.py",
        "notation_reading.py",
        "notation_words.py",
        "notation_writing.py",
        "schema.py",
        "solver.py",
        "version.py",
    }
)


def sources() -> list[Path]:
    """The files that say what a hand is worth."""
    code = [path for path in HOME.rglob("*.py") if ASIDE.isdisjoint(path.relative_to(HOME).parts)]
    code.remove(HOME / "__init__.py")  # only says where the rest is
    return [*code, *HOME.glob("presets/*.toml")]


@cache
def digest() -> str:
    """The SHA-256 of what judges, in hex; read once in a process."""
    return digest_of(HOME, sources())


def digest_of(home: Path, paths: Iterable[Path]) -> str:
    """The SHA-256 of these files, by their names from `home` on; how a line ends does not count."""
    digest = hashlib.sha256()
    for name, path in sorted((path.relative_to(home).as_posix(), path) for path in paths):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(text)}\n".encode() + text)
    return digest.hexdigest()
