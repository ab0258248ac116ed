"""The door at which the spare asks: for whoever has the code alone; and what the desk can know of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.hall_server.two_laptops import CODE, KEYS, First, Spare
from thunee_tournaments import spare as door
from thunee_tournaments.hall_server.spare import giving, sealing


def test_the_door_is_for_whoever_has_the_code_and_there_is_none_where_nobody_may_follow(first: First) -> None:
    first.cut()
    let_in = {"Authorization": f"Spare {sealing.asking(CODE)}"}
    part = f"/spare/{first.giving.run}/1"
    for path in ("/spare/", part):
        assert Client().get(path).status_code == 403
        assert Client().get(path, headers={"Authorization": f"Spare {CODE}"}).status_code == 403
        assert Client().get(path, headers=let_in).status_code == 200
        assert Client().post(path, headers=let_in).status_code == 405
    assert Client().get(f"/spare/{first.giving.run}/2", headers=let_in).status_code == 404
    giving.end()
    assert {Client().get(path, headers=let_in).status_code for path in ("/spare/", part)} == {404}


def test_nothing_that_lies_at_the_door_can_be_read_without_the_code(first: First) -> None:
    first.save("a secret of the hall", 500)
    first.cut()
    for path in first.giving.folder.glob("*.part"):
        assert b"secret of the hall" not in path.read_bytes()
        assert KEYS["site.key"].encode() not in path.read_bytes()
    assert sealing.asking(CODE) not in CODE
    assert first.giving.folder.stat().st_mode & 0o077 == 0


def test_the_desk_can_know_how_far_the_spare_is(first: First, spare: Spare, time_machine: Any) -> None:
    first.cut()
    assert door.seen() == door.Seen()
    spare.look()
    once = door.seen()
    assert once is not None
    assert (once.asked_at is None, once.whole_at is None) == (False, True)
    spare.look()
    twice = door.seen()
    assert twice is not None
    assert twice.whole_at is not None
    assert not twice.silent
    time_machine.move_to(timezone.now() + timedelta(minutes=2))
    assert twice.silent
    giving.end()
    assert door.seen() is None


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"asked": 5, "whole": 5}'])
def test_a_note_of_the_spare_that_cannot_be_read_breaks_nothing(first: First, content: str) -> None:
    (first.giving.folder / door.SEEN).write_text(content)
    assert door.seen() == door.Seen()
