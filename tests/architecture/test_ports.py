"""Servers of tests and measurements that run side by side must not take each other's ports."""

import random
import socket

import pytest

from tests.support import ports


def test_two_programs_with_the_same_chance_get_different_ports() -> None:
    drawn = set()
    for _ in range(10):
        random.seed(1)
        drawn.add(ports.free_port())
    assert len(drawn) > 5


def test_a_port_that_is_taken_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        taken = other.getsockname()[1]
        monkeypatch.setattr(ports, "OURS", range(taken, taken + 1))
        with pytest.raises(OSError, match="no free port"):
            ports.free_port()
