"""dev.py: the first thing anybody runs, often on a machine that lacks something."""

import argparse
import ast
import re
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dev
from tests.support import suite

ROOT = Path(__file__).resolve().parent.parent.parent
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)")


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project folder with a lock file, and no pip: what would be run is in `commands`."""
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    (tmp_path / "run.lock").write_text("some==1\n")
    (tmp_path / "dev.lock").write_text("some==1\nother==2\n")
    return tmp_path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that dev.py ran; each one works, and making a virtual environment makes its Python."""
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> int:
        ran.append([str(part) for part in command])
        if "venv" in command:
            python = Path(command[-1]) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
            python.parent.mkdir(parents=True)
            python.touch()
        return 0

    monkeypatch.setattr(dev.subprocess, "call", run)
    return ran


def test_an_old_python_can_read_dev_py_and_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 7))
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"This is Python 3\.9; .* needs Python 3\.11 or newer"):
        dev.main(["demo"])


@pytest.mark.parametrize("command", ["demo", "run"])
def test_a_taken_port_is_named_and_another_one_offered(command: str, taken_port: int) -> None:
    with pytest.raises(SystemExit) as stopped:
        dev.main([command, "--host", "127.0.0.1", "--port", str(taken_port)])
    assert f"Port {taken_port} on this machine is taken" in str(stopped.value)
    assert f"python3 dev.py {command} --port {taken_port + 1}" in str(stopped.value)


def test_a_word_that_no_command_knows_is_refused() -> None:
    with pytest.raises(SystemExit, match="does not know: --prot 9"):
        dev.main(["demo", "--prot", "9"])


def test_the_environment_is_made_once_and_again_only_for_another_lock_file(
    house: Path, commands: list[list[str]]
) -> None:
    dev.install("run", house / ".venv")
    assert [command[2] for command in commands] == ["venv", "pip"]
    assert "--require-hashes" in commands[1]
    dev.install("run", house / ".venv")
    assert len(commands) == 2
    (house / "run.lock").write_text("some==2\n")
    dev.install("run", house / ".venv")
    assert [command[2] for command in commands[2:]] == ["pip"]


def test_the_developers_environment_serves_the_site_too(house: Path, commands: list[list[str]]) -> None:
    dev.install("dev", house / ".venv")
    count = len(commands)
    dev.install("run", house / ".venv")
    assert len(commands) == count


def test_without_a_network_the_message_says_what_to_do_and_the_next_start_tries_again(
    house: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    works = dev.subprocess.call
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **_: 1 if "pip" in command else works(command))
    with pytest.raises(SystemExit, match="The first start needs the internet"):
        dev.install("run", house / ".venv")
    monkeypatch.setattr(dev.subprocess, "call", works)
    dev.install("run", house / ".venv")
    assert commands[-1][2] == "pip"


def test_a_python_without_venv_leaves_no_half_made_environment(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(command: list[str], **_: Any) -> int:
        Path(command[-1]).mkdir()
        return 1

    monkeypatch.setattr(dev.subprocess, "call", broken)
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        dev.install("run", house / ".venv")
    assert not (house / ".venv").exists()


def test_what_is_served_here_ignores_the_settings_of_a_server(
    house: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: dict[str, Any] = {}
    monkeypatch.setattr(dev.os, "execve", lambda _path, command, environment: started.update(environment, c=command))
    monkeypatch.setattr(dev, "VENV", house / ".venv")
    monkeypatch.setattr(dev.install, "__defaults__", (house / ".venv",))
    monkeypatch.setenv("DATABASE_URL", "postgres:///somewhere")
    monkeypatch.setattr(dev, "lan_address", lambda: "192.168.7.7")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = argparse.Namespace(command="run", host="0.0.0.0", port=port, address="")
    monkeypatch.setattr(dev.os, "name", "posix")
    dev.serve(options, house / "var", ["--organiser", "ann"])
    assert "DATABASE_URL" not in started
    assert started["PUBLIC_URL"] == f"http://192.168.7.7:{port}"
    assert started["THUNEE_VAR"] == str(house / "var")
    assert started["c"][-2:] == ["--organiser", "ann"]


def test_a_machine_without_a_network_has_only_its_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoNetwork(socket.socket):
        def connect(self, _address: Any) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(dev.socket, "socket", NoNetwork)
    assert dev.lan_address() == "127.0.0.1"


# --- lock files


def pinned(name: str) -> dict[str, set[str]]:
    lines = (ROOT / f"{name}.lock").read_text().splitlines()
    found: dict[str, set[str]] = {}
    for match in filter(None, map(PINNED.match, lines)):
        found.setdefault(match[1], set()).add(match[2])
    return found


@pytest.mark.parametrize("name", dev.LOCKS)
def test_a_lock_file_names_no_host_and_hashes_everything(name: str) -> None:
    text = (ROOT / f"{name}.lock").read_text()
    assert "://" not in text
    assert "-index" not in text
    blocks = re.split(r"\n(?=[a-z])", text)
    assert all("--hash=sha256:" in block for block in blocks if PINNED.match(block))
    assert len(pinned(name)) > 20


@pytest.mark.parametrize("name", dev.LOCKS)
def test_a_lock_file_is_that_of_pyproject_toml(name: str) -> None:
    first = (ROOT / f"{name}.lock").read_text().splitlines()[0]
    assert first.endswith(dev.dependencies_hash()), "python3 dev.py lock"


@pytest.mark.parametrize("name", ["dev", "bench"])
def test_every_lock_file_has_the_sites_own_packages_in_the_same_versions(name: str) -> None:
    other = pinned(name)
    assert {package: other.get(package) for package in pinned("run")} == pinned("run")


# --- the suite's own arithmetic


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a suite that is started here notes what passed: not where the one that runs this does."""
    monkeypatch.setattr(suite, "PASSED", tmp_path / "passed")
    return tmp_path / "passed"


def test_what_passed_is_noted_for_the_whole_suite_and_forgotten_with_the_next_run(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("THUNEE_AGAIN", raising=False)
    told: list[dict[str, str]] = []

    def run(*asked: Any) -> tuple[int, Counter[str]]:
        told.append(asked[-1])
        return 0, Counter(passed=1)

    monkeypatch.setattr(suite, "run", run)
    for name in ("QUICK", "ALL"):
        monkeypatch.setattr(suite, name, (suite.Leg("first", "not browser"),))
    suite.main([])
    [noted] = told[-1].values()
    assert (set(told[-1]), Path(noted).parent) == ({"THUNEE_NOTE_PASSED"}, notes)
    Path(noted).write_text("1.0 a test")
    suite.main(["--all"])
    assert told[-1] == {"THUNEE_PASSED": noted}
    suite.main(["--all", "tests/one"])
    assert told[-1] == {}
    assert Path(noted).exists()
    suite.main([])
    assert not Path(noted).exists()


@pytest.mark.usefixtures("notes")
def test_the_closing_line_adds_the_legs_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([(0, Counter(passed=5, skipped=1)), (1, Counter(passed=2, failed=1))])
    monkeypatch.setattr(suite, "QUICK", (suite.Leg("first", ""), suite.Leg("second", "")))
    monkeypatch.setattr(suite, "run", lambda *_: next(answers))
    assert suite.main([]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["failed: second", "total: 7 passed, 1 failed, 1 skipped"]


@pytest.mark.usefixtures("notes")
def test_a_run_without_any_test_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "QUICK", (suite.Leg("first", ""),))
    monkeypatch.setattr(suite, "run", lambda *_: (0, Counter()))
    assert suite.main([]) == 1
    assert "no test was run" in capsys.readouterr().out


def test_the_counts_come_from_pytests_own_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite tests="9" failures="1" errors="1" skipped="2"/></testsuites>')
    assert suite.counted(report) == Counter(passed=5, failed=2, skipped=2)


@pytest.mark.usefixtures("notes")
@pytest.mark.parametrize(("ci", "code"), [(False, 0), (True, 1)])
def test_a_missing_postgresql_is_loud_and_fails_in_ci(
    ci: bool, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise suite.postgres.NotInstalled("PostgreSQL is missing")

    monkeypatch.setattr(suite, "CI", ci)
    monkeypatch.setattr(suite.postgres, "server", missing)
    monkeypatch.setattr(suite, "QUICK", (suite.Leg("first", ""), suite.Leg("second", "", on_postgresql=True)))
    monkeypatch.setattr(suite, "run", lambda *_: (0, Counter(passed=1)))
    assert suite.main([]) == code
    assert "NOT TESTED: second. PostgreSQL is missing" in capsys.readouterr().out
