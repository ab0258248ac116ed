"""The broker of one machine after a power cut, and beside writers who are not done yet."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection
from kombu.simple import SimpleQueue

from thunee_tournaments import celery_app
from thunee_tournaments.broker import Transport
from thunee_tournaments.settings.tasks import filesystem_broker


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Any]:
    """Opens the queue as a process does that has just started."""
    assert celery_app  # once it is made, the site's broker is what an address like this means
    opened: list[Connection] = []
    options = filesystem_broker(tmp_path)
    for folder in (options["data_folder_in"], options["control_folder"]):
        Path(folder).mkdir(parents=True)

    def start() -> SimpleQueue:
        Transport.global_state.clear()  # which queues this process has told of already
        opened.append(Connection("filesystem://localhost//", transport_options=options))
        return opened[-1].SimpleQueue("celery")

    yield start
    for connection in opened:
        connection.release()


def as_a_power_cut_leaves_them(folder: Path) -> int:
    """Every file is there and holds nothing; how many."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        path.write_bytes(b"")
    return len(files)


def test_the_broker_works_on_after_a_power_cut_that_left_its_files_empty(queue: Any, tmp_path: Path) -> None:
    queue().put({"task": 1})
    assert as_a_power_cut_leaves_them(tmp_path) == 2  # the message, and which queues there are
    after = queue()
    after.put({"task": 2})
    assert after.get(block=False).payload == {"task": 2}
    with pytest.raises(after.Empty):
        after.get(block=False)


def test_a_message_is_not_seen_before_it_is_whole(queue: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[list[str]] = []
    rename = os.replace

    def look(source: Path, target: Path) -> None:
        there.append([path.name for path in (tmp_path / "messages").glob("*.msg")])
        assert Path(source).stat().st_size > 0
        rename(source, target)

    monkeypatch.setattr(os, "replace", look)
    written = queue()
    written.put({"task": 1})
    assert there == [[]]
    assert written.get(block=False).payload == {"task": 1}


def test_who_sends_beside_a_writer_of_the_list_of_queues_does_not_fail(queue: Any, tmp_path: Path) -> None:
    sending = queue()
    for path in (tmp_path / "control").iterdir():
        path.write_bytes(b"")
    sending.put({"task": 1})  # a nudge that may get lost
