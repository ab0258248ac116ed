"""The page of the keys for programs: made, shown once, used, taken back."""

import re
from typing import Any

import pytest

from tests.support.desk.formats import started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.tournaments.program_keys import ProgramKey

KEY = "one-time key of a page"


@pytest.fixture
def desk(organiser: Any, browser_of: Any) -> Desk:
    return started(organiser, browser_of, 4, [{"format": "knockout", "parameters": {}}])


def made(desk: Desk, **changed: str) -> Any:
    return desk.post("program_keys", **{"note": "Score app", "may": "scores", "days": "1", "key": KEY, **changed})


def shown(response: Any) -> str:
    return re.search(r"thunee_[\w-]+", response.content.decode()).group()  # type: ignore[union-attr]


def test_a_key_is_shown_once_and_opens_the_event_until_it_is_taken_back(desk: Desk) -> None:
    assert f'href="/desk/{desk.tournament.slug}/people/keys"' in desk.get("people").content.decode()
    assert "No program has a key." in text_of(desk.get("program_keys"))
    first = made(desk)
    assert "no-store" in first["Cache-Control"]
    token = shown(first)
    assert shown(made(desk)) == token  # a double tap makes one key
    key = ProgramKey.objects.get()
    assert token not in f"{vars(key)}"

    address = f"/api/v1/desk/{desk.tournament.slug}/"
    assert address in text_of(first)
    headers = {"Authorization": f"Bearer {token}"}
    assert desk.client.get(address, headers=headers).json()["may"] == "scores"
    listed = text_of(desk.get("program_keys"))
    assert "Score app" in listed
    assert "used last" in listed
    assert token not in listed

    back = f"/desk/{desk.tournament.slug}/people/keys/{key.public_id}/back"
    for _ in range(2):
        assert desk.client.post(back).status_code == 302
    assert desk.client.get(address, headers=headers).status_code == 401
    assert "Score app" not in text_of(desk.get("program_keys")).replace("The key is taken back: Score app", "")
    assert "has been taken back" in text_of(made(desk))


def test_what_is_missing_is_said_beside_its_field(desk: Desk) -> None:
    for changed in ({"note": " "}, {"may": "money"}, {"days": "9"}, {"note": "x" * 121}):
        assert made(desk, **changed).status_code == 422
    assert "This page is not complete" in text_of(made(desk, key="short"))
    assert not ProgramKey.objects.exists()


def test_a_note_is_shown_as_it_was_typed(desk: Desk) -> None:
    made(desk, note="<b>Score</b> & app")
    assert "&lt;b&gt;Score&lt;/b&gt; &amp; app" in desk.get("program_keys").content.decode()


@pytest.mark.slow
def test_there_are_so_many_keys_and_no_more(desk: Desk) -> None:
    for number in range(20):
        assert made(desk, key=f"{KEY} {number}").status_code == 200
    assert "no more can be made" in text_of(made(desk, key=f"{KEY} of one more"))
