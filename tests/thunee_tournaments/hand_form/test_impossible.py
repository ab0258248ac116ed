"""Figures that no hand can have are refused beside their field before they are saved; the desk may write them down."""

import uuid
from typing import Any

import pytest

from tests.thunee_tournaments.desk.conftest import Desk, browser_of, playing
from tests.thunee_tournaments.scoring.conftest import Phone, game, phone, plain, sheet, table, token, tournament
from tests.thunee_tournaments.services.conftest import drawn, match, organiser
from thunee_tournaments.hand_form.impossible import faults, impossible_points

__all__ = ["browser_of", "drawn", "game", "organiser", "phone", "playing", "sheet", "table", "token", "tournament"]


def test_one_and_303_points_are_possible_in_no_hand() -> None:
    four = impossible_points(4)
    assert {1, 7, 13, 31, 273, 290, 303} <= set(four)
    assert not {0, 8, 12, 32, 67, 152, 272, 304} & set(four)
    assert all(304 - points in four for points in four)  # what one side cannot have leaves the other what it cannot


@pytest.mark.parametrize(("players", "possible", "impossible"), [(2, 4, 1), (4, 8, 5), (6, 15, 8)])
def test_what_is_possible_goes_by_how_many_cards_a_trick_has(players: int, possible: int, impossible: int) -> None:
    assert possible not in impossible_points(players)
    assert impossible in impossible_points(players)


@pytest.mark.parametrize(("typed", "field"), [
    ({"points": 303}, "points"), ({"points": 1, "points_of": "trumping"}, "points"),
    ({"points": 0, "trumper": 0, "last_trick": 1}, "last_trick"),
    ({"points": 304, "trumper": 0, "last_trick": 2}, "last_trick"), ({"points": 60, "blind": True}, "blind"),
])  # fmt: skip
def test_what_cannot_be_is_said_at_its_field(typed: dict[str, Any], field: str) -> None:
    assert list(faults(typed, 4)) == [field]


@pytest.mark.parametrize("ended", [{"redeal": "other"}, {"four_ball": 0}, {"declared": "thunee"}, {"false_by": 1}])
def test_a_hand_that_ended_otherwise_has_no_points_to_be_wrong(ended: dict[str, Any]) -> None:
    assert faults({"points": 303, **ended}, 4) == {}


def test_a_phone_is_refused_what_cannot_be_before_it_is_saved(phone: Phone, sheet: str) -> None:
    response = phone.check(sheet, **{**plain(), "points": "303"})
    assert response.status_code == 422
    assert response.context["form"].errors["points"] == ["No tricks come to 303 card points. Count them again."]
    response = phone.check(sheet, **{**plain(), "points": "303", "as_written": "on"})
    assert response.status_code == 422  # that is for the desk


def test_the_desk_may_write_it_down_as_it_stands_on_the_sheet(playing: Desk) -> None:
    found = match(playing.tournament, 1)
    address = ("write", found.public_id, 1)
    head = playing.get(*address).context["form"]["head"].value()
    typed = {**plain(), "points": "303", "head": head, "key": str(uuid.uuid4()), "action": "check"}
    response = playing.post(*address, **typed)
    assert response.status_code == 422
    assert "Write it down anyway" in response.content.decode()
    assert playing.post(*address, **typed, as_written="on").status_code == 200
