"""The spare takes the place of the laptop that is lost, and nothing of what stood there is gone."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.hall_server.two_laptops import KEYS, URL, First, Spare, words
from thunee_tournaments.hall_server import backups, processes, restoring
from thunee_tournaments.hall_server.spare import taking_over


@pytest.fixture
def lost(first: First, spare: Spare, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spare:
    """The spare of a laptop that is lost; the site is to be in the folder `here`."""
    first.save("a hand")
    first.cut()
    spare.look()
    first.lose()
    settings.VAR, settings.BACKUPS = tmp_path / "here", tmp_path / "here" / "backups"
    settings.VAR.mkdir()
    monkeypatch.setattr(processes, "answers", lambda url: url == f"{URL}/healthz" and not first.away)
    return spare


def test_the_spare_takes_the_place_of_the_lost_with_its_keys_and_keeps_what_stood_there(
    lost: Spare, tmp_path: Path
) -> None:
    here = tmp_path / "here"
    (here / "secret.key").write_text("of another evening")
    taken = taking_over.take_over(lost.folder, here / "site.sqlite3")
    assert words(here / "site.sqlite3") == ["a hand 0"]
    assert {name: (here / name).read_text() for name in KEYS} == KEYS
    assert all((here / name).stat().st_mode & 0o077 == 0 for name in KEYS)
    assert [path.read_text() for path in taken.kept] == ["of another evening"]
    assert taken.state.url == URL
    with pytest.raises(taking_over.NotTaken, match="taken over before"):
        taking_over.take_over(lost.folder, here / "site.sqlite3")


def test_a_database_that_was_here_is_kept_as_a_copy(lost: Spare, first: First, tmp_path: Path) -> None:
    here = First(tmp_path / "here" / "old")
    here.save("of another evening")
    taken = taking_over.take_over(lost.folder, here.database)
    assert words(here.database) == ["a hand 0"]
    assert words(taken.kept[0]) == ["of another evening 0"]


def test_nobody_takes_over_from_a_laptop_that_still_answers(lost: Spare, first: First, tmp_path: Path) -> None:
    first.away = False
    with pytest.raises(taking_over.NotTaken, match="still answers"):
        taking_over.take_over(lost.folder, tmp_path / "here" / "site.sqlite3")
    assert list((tmp_path / "here").iterdir()) == []


def test_a_disk_that_takes_nothing_more_leaves_everything_as_it_was(
    lost: Spare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    (here / "secret.key").write_text("of another evening")

    def full(*_: Any) -> list[Path]:
        raise OSError("no space left")

    monkeypatch.setattr(restoring, "restore", full)
    with pytest.raises(OSError, match="no space left"):
        taking_over.take_over(lost.folder, here / "site.sqlite3")
    assert (here / "secret.key").read_text() == "of another evening"
    assert not (here / "site.sqlite3").exists()
    monkeypatch.undo()
    monkeypatch.setattr(processes, "answers", lambda _url: False)
    taking_over.take_over(lost.folder, here / "site.sqlite3")
    assert words(here / "site.sqlite3") == ["a hand 0"]
    assert {path.name for path in here.glob("*.key*")} >= set(KEYS)
    assert not list(here.glob("*.new"))


def test_half_of_what_should_have_arrived_is_not_taken_over(lost: Spare, tmp_path: Path) -> None:
    with lost.state.database(lost.folder).open("rb+") as file:
        file.truncate(100_000)
    with pytest.raises(taking_over.NotTaken, match="nothing to take over"):
        taking_over.take_over(lost.folder, tmp_path / "here" / "site.sqlite3")


def test_the_command_says_until_when_everything_is_there_and_what_is_to_be_done(
    lost: Spare, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.DATABASES["default"] = settings.DATABASES["default"] | {"NAME": str(tmp_path / "here" / "site.sqlite3")}
    settings.EMBEDDED = True
    with backups.only_instance(tmp_path / "spare", "following"), pytest.raises(CommandError, match="still follows"):
        call_command("take_over", str(tmp_path / "spare"))
    call_command("take_over", str(tmp_path / "spare"))
    said = capsys.readouterr().out
    assert f"everything that {URL} had at " in said
    assert "offers to send them again" in said
    with pytest.raises(CommandError, match="are the same"):
        call_command("take_over", str(tmp_path / "here"))
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("take_over", str(tmp_path / "nowhere"))
