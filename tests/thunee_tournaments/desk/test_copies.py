"""The desk says when the database was copied last, how far a spare is, and warns where no copy goes any more."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import TournamentFactory
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments import copies_made, spare

pytestmark = [pytest.mark.django_db, pytest.mark.pages]


@pytest.fixture
def desk(client: Client, organiser: Any, settings: Any, tmp_path: Path) -> Client:
    settings.VAR = tmp_path
    TournamentFactory(slug="cup", organiser=organiser)
    client.force_login(organiser)
    return client


def test_where_nothing_is_known_of_copies_nothing_is_said(desk: Client) -> None:
    assert "copy of the database" not in text_of(desk.get("/desk/cup/")).lower()


def test_an_organiser_reads_when_the_last_copy_was_made(desk: Client) -> None:
    copies_made.write(True, [])
    text = text_of(desk.get("/desk/cup/"))
    assert "Last copy of the database:" in text
    assert "No copy of the database" not in text


def test_a_stick_that_is_not_there_is_told_on_every_page_of_the_desk(desk: Client) -> None:
    copies_made.write(True, ["/media/stick"])
    for page in ("/desk/cup/", "/desk/cup/teams"):
        assert "No copy of the database goes to /media/stick." in text_of(desk.get(page))


def test_that_no_copy_could_be_made_is_told_with_the_time_of_the_last_good_one(desk: Client) -> None:
    copies_made.write(True, [])
    copies_made.write(False, [])
    text = text_of(desk.get("/desk/cup/"))
    assert "The database could not be copied." in text
    assert "Last copy of the database:" in text


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"at": 5, "failed": true, "missing": []}', "\udcff"])
def test_a_file_that_cannot_be_read_breaks_no_page(desk: Client, tmp_path: Path, content: str) -> None:
    (tmp_path / copies_made.NAME).write_text(content, encoding="utf-8", errors="surrogateescape")
    assert copies_made.read() is None
    assert desk.get("/desk/cup/").status_code == 200


@pytest.mark.parametrize(
    ("asked", "whole", "told", "silent"),
    [
        (None, None, "A spare laptop may follow; none does yet.", False),
        (1, None, "A spare laptop follows; it has not everything yet.", False),
        (1, 1, "The spare laptop has everything up to", False),
        (300, 310, "The spare laptop has everything up to", True),
    ],
)
def test_an_organiser_reads_how_far_the_spare_is_and_that_it_has_gone(
    desk: Client, asked: int | None, whole: int | None, told: str, silent: bool
) -> None:
    spare.folder().mkdir()
    (spare.folder() / spare.ASKING).touch()
    ago = {name: None if seconds is None else (timezone.now() - timedelta(seconds=seconds)).isoformat()
           for name, seconds in (("asked", asked), ("whole", whole))}  # fmt: skip
    (spare.folder() / spare.SEEN).write_text(json.dumps(ago))
    text = text_of(desk.get("/desk/cup/"))
    assert told in text
    for page in ("/desk/cup/", "/desk/cup/teams"):
        assert ("The spare laptop has not asked" in text_of(desk.get(page))) == silent


SILENCE = "The spare laptop has not asked"


def last_asked(seconds: int) -> None:
    then = (timezone.now() - timedelta(seconds=seconds)).isoformat()
    spare.folder().mkdir(exist_ok=True)
    (spare.folder() / spare.ASKING).touch()
    (spare.folder() / spare.SEEN).write_text(json.dumps({"asked": then, "whole": then}))


def test_a_spare_that_was_put_away_is_not_missed_until_it_has_come_back(desk: Client) -> None:
    last_asked(300)
    page = desk.post("/desk/cup/spare", follow=True)
    assert "The spare laptop is put away." in text_of(page)
    assert SILENCE not in text_of(desk.get("/desk/cup/teams"))
    assert "none does yet" in text_of(desk.get("/desk/cup/"))
    last_asked(1)
    assert "has everything up to" in text_of(desk.get("/desk/cup/"))
    last_asked(100)
    assert SILENCE in text_of(desk.get("/desk/cup/teams"))


def test_a_spare_that_asks_again_is_not_put_away_by_a_page_of_before(desk: Client) -> None:
    last_asked(1)
    assert "it still follows" in text_of(desk.post("/desk/cup/spare", follow=True))
    assert "has everything up to" in text_of(desk.get("/desk/cup/"))


def test_where_no_spare_may_follow_none_is_put_away(desk: Client) -> None:
    assert "put away" not in text_of(desk.post("/desk/cup/spare", follow=True))
