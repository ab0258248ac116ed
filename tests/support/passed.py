"""What `dev.py test` has found right, `dev.py test --all` on the very same files does not ask a second time.

`suite` says where: THUNEE_NOTE_PASSED names the file to write, THUNEE_PASSED the one to leave tests out by. A line is
how many of the examples were tried, and a test's id; a property is asked again where more of them are to be tried.
"""

import os
from pathlib import Path
from typing import Any

import pytest

left_out = 0


def tried() -> float:
    return float(os.environ.get("THUNEE_EXAMPLES", "1"))


def read(path: Path) -> dict[str, float]:
    """The tests that passed, each with how many of its examples were tried."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: float(examples) for examples, _, name in (line.partition(" ") for line in lines)}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    global left_out
    if not (named := os.environ.get("THUNEE_PASSED")):
        return
    before = read(Path(named))

    def again(item: pytest.Item) -> bool:
        enough = tried() if getattr(getattr(item, "obj", None), "is_hypothesis_test", False) else 0.0
        return before.get(item.nodeid, -1.0) < enough

    chosen = [item for item in items if again(item)]
    left_out = len(items) - len(chosen)
    config.hook.pytest_deselected(items=[item for item in items if not again(item)])
    items[:] = chosen


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test has passed when nothing of it failed; its clearing up is told last."""
    named = os.environ.get("THUNEE_NOTE_PASSED")
    if not named or os.environ.get("PYTEST_XDIST_WORKER"):
        return
    if report.outcome != "passed":
        failed.add(report.nodeid)
    elif report.when == "call":
        called.add(report.nodeid)
    if report.when == "teardown" and report.nodeid in called - failed:
        with Path(named).open("a", encoding="utf-8") as file:
            file.write(f"{tried()} {report.nodeid}\n")


called: set[str] = set()
failed: set[str] = set()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = left_out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    global left_out
    left_out = max(left_out, getattr(node, "workeroutput", {}).get("left_out", 0))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left_out:
        terminalreporter.line(f"{left_out} not asked again: they passed on these very files")
