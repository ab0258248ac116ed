"""A second laptop has what the first has, piece by piece, and takes its place."""

import re
import socket
import sqlite3
import tempfile
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hall_server.two_laptops import CODE, URL, First, Spare, words
from thunee_tournaments import spare as door
from thunee_tournaments.hall_server.spare import blocks, following, giving, sealing
from thunee_tournaments.hall_server.spare.following import NotFollowed, WrongCode

SIZE = 512
HEAD = b"SQLite format 3\0" + SIZE.to_bytes(2, "big")


def received(spare: Spare) -> list[str]:
    return words(spare.state.database(spare.folder))


# --- blocks


@given(st.lists(st.integers(0, 3), max_size=40), st.lists(st.integers(0, 3), max_size=40))
def test_parts_make_any_state_of_a_file_into_any_other(old: list[int], new: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "MOST", 5 * SIZE)
        before, now = Path(folder) / "before", Path(folder) / "now"
        for path, state in ((before, old), (now, new)):
            path.write_bytes(HEAD.ljust(SIZE, b"\0") + b"".join(bytes([value]) * SIZE for value in state))
        found = list(blocks.parts(before, now))
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
    assert following.read(spare.folder) is None, "half of a moment is no moment"
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
    with closing(sqlite3.connect(spare.state.database(spare.folder))) as connection, connection:
        connection.execute("UPDATE said SET what = 'false'")
    assert following.read(spare.folder) is None
    again = Spare(first, spare.folder)
    assert again.look()
    assert received(again) == ["true 0"]


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


def test_half_of_an_answer_is_asked_for_again(first: First, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_half() -> None:
            line, _address = server.accept()
            with line:
                line.recv(10_000)
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + b"x" * 50)

        threading.Thread(target=answer_half, daemon=True).start()
        real = following.Following(f"http://127.0.0.1:{server.getsockname()[1]}", CODE, tmp_path / "real", print)
        with pytest.raises(NotFollowed, match="does not answer"):
            real.look()


def test_a_part_that_was_changed_on_its_way_is_asked_for_again(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    first.save("true")
    first.cut()
    path = door.file_of(first.giving.run, 1)
    sealed = path.read_bytes()
    path.write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    with pytest.raises(NotFollowed, match="changed on its way"):
        spare.look()
    path.write_bytes(sealed)
    assert spare.look()
    assert received(spare) == ["true 0"]


def test_a_spare_that_dies_between_two_moments_has_the_one_before(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    first.save("before")
    first.cut()
    spare.look()
    first.save("after")
    first.cut()

    def dies(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "write", dies)
    with pytest.raises(KeyboardInterrupt):
        spare.look()
    state = following.read(spare.folder)
    assert state is not None
    assert words(state.database(spare.folder)) == ["before 0"]


def test_with_another_code_nobody_is_let_in_and_nothing_is_kept(first: First, tmp_path: Path) -> None:
    first.cut()
    stranger = Spare(first, tmp_path / "strange", sealing.new_code())
    with pytest.raises(WrongCode, match="has another code"):
        stranger.look()
    assert list((tmp_path / "strange").iterdir()) == []


def test_a_laptop_that_lets_no_spare_follow_is_told_apart_from_one_that_is_away(first: First, spare: Spare) -> None:
    giving.end()
    with pytest.raises(NotFollowed, match="start it with --spare, and look"):
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
    assert following.read(spare.folder) is None


def test_a_disk_that_takes_no_parts_is_told_once_and_nobody_believes_that_the_spare_has_everything(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> bytes:
        raise OSError("no space left")

    first.cut()
    spare.look()
    with monkeypatch.context() as patch:
        patch.setattr(first.giving, "sealed", full)
        for name in ("more", "and more"):
            first.save(name)
            first.cut()
            with pytest.raises(NotFollowed, match="gives nothing now"):
                spare.look()
    assert len(first.said) == 1
    assert "no space left" in first.said[0]
    first.cut()
    assert spare.look()
    assert received(spare) == ["more 0", "and more 0"]


def test_a_spare_whose_disk_takes_nothing_fetches_everything_anew_when_it_does(
    first: First, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError("no space left")

    first.save("a hand")
    first.cut()
    with monkeypatch.context() as patch:
        patch.setattr(following, "write", full)
        with pytest.raises(OSError, match="no space left"):
            spare.look()
    assert spare.look()
    assert received(spare) == ["a hand 0"]


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
