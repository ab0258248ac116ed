"""A second laptop has what the first has, piece by piece, and takes its place."""

import re
import sqlite3
import tempfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hall_server.two_laptops import CODE, KEYS, URL, First, Spare, words
from thunee_tournaments import spare as door
from thunee_tournaments.hall_server.spare import blocks, following, giving, sealing
from thunee_tournaments.hall_server.spare.following import NotFollowed, WrongCode

SIZE = 512
HEAD = b"SQLite format 3\0" + SIZE.to_bytes(2, "big")


@pytest.fixture
def first(tmp_path: Path, settings: Any) -> First:
    settings.VAR = tmp_path / "first"
    return First(tmp_path / "first")


@pytest.fixture
def spare(first: First, tmp_path: Path) -> Spare:
    return Spare(first, tmp_path / "spare" / "received")


def received(spare: Spare) -> list[str]:
    return words(spare.folder / following.DATABASE)


# --- blocks


@given(st.lists(st.integers(0, 3), max_size=40), st.lists(st.integers(0, 3), max_size=40))
def test_parts_make_any_state_of_a_file_into_any_other(old: list[int], new: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "MOST", 5 * SIZE)
        before, now = Path(folder) / "before", Path(folder) / "now"
        for path, state in ((before, old), (now, new)):
            path.write_bytes(HEAD.ljust(SIZE, b"\0") + b"".join(bytes([value]) * SIZE for value in state))
        found = list(blocks.parts(before, now, "today"))
        assert bool(found) == (old != new)
        with before.open("rb+") as file:
            for part in found:
                assert len(part.numbers) <= 5
                blocks.unpacked(part.packed()).put_into(file)
        assert before.read_bytes() == now.read_bytes()
        assert [bool(part.digest) for part in found] == [False] * (len(found) - 1) + [True] * bool(found)


@pytest.mark.parametrize("packed", [b"", b"what", blocks.zlib.compress(b"\0\0\0\x02{}"), blocks.zlib.compress(b"{")])
def test_what_is_no_part_is_said_to_be_unreadable(packed: bytes) -> None:
    with pytest.raises(blocks.Unreadable):
        blocks.unpacked(packed)


# --- the code


def test_a_part_opens_with_its_code_however_that_is_typed_and_under_its_own_name_alone() -> None:
    sealed = sealing.seal(CODE, "run-1", b"hands")
    assert sealing.unseal(CODE.upper().replace("-", " "), "run-1", sealed) == b"hands"
    for code, name, content in [
        (sealing.new_code(), "run-1", sealed),
        (CODE, "run-2", sealed),
        (CODE, "run-1", sealed[:-1] + b"?"),
        (CODE, "", b""),
    ]:
        with pytest.raises(sealing.NotOpened):
            sealing.unseal(code, name, content)


def test_codes_are_new_each_time_and_what_is_no_code_is_known() -> None:
    codes = {sealing.new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(sealing.is_code(code) for code in codes)
    assert not any(sealing.is_code(text) for text in ("", CODE[:-1], CODE + "a", CODE[:-1] + "1", "ü" * 20))


def test_the_code_is_made_once_and_is_for_its_owner_alone(first: First) -> None:
    code = giving.kept_code()
    assert sealing.is_code(code)
    assert giving.kept_code() == code
    assert (first.folder / "spare.code").stat().st_mode & 0o077 == 0


# --- following


def test_the_spare_has_what_was_saved_and_then_only_what_changed_travels(first: First, spare: Spare) -> None:
    first.save("a hand", 2000)
    first.cut()
    assert spare.look()
    assert received(spare) == words(first.database)
    all_of_it = sum(path.stat().st_size for path in first.giving.folder.glob("*.part"))
    first.save("one more")
    first.cut()
    assert spare.look()
    assert received(spare)[-1] == "one more 0"
    assert sum(path.stat().st_size for path in first.giving.folder.glob("*.part")) < 1.2 * all_of_it
    assert len([path for path in first.asked if path.startswith("/spare/?")]) == 2
    assert not spare.look(), "nothing is new"


def test_what_has_not_changed_is_cut_into_no_parts(first: First) -> None:
    first.cut()
    there = first.giving.number
    first.cut()
    first.giving.cut = ()
    first.cut()
    assert first.giving.number == there == 1


def test_a_line_that_drops_costs_nothing_that_has_arrived(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST", 200_000)
    first.save("a hand", 5000)
    first.cut()
    assert first.giving.number > 4
    spare.cut_at = lambda path: path.endswith("/4")
    with pytest.raises(NotFollowed, match=f"{URL} does not answer"):
        spare.look()
    assert not (spare.folder / following.DATABASE).exists(), "half of a moment is no moment"
    spare.cut_at = lambda _path: False
    assert spare.look()
    parts = [path for path in first.asked if "?" not in path]
    assert len(parts) == len(set(parts)) == first.giving.number
    assert received(spare) == words(first.database)


def test_a_spare_that_is_started_again_goes_on_where_it_was(first: First, spare: Spare) -> None:
    first.save("before")
    first.cut()
    spare.look()
    first.save("after")
    first.cut()
    first.asked.clear()
    again = Spare(first, spare.folder)
    assert again.look()
    assert first.asked[1:] == [f"/spare/{first.giving.run}/2"]
    assert received(again) == ["before 0", "after 0"]


def test_a_spare_whose_file_was_changed_fetches_everything_anew(first: First, spare: Spare) -> None:
    first.save("true")
    first.cut()
    spare.look()
    with closing(sqlite3.connect(spare.folder / following.DATABASE)) as connection, connection:
        connection.execute("UPDATE said SET what = 'false'")
    assert following.read(spare.folder) is None
    assert Spare(first, spare.folder).look()
    assert received(spare) == ["true 0"]


def test_when_enough_has_changed_a_new_run_begins_with_everything(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(giving, "LEAST", 1)
    monkeypatch.setattr(giving, "TIMES", 0)
    first.cut()
    spare.look()
    runs = [first.giving.run]
    for n in range(3):
        first.save(f"hand {n}")
        first.cut()
        runs.append(first.giving.run)
        spare.look()
    assert len(set(runs)) == 4
    assert received(spare) == words(first.database)
    assert len(list(first.giving.folder.glob("*-*.part"))) == 1, "the parts of earlier runs are gone"


def test_a_run_that_ends_while_it_is_fetched_is_followed_by_the_next(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST", 200_000)
    first.save("a hand", 5000)
    first.cut()

    def while_it_is_fetched(path: str) -> bool:
        if path.endswith(f"{first.giving.run}/3"):
            first.giving.begin_a_run()
            first.giving.cut_now()
        return False

    spare.cut_at = while_it_is_fetched
    assert not spare.look(), "what is gone is no trouble: the next look sees the new run"
    spare.cut_at = lambda _path: False
    assert spare.look()
    assert received(spare) == words(first.database)


def test_with_another_code_nobody_is_let_in_and_nothing_is_kept(first: First, tmp_path: Path) -> None:
    first.cut()
    stranger = Spare(first, tmp_path / "strange", sealing.new_code())
    with pytest.raises(WrongCode, match="has another code"):
        stranger.look()
    assert list((tmp_path / "strange").iterdir()) == []


def test_a_laptop_that_lets_no_spare_follow_is_told_apart_from_one_that_is_away(first: First, spare: Spare) -> None:
    giving.end()
    with pytest.raises(NotFollowed, match="start it with --spare"):
        spare.look()
    first.away = True
    with pytest.raises(NotFollowed, match="does not answer"):
        spare.look()


def test_what_was_made_by_a_later_version_is_told_at_once_and_takes_no_place(first: First, spare: Spare) -> None:
    first.save("known")
    first.cut()
    spare.look()
    with closing(sqlite3.connect(first.database)) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('brackets', '9999_later', '2030-01-01')"
        )
    first.save("later")
    first.cut()
    with pytest.raises(NotFollowed, match="a version of this program that this one does not know"):
        spare.look()
    assert received(spare) == ["known 0"]


def test_what_arrives_otherwise_than_it_was_sent_takes_no_place(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    first.save("true")
    monkeypatch.setattr(blocks, "digest", lambda _path: "0" * 64)
    first.cut()
    monkeypatch.undo()
    with pytest.raises(NotFollowed, match="not what was sent"):
        spare.look()
    assert not (spare.folder / following.DATABASE).exists()


def test_a_disk_that_takes_no_parts_is_told_once_and_tried_again(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_number: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(first.giving, "sealed", lambda *_: full(0))
        first.cut()
        first.save("more")
        first.cut()
    assert [text for text in first.said if "no space left" in text] == first.said
    assert len(first.said) == 1
    first.cut()
    spare.look()
    assert received(spare) == ["more 0"]


def test_following_says_what_becomes_of_it_and_how_to_go_on(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    first.save("a hand")
    first.cut()
    rounds = iter(range(3))
    looks = spare.look

    def look() -> bool:
        if next(rounds) == 1:
            first.away = True
        return looks()

    monkeypatch.setattr(spare, "look", look)
    following.follow(spare, lambda: rounds.__length_hint__() == 0, 0)
    here, lost, then = spare.told
    assert "Everything is here: 0 events, 0 entries." in here
    assert f"{URL} does not answer" in lost
    assert "dev.py spare --take-over" in then


# --- the door


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


# --- the command


@pytest.mark.parametrize("url", ["", "192.168.1.20", "ftp://x", "http://", "http://x/desk/"])
def test_an_address_that_nobody_can_follow_is_refused_with_an_example(url: str, tmp_path: Path, settings: Any) -> None:
    settings.VAR = tmp_path
    with pytest.raises(CommandError, match=re.escape(URL)):
        call_command("follow", url)


def test_what_is_no_code_is_refused_before_anything_is_asked(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR = tmp_path
    monkeypatch.setattr("builtins.input", lambda _prompt: "password")
    with pytest.raises(CommandError, match="That is no code"):
        call_command("follow", URL)
    assert not (tmp_path / "followed.json").exists()
