"""The names a demo answers to."""

import io
import os
import socket
from typing import Any

import pytest
from django.core.management import call_command

from thunee_tournaments.hall_server.hosts import own_names
from thunee_tournaments.management.commands import serve


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(name: str, port: Any) -> list[Any]:
        assert name == "laptop"
        return [(0, 0, 0, "", ("192.168.1.20", 0)), (0, 0, 0, "", ("fd00::20", 0, 0, 0))]

    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    monkeypatch.setattr(socket, "getaddrinfo", known)


def test_on_the_loopback_a_demo_answers_to_nothing_else(machine: None) -> None:
    assert own_names("127.0.0.1", "http://localhost:8000") == ["localhost", "127.0.0.1", "[::1]"]


def test_in_a_network_a_demo_answers_to_this_machines_names_and_addresses(machine: None) -> None:
    names = own_names("0.0.0.0", "http://10.0.0.7:8000")
    assert names[3:] == ["10.0.0.7", "laptop", "laptop.local", "192.168.1.20", "[fd00::20]"]


def test_a_machine_that_nobody_knows_by_name_is_reached_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_name: str, _port: Any) -> list[Any]:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert "10.0.0.7" in own_names("10.0.0.7", "")


@pytest.mark.parametrize(
    ("arguments", "before", "after"),
    [
        (["--demo"], None, "localhost,127.0.0.1,[::1]"),
        (["--demo"], "*", "*"),
        ([], None, None),
    ],
    ids=["a demo", "a demo that was told otherwise", "an evening in a hall"],
)
def test_only_a_demo_is_kept_to_this_machines_names(
    monkeypatch: pytest.MonkeyPatch, settings: Any, arguments: list[str], before: str | None, after: str | None
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", before or "")
    if before is None:
        monkeypatch.delenv("ALLOWED_HOSTS")
    settings.EMBEDDED, settings.PUBLIC_URL = True, "http://localhost:8000"
    seen: list[str | None] = []
    monkeypatch.setattr(serve.Command, "prepare", lambda self, **options: None)
    monkeypatch.setattr(serve.processes, "wait_until_healthy", lambda *given: seen.append(_answered_to()))
    monkeypatch.setattr(serve.processes.Service, "start", lambda self: None)
    monkeypatch.setattr(serve.processes, "watch", lambda *given: None)
    monkeypatch.setattr(serve.signal, "signal", lambda *given: None)
    monkeypatch.setattr(serve.connection, "close", lambda: None)
    call_command("serve", *arguments, stdout=io.StringIO())
    assert seen == [after]


def _answered_to() -> str | None:
    """What the web server's process would be told."""
    return os.environ.get("ALLOWED_HOSTS")
