"""The processes of an evening: waited for, watched, ended with everything they started."""

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.support.ports import free_port
from tests.support.worker import eventually
from thunee_tournaments.hall_server import processes
from thunee_tournaments.hall_server.processes import DidNotStart, Service


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
        processes.watch([service], lambda: False, lambda _line: None, lambda: None)


def test_a_service_that_ran_well_is_started_again(server: tuple[Service, int], monkeypatch: pytest.MonkeyPatch) -> None:
    service, port = server
    processes.wait_until_healthy(service, f"http://127.0.0.1:{port}/", lambda: False)
    monkeypatch.setattr(processes, "STEADY", 0.0)
    assert service.process is not None
    first = service.process
    first.kill()
    first.wait()
    said: list[str] = []
    deadline = time.monotonic() + 120
    processes.watch([service], lambda: bool(said) or time.monotonic() > deadline, said.append, lambda: None)
    assert "files" in said[0]
    assert service.process is not first
    eventually(service.running)


# A process that starts another, which holds the port, as a web server does with those that make the pages.
HOLDER = """
import socket, subprocess, sys, time
child = "import socket, sys, time; s = socket.socket(); s.bind(('127.0.0.1', int(sys.argv[1]))); s.listen(); "
subprocess.Popen([sys.executable, "-c", child + "time.sleep(60)", sys.argv[1]]).wait()
"""


@pytest.mark.skipif(os.name == "nt", reason="groups of processes are POSIX's")
def test_what_a_killed_process_has_left_behind_does_not_keep_the_next_from_its_port(tmp_path: Path) -> None:
    port = free_port()
    service = Service("holder", ["this"], tmp_path)
    service.command = [sys.executable, "-c", HOLDER, str(port)]

    def held() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    service.start()
    eventually(held)
    assert service.process is not None
    service.process.kill()
    service.process.wait()
    assert held(), "its child is still there: otherwise this shows nothing"
    service.command = [sys.executable, "-c", "pass"]
    service.start()
    eventually(lambda: not held())
    processes.stop_all([service])


def test_as_many_processes_make_pages_as_there_are_cores_but_two_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cores, wanted in ((1, []), (2, ["2"]), (8, ["2"])):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        command = processes.web("127.0.0.1", 8000, tmp_path).command
        assert [command[at + 1] for at, word in enumerate(command) if word == "--workers"] == wanted


@pytest.mark.parametrize(
    ("status", "said", "up"),
    [
        (200, b"ok\n", True),
        (503, b"disk full: nothing can be saved\n", True),
        (503, b"database does not answer\n", False),
    ],
)
def test_a_site_that_can_only_be_read_is_up(status: int, said: bytes, up: bool) -> None:
    class Healthz(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Healthz) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert processes.answers(f"http://127.0.0.1:{server.server_port}/healthz") is up


def test_a_long_log_is_put_aside_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOG_LIMIT", 10)
    service = Service("wise", ["this"], tmp_path)
    (tmp_path / "wise.log").write_text("from last week\n")
    service.start()
    processes.stop_all([service])
    assert (tmp_path / "wise.previous.log").read_text() == "from last week\n"
    assert "from last week" not in service.log.read_text()
