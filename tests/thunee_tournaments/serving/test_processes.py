"""The processes of an evening: waited for, watched, ended with everything they started."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.worker import eventually, free_port
from thunee_tournaments.serving import processes
from thunee_tournaments.serving.processes import DidNotStart, Service


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Service, int]]:
    port = free_port()
    service = Service(
        "files", ["http.server", str(port), "--bind", "127.0.0.1", "--directory", str(tmp_path)], tmp_path
    )
    service.start()
    yield service, port
    processes.stop_all([service])


def test_a_service_that_answers_is_waited_for_and_then_stopped(server: tuple[Service, int]) -> None:
    service, port = server
    processes.wait_until_healthy(service, f"http://127.0.0.1:{port}/", lambda: False)
    assert service.running()
    processes.stop_all([service])
    assert not service.running()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_a_service_that_cannot_start_is_shown_with_the_end_of_its_log(tmp_path: Path) -> None:
    service = Service("broken", ["no_such_module_at_all"], tmp_path)
    service.start()
    with pytest.raises(DidNotStart, match="No module named no_such_module_at_all"):
        processes.wait_until_healthy(service, "http://127.0.0.1:9/", lambda: False)


def test_a_service_that_falls_over_at_once_ends_the_evening_with_a_reason(tmp_path: Path) -> None:
    service = Service("broken", ["this"], tmp_path)
    service.start()
    with pytest.raises(DidNotStart, match="ends at once"):
        processes.watch([service], lambda: False, lambda _line: None)


def test_a_service_that_ran_well_is_started_again(server: tuple[Service, int], monkeypatch: pytest.MonkeyPatch) -> None:
    service, port = server
    processes.wait_until_healthy(service, f"http://127.0.0.1:{port}/", lambda: False)
    monkeypatch.setattr(processes, "STEADY", 0.0)
    assert service.process is not None
    first = service.process
    first.kill()
    first.wait()
    said: list[str] = []
    deadline = time.monotonic() + 20
    processes.watch([service], lambda: bool(said) or time.monotonic() > deadline, said.append)
    assert "files" in said[0]
    assert service.process is not first
    eventually(service.running)


def test_a_long_log_is_put_aside_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOG_LIMIT", 10)
    service = Service("wise", ["this"], tmp_path)
    (tmp_path / "wise.log").write_text("from last week\n")
    service.start()
    processes.stop_all([service])
    assert (tmp_path / "wise.previous.log").read_text() == "from last week\n"
    assert "from last week" not in service.log.read_text()
