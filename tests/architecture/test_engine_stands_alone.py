"""The engine needs nothing but Python, and loads quickly because it loads little."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Each of these alone takes longer to import than the engine should, or means that the engine does what it must not.
HEAVY = {
    "argparse",
    "asyncio",
    "concurrent.futures",
    "django",
    "email",
    "http",
    "jsonschema",
    "logging",
    "multiprocessing",
    "numpy",
    "pydantic",
    "socket",
    "sqlite3",
    "subprocess",
    "unittest",
    "urllib.request",
    "xml",
}


def imported_by(path: Path) -> set[str]:
    """The first names of everything a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").split(".")[0])
    return names


def test_the_engine_imports_the_standard_library_and_itself_only() -> None:
    allowed = set(sys.stdlib_module_names) | {"engine"}
    foreign = {
        str(path.relative_to(ROOT)): names
        for path in (ROOT / "engine").rglob("*.py")
        if (names := imported_by(path) - allowed)
    }
    # Many hands at once are judged with NumPy and kept by PyArrow, in a folder that the rest imports when asked to.
    assert set().union(*foreign.values()) == {"numpy", "pyarrow"}
    assert {Path(name).parent.as_posix() for name in foreign} == {"engine/bulk"}


def test_importing_the_engine_loads_nothing_heavy() -> None:
    program = "import sys; before = set(sys.modules); import engine; print(*(set(sys.modules) - before), sep='\\n')"
    # Isolated, so that nothing but the engine itself can load anything.
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not HEAVY & set(ran.stdout.split())
