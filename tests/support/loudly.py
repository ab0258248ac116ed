"""Nothing is skipped in silence: a banner names what was missing, and with CI set a skip is a failure."""

from typing import Any, NoReturn

import pytest

from tests.support.ci import CI


def missing(what: str, how_to_get_it: str) -> NoReturn:
    """End the running test because the machine lacks something: skipped on a developer's, failed in CI."""
    message = f"{what} is missing: {how_to_get_it}"
    if CI:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if not skipped:
        return
    reasons: dict[str, int] = {}
    for report in skipped:
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        reasons[reason] = reasons.get(reason, 0) + 1
    terminalreporter.section("NOT EVERYTHING WAS TESTED", sep="!", red=True, bold=True)
    for reason, count in sorted(reasons.items()):
        terminalreporter.line(f"{count} x {reason.removeprefix('Skipped: ')}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is as bad as a failed one."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if CI and reporter is not None and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
